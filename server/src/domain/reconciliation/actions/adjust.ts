/**
 * Manual adjustments of a member's ledger: one person proposes, another approves, within limits per
 * entry and per day.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  approvalsOf,
  decideApproval,
  type Decision,
  propose,
  refuseOwnAccount,
} from "../../approvals/actions.ts";
import type { ApprovalState } from "../../approvals/lifecycle.ts";
import type { Approval, ApprovalHandler } from "../../approvals/model.ts";
import { post } from "../../ledger/actions.ts";
import { creditPoints } from "../../points/actions.ts";
import type { ProposedEntry } from "../model.ts";
import { countAdjusted, deductPoints, isMember, moveCaseState } from "../store/adjust.ts";
import { closeCase } from "./cases.ts";

export const ADJUST = "adjust" as const;
const TITLE = "客服调账";

export type AdjustmentPayload = ProposedEntry & { readonly caseId?: string };

const isPoints = ({ account }: ProposedEntry): boolean => account === "available";
/** Formats an amount: 5000 → "50 元"; points unchanged. */
const shown = (entry: ProposedEntry, amount: number): string =>
  isPoints(entry) ? `${amount} 积分` : `${amount / 100} 元`;

/**
 * Bonus can only be credited: which part expires, and with which top-up, cannot be set manually.
 */
function refuseInvalidEntry({ settings }: Context, entry: ProposedEntry): void {
  const { account, amount } = entry;
  if (amount === 0 || (account === "bonus" && amount < 0))
    throw new Refusal("INPUT_INVALID", {
      field: "amount",
      text: amount === 0 ? "变动不能是 0" : "赠送金只能增加，不能扣减",
    });
  const most = isPoints(entry) ? settings.adjustPointsMax : settings.adjustFenMax;
  if (Math.abs(amount) > most) {
    throw new Refusal("ADJUST_LIMIT", {
      field: "amount",
      reason: `单笔不超过 ${shown(entry, most)}`,
    });
  }
}

export type AdjustmentRequest = ProposedEntry & {
  readonly maker: string;
  readonly key: string;
  readonly reason: string;
  /** The case that the entry resolves. */
  readonly caseId?: string;
};

/**
 * Proposes an entry, once per idempotency key. Refuses NOT_FOUND (unknown member or case),
 * INPUT_INVALID, ADJUST_LIMIT, OWN_ACCOUNT, and STATE_CHANGED for a case that is not open; a case
 * whose proposal has expired is open.
 */
export function proposeAdjustment(
  context: Context,
  db: Db,
  wanted: AdjustmentRequest,
): Promise<string> {
  const { maker, key, reason, memberId, account, amount, caseId } = wanted;
  const payload: AdjustmentPayload = { memberId, account, amount, ...(caseId && { caseId }) };
  const route = caseId ? "operatorBooks.propose" : "operatorAdjustments.propose";
  const intent = { memberId: maker, route, key, body: { ...payload, reason } };
  return runIdempotently(context, db, intent, async (tx) => {
    refuseInvalidEntry(context, payload);
    refuseOwnAccount(maker, memberId);
    if (!(await isMember(tx, memberId))) throw new Refusal("NOT_FOUND");
    const subject = caseId ?? memberId;
    const proposal = { kind: ADJUST, subject, payload, reason, maker, beneficiary: memberId };
    const approvalId = await propose(context, tx, proposal);
    if (caseId !== undefined) {
      const now = context.clock.sql();
      const was = await moveCaseState(tx, {
        caseId,
        from: "open",
        to: "proposed",
        approvalId,
        now,
      });
      if (was === undefined) throw new Refusal("NOT_FOUND");
      if (was !== "open") throw new Refusal("STATE_CHANGED");
    }
    return approvalId;
  });
}

/**
 * Counts the amount towards the limit of the day in Shanghai, the same for both directions. Refuses
 * ADJUST_LIMIT.
 */
