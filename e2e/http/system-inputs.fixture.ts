/** Valid inputs that name no existing object, for the operations on the running system. */
import type { Input, Name } from "@yunjing/contract/operations";

const reason = "试一试";

const unknownId = "00000000-0000-7000-8000-000000000000";

type Inputs = {
  readonly operatorFiles: { readonly [N in Name<"operatorFiles">]: Input<"operatorFiles", N> };
  readonly operatorJobs: { readonly [N in Name<"operatorJobs">]: Input<"operatorJobs", N> };
  readonly operatorRisk: { readonly [N in Name<"operatorRisk">]: Input<"operatorRisk", N> };
  readonly operatorSettings: {
    readonly [N in Name<"operatorSettings">]: Input<"operatorSettings", N>;
  };
};

export const systemInputs: Inputs = {
  operatorFiles: {
    list: {},
    detail: { fileId: unknownId },
    reveal: { fileId: unknownId, reason },
    block: { fileId: unknownId, reason },
    unblock: { fileId: unknownId, reason },
    remove: { fileId: unknownId, reason },
  },
  operatorJobs: {
    list: {},
    run: { name: "nothing", reason },
    pause: { name: "nothing", reason },
    resume: { name: "nothing", reason },
    retention: {},
    archives: {},
    outbox: {},
  },
  operatorRisk: {
    rules: {},
    setRule: { code: "nothing", mode: "dry", verdict: "watch", sinceVersion: 0, reason },
    lists: {},
    list: { kind: "watch", subjectKind: "member", subject: "nothing", reason },
    endEntry: { entryId: unknownId, reason },
    cases: {},
    caseDetail: { caseId: unknownId },
    decide: { caseId: unknownId, decision: "release", reason },
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
