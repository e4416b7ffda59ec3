/**
 * Proposals of one person that another person decides (two-person approval).
 *
 * - maker, checker: who proposed, and who decided; never the same person.
 * - kind: what happens on approval; the module that owns the kind supplies its handler.
 * - payload: the complete proposal; the checker decides exactly what the maker wrote.
 * - beneficiary: the member whose account it affects; neither maker nor checker may be that member.
 * - expired: a proposal not decided within 24 hours; it can only be replaced by a new proposal
 *   (decision 0059).
 */
import type { ApprovalState } from "./lifecycle.ts";
import type { Context } from "../../platform/context.ts";
import type { Tx } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";

/**
 * Kinds of proposals in the table `approval`. Each needs a case in two-persons.test.ts, or that
 * file does not compile.
 */
export const proposalKinds = [
  "adjust",
  "invite_reward",
  "invite_appeal",
  "partner_host",
  "withdrawal_settle",
  "code_void",
  "member_rebind",
  "operator_grant",
  "benefit_loss",
  "export_clear",
  "setting",
  "bulk_give",
  "campaign_budget",
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/**
 * Two-person approvals whose proposal is stored in a table of their own; each expires by the same
 * SQL function.
 */
export const ownTableApprovals = {
  refund: "refund.first_reviewed_at: the first approval of a refund above the limit",
  withdrawal: "withdrawal.first_reviewed_at: the first approval of a withdrawal above the limit",
  campaign: "coupon_template.submitted_at: a coupon campaign in review",
  code_batch: "code_batch.submitted_at: a batch of codes that waits for its checker",
  code_export: "code_batch.exported_at: the maker's file, whose key another person takes",
} as const;
export type OwnTableApproval = keyof typeof ownTableApprovals;

/** All two-person approvals that expire. */
export const twoPersonApprovals = [
  ...proposalKinds,
  ...(Object.keys(ownTableApprovals) as OwnTableApproval[]),
] as const;
export type TwoPersonApproval = (typeof twoPersonApprovals)[number];

/** Instants in ms. */
export type Approval = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly maker: string;
  /** The member whose account it affects; null when there is none. */
  readonly beneficiary: string | null;
  readonly state: ApprovalState;
  readonly checker: string | null;
  readonly decision: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
};

/**
 * The effect of a kind's decision. Runs in the transaction of the decision, so that both happen or
 * neither.
 */
export type ApprovalHandler = {
  readonly onApproved: (context: Context, tx: Tx, approval: Approval) => Promise<void>;
  readonly onRejected?: (context: Context, tx: Tx, approval: Approval) => Promise<void>;
};

/**
 * Enforces the rule about an operator's own account: an operator neither proposes nor decides what
 * affects the account of the same person as a member. Call it wherever an operation has both ids.
 * Refuses OWN_ACCOUNT.
 */
export function refuseOwnAccount(operatorId: string, ...memberIds: readonly string[]): void {
  if (memberIds.includes(operatorId)) throw new Refusal("OWN_ACCOUNT");
}

/** Work that one operator has given to another. `object` is `<approval|refund|case>.<number>`. */
export type Assignment = {
  readonly object: string;
  readonly operatorId: string;
  readonly by: string;
  readonly reason: string;
};

/** `fromId` is who has it now, `toId` who is to have it; without one it has no operator. */
export type AssignmentChange = Omit<Assignment, "operatorId"> & {
  readonly fromId: string | undefined;
  readonly toId: string | undefined;
};

/**
 * Work that was handed to an operator or to a role; to neither: back to all operators. `object` is
 * `<approval|refund|case|ticket|desk>.<number>`.
 */
export type Handover = {
  readonly object: string;
  readonly toId?: string | undefined;
  readonly toRole?: string | undefined;
  readonly by: string;
  readonly reason: string;
};

/** A notice of a handover as it is read; `at` in ms. */
export type HandoverNotice = {
  readonly id: string;
  readonly object: string;
  readonly byId: string;
  readonly reason: string;
  readonly role: string | null;
  readonly at: number;
};

/** Whether the operator's second factor is fresh (`isProven` of the HTTP call). */
export type OperatorProof = { readonly isProven: boolean };

/**
 * Enforces `stepUp: "byAmount"` of the contract: money above `operatorProofAboveFen` moves only with
 * a fresh second factor. `amountFen` is everything that the call moves. Refuses STEP_UP_NEEDED.
 */
export function requireProof(
  { settings }: Pick<Context, "settings">,
  { isProven }: OperatorProof,
  amountFen: number,
): void {
  if (!isProven && amountFen > settings.operatorProofAboveFen) throw new Refusal("STEP_UP_NEEDED");
}

/**
 * Enforces `stepUp: "whenProposed"` of the contract: a call becomes a proposal for a second person
 * only with a fresh second factor. Refuses STEP_UP_NEEDED.
 */
export function requireProofToPropose({ isProven }: OperatorProof): void {
  if (!isProven) throw new Refusal("STEP_UP_NEEDED");
}
