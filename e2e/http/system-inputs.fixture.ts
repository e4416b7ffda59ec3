/** Valid inputs that name no existing object, for the operations on the running system. */
import type { Input, Name } from "@yunjing/contract/operations";

const reason = "试一试";

type Inputs = {
  readonly operatorJobs: { readonly [N in Name<"operatorJobs">]: Input<"operatorJobs", N> };
  readonly operatorSettings: {
    readonly [N in Name<"operatorSettings">]: Input<"operatorSettings", N>;
  };
};

export const systemInputs: Inputs = {
  operatorJobs: {
    list: {},
    run: { name: "nothing", reason },
    pause: { name: "nothing", reason },
    resume: { name: "nothing", reason },
    outbox: {},
  },
  operatorSettings: {
    list: {},
    change: { name: "nothing", value: 1, sinceVersion: 0, reason },
    versions: { name: "nothing" },
    rollBack: { name: "nothing", version: 0, sinceVersion: 0, reason },
    flags: {},
    setFlag: { name: "nothing", isOff: false, sinceVersion: 0, reason },
    notice: {},
    setNotice: { text: "", sinceVersion: 9, reason },
  },
};
