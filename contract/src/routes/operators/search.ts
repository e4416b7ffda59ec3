/** The route of the operators' search; the text is in the body, so that no address contains it. */
import { routesOf } from "../../operation.ts";

export const operatorSearch = routesOf({
  search: {
    caller: "operator",
    method: "POST",
    path: "/search",
    permissions: [
      "orders:read",
      "members:read",
      "codes:read",
      "withdrawals:review",
      "catalog:edit",
      "campaigns:edit",
    ],
  },
});
