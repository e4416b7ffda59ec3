/** Public actions of the approvals module: proposals, their decisions, and the inbox over all kinds. */
export {
  approvalsOf,
  decideApproval,
  type Decision,
  openApprovalsOf,
  propose,
} from "./actions/proposals.ts";
export {
  countInbox,
  decideInInbox,
  findInInbox,
  type InboxDeps,
  listInbox,
  waitingInInbox,
} from "./actions/inbox.ts";
export { recordHandover } from "./actions/handovers.ts";
export { changeAssignee } from "./actions/assignments.ts";
export {
  approvalObject,
  colleaguesFor,
  passOnInInbox,
} from "./actions/pass-on.ts";
export { storedKind } from "./actions/stored-kind.ts";
export {
  type OperatorProof,
  refuseOwnAccount,
  requireProof,
  requireProofToPropose,
} from "./model.ts";
export { approvalStateOf } from "./store/audited.ts";
export { readHandovers } from "./store/handovers.ts";
export { assigneeSql, assignmentStateOf, readAssignees } from "./store/assignments.ts";
