/** Routes of the jump to a partner's page: the preview, and the one-time link. */
import { routesOf } from "../operation.ts";

export const partners = routesOf({
  link: { method: "GET", path: "/biz/{linkId}", caller: "member" },
  go: { method: "POST", path: "/biz/{linkId}/go", caller: "member" },
});
