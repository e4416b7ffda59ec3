/** Routes where operators decide refunds to members. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["orders:refund"] } as const;

export const operatorRefunds = routesOf({
  list: { ...may, method: "GET", path: "/refunds" },
  counts: { ...may, method: "GET", path: "/refund-counts" },
  approve: {
    ...may,
    method: "POST",
    path: "/refunds/{refundNo}/approve",
    stepUp: stepUpOf.payment,
  },
  reject: { ...may, method: "POST", path: "/refunds/{refundNo}/reject" },
  colleagues: { ...may, method: "GET", path: "/refund-colleagues" },
  handOver: { ...may, method: "POST", path: "/refunds/{refundNo}/hand-over" },
  retry: { ...may, method: "POST", path: "/refunds/{refundNo}/retry" },
});
