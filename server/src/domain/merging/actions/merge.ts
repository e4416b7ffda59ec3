/**
 * Merges two accounts: previewed first, then executed once, by a caller who has proved to own both.
 */
import type { Output } from "@yunjing/contract/operations";
import type { MergeContents, MergeReason as Reason } from "@yunjing/contract/schemas/merging";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { countUsableCards } from "../../cards/actions.ts";
import { countMovable } from "../../coupons/actions.ts";
import { hasRewardsOpen } from "../../invitations/actions.ts";
import { balancesOf, lockMemberLedgers } from "../../ledger/actions.ts";
import { growthOf, moveGrowth } from "../../levels/actions.ts";
import {
  mergeMemberInto,
  lockMember,
  type MergeCandidate,
  ownerByPhone,
  type PhoneCodeProof,
  sessionAfterMerge,
  consumePhoneCode,
} from "../../members/actions.ts";
import { summarizeOrdersForMerge } from "../../orders/actions.ts";
import { hasPendingTopUp } from "../../wallet/actions.ts";
import { pendingPayouts } from "../../withdrawals/actions.ts";
import { LATE_ARRIVAL_TOPIC, NOTHING, LATE_REQUESTS_AFTER_MS } from "../model.ts";
import { beginMerge, isMerged } from "../store.ts";
import { transferStep, isEitherFrozen } from "./transfer.ts";

type Pair = { readonly from: string; readonly into: string };

/** Returns the reasons in the two members' own data that block a merge. */
function blockingReasonsOf(from: MergeCandidate, into: MergeCandidate): Reason[] {
  const isOver = from.status !== "ACTIVE" || into.status !== "ACTIVE";
  const isSame = from.memberId === into.memberId;
  return [
    ...(isOver || isSame ? (["status"] as const) : []),
    ...(from.isOperator ? (["operator"] as const) : []),
    ...(from.hasPhone ? (["has_phone"] as const) : []),
    ...(from.appIds.some((id) => into.appIds.includes(id)) ? (["wechat"] as const) : []),
  ];
}

type MergePreview = { readonly reasons: readonly Reason[]; readonly moves: MergeContents };

/**
 * Returns what would be moved and what blocks the merge. Locks both members and both ledgers, so
 * that nothing changes meanwhile.
 */
async function lockAndPreview(context: Context, tx: Tx, pair: Pair): Promise<MergePreview> {
  const { from, into } = pair;
  const held = new Map<string, MergeCandidate>();
  for (const id of [from, into].sort()) held.set(id, await lockMember(tx, id));
  const [source, target] = [held.get(from), held.get(into)];
  if (!source || !target) throw new Refusal("AUTH_EXPIRED");
  const own = blockingReasonsOf(source, target);
  // Skips the other checks for an account that has ended: of concurrent merges all but one stop
  // here.
  if (own.includes("status")) return { reasons: own, moves: NOTHING };
  await lockMemberLedgers(context, tx, [from, into]);
  const now = context.clock.sql();
  const balances = await balancesOf(tx, from, now);
  const orders = await summarizeOrdersForMerge(tx, from, now);
  const isHolding =
    balances.held + balances.held_principal + balances.held_bonus + balances.held_reward > 0;
  const underWay: [Reason, boolean][] = [
    ["orders", orders.isOpen],
    ["refunds", orders.isReturning],
    ["holds", isHolding],
    ["topups", await hasPendingTopUp(tx, from, now)],
    ["withdrawals", (await pendingPayouts.listPending(tx, from)).length > 0],
    ["frozen", await isEitherFrozen(tx, pair)],
    ["rewards", balances.reward_frozen > 0 || (await hasRewardsOpen(tx, from))],
  ];
  const reasons = underWay.flatMap(([reason, stands]) => (stands ? [reason] : []));
  const moves = {
    principalFen: balances.principal,
    bonusFen: balances.bonus,
    rewardFen: balances.reward_cash,
    points: balances.available,
    pendingPoints: balances.pending,
    debtPoints: balances.debt,
    coupons: await countMovable(tx, from, now),
    cards: await countUsableCards(tx, from),
    orders: orders.count,
    growth: await growthOf(tx, from, now),
  };
  return { reasons: [...own, ...reasons], moves };
}

/** Returns what a merge would move, and what blocks it. Refuses as `ownerByPhone` does. */
export async function previewMerge(
  context: Context,
  db: Db,
  shown: PhoneCodeProof,
): Promise<Output<"merging", "preview">> {
  const owner = await ownerByPhone(context, db, shown);
  const pair = { from: shown.memberId, into: owner.memberId };
  const { reasons, moves } = await transaction(db, (tx) => lockAndPreview(context, tx, pair));
  const { phone, nickname } = owner;
  return { into: { phone, nickname }, moves, reasons: [...reasons] };
}

/** Merges the two members in the caller's transaction. Refuses MERGE_BLOCKED {reasons}. */
export async function mergeMembers(context: Context, tx: Tx, pair: Pair): Promise<MergeContents> {
  const { from, into } = pair;
  const { reasons, moves } = await lockAndPreview(context, tx, pair);
  if (reasons.length > 0) throw new Refusal("MERGE_BLOCKED", { reasons });
  const now = context.clock.sql();
  const isFirst = await beginMerge(tx, { from, into, actor: `member:${from}`, now });
  if (!isFirst) throw new Refusal("MERGE_BLOCKED", { reasons: ["status"] });
  const growth = await moveGrowth(tx, { from, into, now });
  const moved = await transferStep(context, tx, from, { growth, cards: moves.cards });
  await mergeMemberInto(context, tx, { from, into, now });
  await enqueueMessage(context, tx, {
    memberId: from,
    aggregateId: from,
    topic: LATE_ARRIVAL_TOPIC,
    payload: {},
    dueAt: new Date(context.clock.now().getTime() + LATE_REQUESTS_AFTER_MS),
  });
  return moved ?? moves;
}

export type MergeWanted = {
  readonly shown: PhoneCodeProof;
  readonly key: string;
  readonly device: string;
};

/**
 * Merges the caller into the member of the phone they have proved, and opens a session of that
 * member. Once per idempotency key: a repeat opens another session and changes nothing else.
 * Refuses MERGE_BLOCKED {reasons}, and as `ownerByPhone` does.
 */
export async function mergeByPhone(
  context: Context,
  db: Db,
  { shown, key, device }: MergeWanted,
): Promise<Output<"merging", "run"> & { readonly refreshToken: string }> {
  const { memberId, ...body } = shown;
  // The merge has used up the code: a repeat is recognised by its key and body alone.
  const isDone = await isMerged(db, memberId);
  const owner = isDone ? undefined : await ownerByPhone(context, db, shown);
  const intent = { memberId, route: "merging.run", key, body };
  const { into, moved } = await runIdempotently(context, db, intent, async (tx) => {
    if (!owner) throw new Refusal("MERGE_BLOCKED", { reasons: ["status"] });
    const pair = { from: memberId, into: owner.memberId };
    const done = await mergeMembers(context, tx, pair);
    await consumePhoneCode(context, tx, owner.checked);
    return { into: pair.into, moved: done };
  });
  const session = await transaction(db, (tx) =>
    sessionAfterMerge(context, tx, { memberId: into, device }),
  );
  return { ...session, moved };
}
