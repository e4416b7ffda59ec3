/** Routes where operators decide refunds to members. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["orders:refund"] } as const;

export const operatorRefunds = routesOf({
  list: { ...may, method: "GET", path: "/refunds" },
  approve: { ...may, method: "POST", path: "/refunds/{refundNo}/approve", stepUp: "byAmount" },
  reject: { ...may, method: "POST", path: "/refunds/{refundNo}/reject" },
  retry: { ...may, method: "POST", path: "/refunds/{refundNo}/retry" },
});
