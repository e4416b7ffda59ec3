/** Valid inputs of the operations on exports, which name no existing object. */
import type { Input, Name } from "@yunjing/contract/operations";

type Inputs<T extends "operatorExports"> = { readonly [N in Name<T>]: Input<T, N> };

const exportId = "EX20260101000000";
const reason = "试一试";

export const exportInputs: { readonly operatorExports: Inputs<"operatorExports"> } = {
  operatorExports: {
    list: {},
    create: { kind: "orders", filter: {}, reason },
    proposeClear: { kind: "members", filter: {}, reason },
    detail: { exportId },
    cancel: { exportId },
    link: { exportId },
    file: { exportId, secret: "A".repeat(43) },
  },
};
