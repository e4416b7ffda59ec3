/** Routes where operators set the prices and quotas of code dealers, and read what they owe. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["dealers:manage"] } as const;

export const operatorDealers = routesOf({
  list: { ...may, method: "GET", path: "/dealers" },
  set: { ...may, method: "POST", path: "/dealers" },
  statement: { ...may, method: "GET", path: "/dealers/{memberId}/statement" },
  paid: {
    ...may,
    method: "POST",
    path: "/dealers/{memberNo}/months/{month}/paid",
    key: true,
    stepUp: stepUpOf.payment,
  },
  reverse: {
    ...may,
    method: "POST",
    path: "/dealers/{memberNo}/payments/{paymentId}/reverse",
    key: true,
    stepUp: stepUpOf.paymentReversal,
  },
});
