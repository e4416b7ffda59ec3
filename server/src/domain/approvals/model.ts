/**
 * What one person proposes and another decides.
 *
 * - maker, checker: who proposed, and who decided; never the same person.
 * - kind: what happens on approval; the room that knows it hands in its doing.
 * - payload: what was proposed, whole; the checker decides what the maker wrote, and nothing else.
 * - beneficiary: the member whose account it touches; neither maker nor checker may be that member.
 * - expired: a proposal that nobody decided within 24 hours; only a new proposal helps (decision 0059).
 */
import type { Context } from "../../platform/context.ts";
import type { Tx } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";

/** Kinds of proposals in the table `approval`. Each has a case in two-persons.test.ts, or that file does not compile. */
export const proposalKinds = [
  "adjust",
  "invite_reward",
  "invite_appeal",
  "partner_host",
  "withdrawal_settle",
  "code_void",
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** Acts of two persons whose proposal stands in a row of its own; each expires by the same SQL function. */
export const ownTableApprovals = {
  refund: "refund.first_reviewed_at: the first approval of a refund above the limit",
  withdrawal: "withdrawal.first_reviewed_at: the first approval of a withdrawal above the limit",
  campaign: "coupon_template.submitted_at: a coupon campaign in review",
  code_batch: "code_batch.submitted_at: a batch of codes that waits for its checker",
  code_export: "code_batch.exported_at: the maker's file, whose key another person takes",
} as const;
export type OwnTableApproval = keyof typeof ownTableApprovals;

/** Every act of two persons that expires. */
export const twoPersonApprovals = [
  ...proposalKinds,
  ...(Object.keys(ownTableApprovals) as OwnTableApproval[]),
] as const;
export type TwoPersonApproval = (typeof twoPersonApprovals)[number];

/** `expired` is read off the clock and never written. */
export type ApprovalState = "waiting" | "approved" | "rejected" | "expired";

/** Instants in ms. */
export type Approval = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly maker: string;
  /** The member whose account it touches; null when it touches none. */
  readonly beneficiary: string | null;
  readonly state: ApprovalState;
  readonly checker: string | null;
  readonly decision: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
};

/** What a kind does when it is decided, in the transaction of the decision: both happen, or neither. */
export type ApprovalHandler = {
  readonly onApproved: (context: Context, tx: Tx, approval: Approval) => Promise<void>;
  readonly onRejected?: (context: Context, tx: Tx, approval: Approval) => Promise<void>;
};

/**
 * The one rule about an operator's own account: whoever acts as an operator neither proposes nor decides what touches
 * the account of the same member. Call it wherever an operation sees both ids. Refuses OWN_ACCOUNT.
 */
export function refuseOwnAccount(operatorId: string, ...memberIds: readonly string[]): void {
  if (memberIds.includes(operatorId)) throw new Refusal("OWN_ACCOUNT");
}
