/** The operators' page of one member: profile, assets, risk, bindings, notes and what may be done. */
import type {
  MemberAction,
  OperatorMemberDetail,
} from "@yunjing/contract/schemas/operators/members";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { type Call, memberOf } from "../../../platform/http/call.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { auditRead } from "../../audit/actions.ts";
import { balancesOf } from "../../ledger/actions.ts";
import { levelProgressOf } from "../../levels/actions.ts";
import { dailyCounter, memberIdByNo, readConsents, waitingRebind } from "../../members/actions.ts";
import { keysetPageOf } from "../../../platform/database/keyset.ts";
import {
  type MemberFigures,
  type MemberHead,
  readFigures,
  readFreezes,
  readInviter,
  readMemberHead,
  readNickname,
  readNotes,
  readUsed,
} from "../store/member-detail.ts";
import { orderRows } from "../store/member-tabs.ts";
import { orderOf } from "./member-tabs.ts";

const RECENT_ORDERS = 3;

/** The permissions of which an operator needs one for an action. */
const permissionsFor: Readonly<Record<MemberAction, readonly string[]>> = {
  reveal: ["members:reveal"],
  restrict: ["members:edit"],
  lift: ["members:edit"],
  endSessions: ["members:edit"],
  tags: ["members:edit"],
  note: ["members:edit"],
  rebind: ["members:edit"],
  giveCoupon: ["campaigns:edit"],
  changeCoupon: ["members:edit", "campaigns:edit"],
  adjust: ["ledger:adjust"],
  giveLevel: ["levels:edit"],
  freeze: ["ledger:freeze"],
};

type Possible = {
  readonly head: MemberHead;
  readonly isOwn: boolean;
  readonly isRebindWaiting: boolean;
};

/** Whether the state of the member allows an action; permissions are checked apart. */
function isPossible(action: MemberAction, { head, isOwn, isRebindWaiting }: Possible): boolean {
  const { status, phoneMask } = head;
  const isClosed = status === "CANCELLED";
  switch (action) {
    case "reveal":
      return phoneMask !== "";
    case "tags":
    case "note":
      return true;
    case "restrict":
      return !isOwn && ["ACTIVE", "RESTRICTED", "FROZEN"].includes(status);
    case "lift":
      return !isOwn && ["RESTRICTED", "FROZEN"].includes(status);
    case "rebind":
      return !isOwn && !isClosed && phoneMask !== "" && !isRebindWaiting;
    case "endSessions":
    case "giveCoupon":
    case "changeCoupon":
    case "adjust":
    case "giveLevel":
    case "freeze":
      return !isOwn && !isClosed;
  }
}

const mayOf = (call: Call, possible: Possible): MemberAction[] => {
  const { roles, permissions } = memberOf(call);
  const holds = (needed: readonly string[]) =>
    roles.includes("admin") || needed.some((permission) => permissions.includes(permission));
  const actions = Object.keys(permissionsFor) as MemberAction[];
  return actions.filter((action) => holds(permissionsFor[action]) && isPossible(action, possible));
};

type Balances = Awaited<ReturnType<typeof balancesOf>>;

const assetsOf = (balances: Balances, figures: MemberFigures): OperatorMemberDetail["assets"] => ({
  principalFen: balances.principal,
  bonusFen: balances.bonus,
  rewardFen: balances.reward_cash,
  rewardFrozenFen: balances.reward_frozen,
  heldFen: balances.held_principal + balances.held_bonus + balances.held_reward,
  points: balances.available,
  pointsPending: balances.pending,
  pointsHeld: balances.held,
  pointsDebt: balances.debt,
  expiringPoints: figures.expiringPoints,
  ...(figures.expiringAt === null ? {} : { expiringAt: figures.expiringAt }),
  coupons: figures.coupons,
  couponsLocked: figures.couponsLocked,
  couponsUsed: figures.couponsUsed,
  couponsExpired: figures.couponsExpired,
  cards: figures.cards,
});

const countsOf = (figures: MemberFigures): OperatorMemberDetail["counts"] => ({
  orders: figures.orders,
  coupons: figures.allCoupons,
  cards: figures.cards,
  codes: figures.codes,
  invitations: figures.invited,
  messages: figures.messages,
});

function headOf(head: MemberHead) {
  const { lastSeenAt, phoneChangedAt, mergedIntoNo, statusReason, ...rest } = head;
  return {
    ...rest,
    ...(statusReason === null ? {} : { statusReason }),
    ...(lastSeenAt === null ? {} : { lastSeenAt }),
    ...(phoneChangedAt === null ? {} : { phoneChangedAt }),
    ...(mergedIntoNo === null ? {} : { mergedInto: mergedIntoNo }),
  };
}

async function waitingRebindOf(context: Context, db: Db, memberId: string) {
  const waiting = await waitingRebind(context, db, memberId);
  if (!waiting) return {};
  const { id: approvalId, maker, phoneMask, reason, expiresAt } = waiting;
  const by = await readNickname(db, maker);
  return { waitingRebind: { approvalId, phoneMask, by, reason, expiresAt } };
}

/** Returns a member's page and records that the operator read it. Refuses NOT_FOUND. */
export async function operatorMemberDetail(
  context: Context,
  db: Db,
  { memberNo, call }: { readonly memberNo: string; readonly call: Call },
): Promise<OperatorMemberDetail> {
  const memberId = await memberIdByNo(db, memberNo);
  const { memberId: operatorId } = memberOf(call);
  await auditRead(context, db, {
    operatorId,
    requestId: call.requestId,
    address: call.address,
    operation: "operatorMembers.detail",
    subject: { memberNo },
  });
  const now = context.clock.sql();
  const head = await readMemberHead(db, memberId);
  if (!head) throw new Refusal("NOT_FOUND");
  const reveals = dailyCounter(context, { operatorId, kind: "reveal" });
  const firstPage = { ...keysetPageOf({}), limit: RECENT_ORDERS };
  const [figures, balances, level, notes, freezes, inviter, recent, used, rebind, consents] =
    await Promise.all([
      readFigures(db, memberId, now),
      balancesOf(db, memberId, now),
      levelProgressOf(context, db, memberId),
      readNotes(db, memberId),
      readFreezes(db, memberId),
      readInviter(db, memberId),
      orderRows(db, { memberId, page: firstPage }),
      readUsed(db, reveals),
      waitingRebindOf(context, db, memberId),
      readConsents(db, memberId),
    ]);
  const possible = {
    head,
    isOwn: operatorId === memberId,
    isRebindWaiting: "waitingRebind" in rebind,
  };
  return {
    memberId,
    ...headOf(head),
    grade: level.grade,
    levelName: level.name,
    growth: level.growth,
    ...(level.nextGrowth === undefined || level.nextName === undefined
      ? {}
      : { nextLevel: { name: level.nextName, growthFrom: level.nextGrowth } }),
    assets: assetsOf(balances, figures),
    life: { orders: figures.orders, paidFen: figures.paidFen, refundedFen: figures.refundedFen },
    risk: {
      wrongCodes: figures.wrongCodes,
      ...(figures.inviteScore === null ? {} : { inviteScore: figures.inviteScore }),
    },
    counts: countsOf(figures),
    ...(inviter ? { inviter } : {}),
    invited: { all: figures.invited, effective: figures.invitedEffective },
    freezes,
    consents,
    notes,
    recentOrders: recent.slice(0, RECENT_ORDERS).map((row) => orderOf(context, row)),
    ...rebind,
    reveals: { used, most: context.settings.memberRevealsPerDay },
    may: mayOf(call, possible),
  };
}
