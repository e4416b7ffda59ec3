/** Operators pause, resume and cancel a bulk send; a second person's decision begins or ends it. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { countText, yuanText } from "../../../platform/amount-text.ts";
import type { MemberCaller } from "../../../platform/http/call.ts";
import { storedKind } from "../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../approvals/model.ts";
import type { SendKind } from "../model.ts";
import { findSend, moveSend, type SendEvent, type StoredSend } from "../store/sends.ts";
import { BULK_GIVE, queueSend } from "./make-send.ts";

const permissionOf: Readonly<Record<SendKind, string>> = {
  coupon: "campaigns:edit",
  message: "messages:send",
};

/** Returns a send that the operator may act on. Refuses NOT_FOUND, and NO_PERMISSION. */
export async function sendFor(
  context: Context,
  db: Db | Tx,
  sendId: string,
  { roles, permissions }: Pick<MemberCaller, "roles" | "permissions">,
): Promise<StoredSend> {
  const send = await findSend(db, sendId, context.clock.sql());
  if (!send) throw new Refusal("NOT_FOUND");
  if (!roles.includes("admin") && !permissions.includes(permissionOf[send.kind]))
    throw new Refusal("NO_PERMISSION");
  return send;
}

type Act = {
  readonly sendId: string;
  readonly caller: MemberCaller;
  readonly reason: string;
};

const actionOf =
  (event: Extract<SendEvent, "pause" | "resume" | "cancel">) =>
  (context: Context, db: Db, { sendId, caller, reason }: Act): Promise<void> =>
    transaction(db, async (tx) => {
      const { makerId, startAt } = await sendFor(context, tx, sendId, caller);
      const isMoved = await moveSend(tx, sendId, {
        event,
        by: `operator:${caller.memberId}`,
        ...(event === "pause" ? { pauseReason: reason } : {}),
        now: context.clock.sql(),
      });
      if (!isMoved) throw new Refusal("STATE_CHANGED");
      if (event === "resume")
        await queueSend(context, tx, { sendId, makerId, dueAt: new Date(startAt) });
    });

/** Refuse NOT_FOUND, NO_PERMISSION, and STATE_CHANGED in a state where it may not happen. */
export const pauseSend = actionOf("pause");
export const resumeSend = actionOf("resume");
export const cancelSend = actionOf("cancel");

async function begin(context: Context, tx: Tx, { subject, checker }: Approval): Promise<void> {
  invariant(checker !== null, "an approved proposal has a checker");
  const send = await findSend(tx, subject, context.clock.sql());
  invariant(send, "a proposal names its send");
  const move = { by: `operator:${checker}`, checkerId: checker, now: context.clock.sql() };
  const isBegun = await moveSend(tx, subject, { event: "approve", ...move });
  invariant(isBegun, "a send waits as long as its proposal does");
  const { makerId, startAt } = send;
  await queueSend(context, tx, { sendId: subject, makerId, dueAt: new Date(startAt) });
}

async function drop(context: Context, tx: Tx, { subject, checker, maker }: Approval) {
  const by = `operator:${checker ?? maker}`;
  await moveSend(tx, subject, { event: "reject", by, now: context.clock.sql() });
}

export const bulkGiveHandler: ApprovalHandler = { onApproved: begin, onRejected: drop };

/** What `insert` of `make-send.ts` proposes. */
type GivePayload = {
  readonly title: string;
  readonly audience: string;
  readonly members: number;
  readonly mostFen: number | null;
  readonly startAt: number;
};
const wantedOf = ({ payload }: Approval): GivePayload => payload as GivePayload;

/** Coupons for an audience in the approvals inbox. */
export const bulkGiveApprovals = storedKind({
  kind: BULK_GIVE,
  permissions: ["campaigns:approve"],
  handler: bulkGiveHandler,
  headlines: async (_context, _db, approvals) =>
    approvals.map((approval) => {
      const { title, audience, mostFen } = wantedOf(approval);
      return { title: `发券「${title}」`, subject: audience, amountFen: mostFen };
    }),
  detail: async (_context, _db, approval) => {
    const { title, audience, members, mostFen } = wantedOf(approval);
    const most = mostFen === null ? "没有上限" : yuanText(mostFen);
    return {
      changes: [
        { field: "优惠券", before: "—", after: title },
        { field: "会员", before: "—", after: audience },
        { field: "人数", before: "—", after: `${countText(members)} 位，每人一张` },
        { field: "最多让利", before: "—", after: most },
      ],
      postings: [],
      checks: [
        { text: "名单在提交时已固定，之后不变", isGood: true },
        { text: mostFen === null ? "成本没有上限" : "成本有上限", isGood: mostFen !== null },
      ],
    };
  },
});