async function countAgainstDailyLimit(
  { settings, clock }: Context,
  tx: Tx,
  entry: ProposedEntry,
): Promise<void> {
  const asset = isPoints(entry) ? "PTS" : "CNY";
  const most = isPoints(entry) ? settings.adjustPointsPerDay : settings.adjustFenPerDay;
  const sum = { asset, amount: Math.abs(entry.amount), most, now: clock.sql() } as const;
  if (await countAdjusted(tx, sum)) return;
  throw new Refusal("ADJUST_LIMIT", { reason: `每日合计不超过 ${shown(entry, most)}` });
}

async function adjustPoints(
  context: Context,
  tx: Tx,
  { memberId, amount }: ProposedEntry,
  why: { ref: string; actor: string },
): Promise<void> {
  const given = { memberId, kind: ADJUST, ...why, title: TITLE } as const;
  if (amount > 0) await creditPoints(context, tx, { ...given, points: amount });
  else {
    const txnId = context.ids.next();
    await deductPoints(tx, { ...given, txnId, points: -amount, now: context.clock.sql() });
  }
}

/** Posts from expense to the member, or back; the approval's id makes it idempotent. */
async function postAdjustment(context: Context, tx: Tx, approval: Approval): Promise<void> {
  const entry = approval.payload as AdjustmentPayload;
  const why = { ref: approval.id, actor: `operator:${approval.checker}` };
  if (entry.caseId !== undefined) {
    const by = approval.checker ?? "";
    const reason = approval.decision ?? "";
    const { id: approvalId } = approval;
    const from = ["proposed"] as const;
    const caseEnd = { caseId: entry.caseId, approvalId, from, to: "booked", by, reason } as const;
    // The case has healed, or was proposed again by a caller whose clock is ahead: then nothing is
    // posted.
    if (!(await closeCase(context, tx, caseEnd))) throw new Refusal("STATE_CHANGED");
  }
  if (entry.account === "available") await adjustPoints(context, tx, entry, why);
  else {
    const { memberId, account, amount } = entry;
    const [debit, credit] =
      amount > 0 ? (["expense", account] as const) : ([account, "expense"] as const);
    const transfers = [
      { asset: "CNY", debit, credit, amount: Math.abs(amount), party: ADJUST } as const,
    ];
    await post(context, tx, { memberId, kind: ADJUST, ...why, title: TITLE, transfers });
  }
  // Last, because other transactions wait for this lock.
  await countAgainstDailyLimit(context, tx, entry);
}

/** Posts an approved adjustment, and closes the case that it resolves. */
export const adjustmentHandler: ApprovalHandler = {
  onApproved: postAdjustment,
  onRejected: async (context, tx, approval) => {
    const { caseId } = approval.payload as AdjustmentPayload;
    if (caseId !== undefined) {
      const now = context.clock.sql();
      await moveCaseState(tx, { caseId, from: "proposed", to: "open", approvalId: null, now });
    }
  },
};

/**
 * Posts a proposed entry or rejects it. Refuses as `decide`, and ADJUST_LIMIT, BALANCE_SHORT,
 * POINTS_SHORT.
 */
export const decideAdjustment = (context: Context, db: Db, decision: Decision): Promise<void> =>
  decideApproval(context, db, { [ADJUST]: adjustmentHandler }, decision);

export type AdjustmentDetail = ProposedEntry & {
  readonly caseId?: string;
  readonly approvalId: string;
} & Pick<
    Approval,
    "reason" | "state" | "maker" | "checker" | "decision" | "createdAt" | "expiresAt" | "decidedAt"
  >;

/**
 * Returns at most a hundred; the waiting ones oldest first, the decided and expired ones newest
 * first.
 */
export async function listAdjustments(
  context: Context,
  db: Db,
  state: ApprovalState,
): Promise<AdjustmentDetail[]> {
  const found = await approvalsOf(context, db, { kind: ADJUST, state });
  return found.map(({ id: approvalId, payload, ...approval }) => {
    const { kind: _kind, subject: _subject, beneficiary: _beneficiary, ...rest } = approval;
    return { ...(payload as AdjustmentPayload), ...rest, approvalId };
  });
}
