/** The member's view of their invitations. Due rewards are settled before the view is read. */
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { InviteAppeal, InvitedFriend } from "@yunjing/contract/schemas/invite";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readUuidCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { findMembersWithRetainedCash } from "../../refunds/actions.ts";
import type { Reward } from "../model.ts";
import { findActiveBinding, runningCampaign } from "../store/bindings.ts";
import { type FriendRow, friendsOf, totalsOf } from "../store/friends.ts";
import { campaignEnd, rewardOf, ruleOf } from "../store/rewards.ts";
import { appealText, friendState, noteOf, ruleLines, stateText } from "../texts.ts";
import { codeOf } from "./codes.ts";
import { settleRewards } from "./settle.ts";

/**
 * Returns which members of a page have paid in time for an order that brings a reward when
 * completed. Reads their current orders, so that a refund removes it; one statement for the whole
 * page.
 */
async function friendsWithOrders(db: Db, rows: readonly FriendRow[]): Promise<ReadonlySet<string>> {
  const waiting = rows.filter(({ bindingState }) => bindingState === "BOUND");
  if (waiting.length === 0) return new Set();
  const paid = await findMembersWithRetainedCash(
    db,
    waiting.map(({ inviteeId }) => inviteeId),
  );
  const inTime = waiting.filter(
    ({ inviteeId, validUntil }) => (paid.get(inviteeId) ?? Number.POSITIVE_INFINITY) <= validUntil,
  );
  return new Set(inTime.map(({ id }) => id));
}

const appealStates = { WAITING: "waiting", GRANTED: "granted", DENIED: "denied" } as const;

/**
 * Returns the state of the appeal, or `undefined` for a reward that was cancelled or clawed back.
 */
function appealOf(row: FriendRow): InviteAppeal | undefined {
  const { rewardId, rewardState, appeal, appealUntil, reply } = row;
  if (rewardId === null || rewardState === "CANCELLED" || rewardState === "CLAWED_BACK")
    return undefined;
  if (appealUntil !== null) {
    return { rewardId, state: "open", stateText: appealText("open"), until: appealUntil };
  }
  if (appeal === null) return undefined;
  const state = appealStates[appeal];
  return { rewardId, state, stateText: appealText(state), ...(reply ? { reply } : {}) };
}

function shown(row: FriendRow, ordered: ReadonlySet<string>): InvitedFriend {
  const { isOver } = row;
  const hasOrdered = ordered.has(row.id);
  const state = friendState(row.bindingState, row.rewardState, { isOver, hasOrdered });
  const { kind, amount, firstAmount, freezeUntil, settledAt } = row;
  // A binding rejected after its reward was granted affects only later rewards.
  const bindingReason = state === "rejected" ? row.bindingReason : undefined;
  const reason = noteOf(state, {
    reason: row.reason || bindingReason || "",
    isLess: (amount ?? 0) < (firstAmount ?? 0),
  });
  const appeal = appealOf(row);
  // A cancelled or clawed-back reward shows its original amount.
  const figure = amount || firstAmount;
  return {
    id: row.id,
    friend: row.friend,
    boundAt: row.boundAt,
    state,
    stateText: stateText(state),
    ...(kind && figure ? { kind, amount: figure } : {}),
    ...(state === "frozen" && freezeUntil !== null ? { expectedAt: freezeUntil } : {}),
    ...(settledAt === null ? {} : { settledAt }),
    // While an appeal waits, its state is shown instead of the reason that the reward is held.
    ...(reason === undefined || (state === "held" && appeal?.state === "waiting")
      ? {}
      : { reason }),
    ...(appeal === undefined ? {} : { appeal }),
  };
}

/**
 * Returns one page, the newest first. A cursor is preferred; without one the previous pages are
 * skipped in memory.
 */
export async function pageOfFriends(
  context: Context,
  db: Db,
  memberId: string,
  { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor }: Input<"invite", "rewards">,
): Promise<Output<"invite", "rewards">> {
  const after = readUuidCursor(cursor);
  await settleRewards(context, db, { memberId });
  const skipped = after ? 0 : (page - 1) * pageSize;
  const limit = skipped + pageSize + 1;
  const found = await friendsOf(db, memberId, {
    after,
    limit,
    appealMs: context.settings.inviteAppealMs,
    now: context.clock.sql(),
  });
  const rows = found.slice(skipped);
  const list = rows.slice(0, pageSize);
  const last = list.at(-1);
  const hasMore = rows.length > pageSize;
  const ordered = await friendsWithOrders(db, list);
  return {
    list: list.map((row) => shown(row, ordered)),
    page,
    pageSize,
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
  };
}

function welcomeViewOf(reward: Reward): NonNullable<Output<"invite", "summary">["welcome"]> {
  const { kind, amount, firstAmount, freezeUntil, settledAt, reason } = reward;
  const state = friendState("EFFECTIVE", reward.state, { isOver: false, hasOrdered: false });
  const note = noteOf(state, { reason, isLess: amount < firstAmount });
  return {
    state,
    stateText: stateText(state),
    kind,
    amount: amount || firstAmount,
    ...(state === "frozen" ? { expectedAt: freezeUntil } : {}),
    ...(settledAt === null ? {} : { settledAt }),
    ...(note === undefined ? {} : { reason: note }),
  };
}

/** Returns the member's reward for having been invited, or `undefined`. */
async function readWelcome(db: Db, memberId: string) {
  const binding = await findActiveBinding(db, memberId);
  const reward = binding && (await rewardOf(db, memberId, binding.id, "invitee"));
  return reward && welcomeViewOf(reward);
}

/** `origin` is the origin of the member app. */
export async function inviteSummary(
  context: Context,
  db: Db,
  memberId: string,
  origin: string,
): Promise<Output<"invite", "summary">> {
  await settleRewards(context, db, { memberId });
  const now = context.clock.sql();
  const [inviteCode, totals, running, mine] = await Promise.all([
    codeOf(context, db, memberId),
    totalsOf(db, memberId),
    runningCampaign(db, now),
    readWelcome(db, memberId),
  ]);
  const rule = running && (await ruleOf(db, running, now));
  const endsAt = running && (await campaignEnd(db, running.campaignId));
  return {
    ...totals,
    inviteCode,
    link: `${origin}/?inviteCode=${inviteCode}&from=link`,
    campaign: rule
      ? { state: "running", name: rule.name, ...(endsAt === undefined ? {} : { endsAt }) }
      : { state: "none" },
    rules: ruleLines(rule, context.settings),
    ...(mine ? { welcome: mine } : {}),
  };
}
