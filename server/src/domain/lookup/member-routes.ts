/** Maps the operators' operations on members to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { refuseOwnAccount } from "../approvals/actions.ts";
import { extendCoupon, revokeCoupon } from "../coupons/actions.ts";
import {
  dailyCounter,
  endSessionsByOperator,
  liftRestriction,
  memberIdByNo,
  noteMember,
  proposeRebind,
  restrictMember,
  revealPhone,
  setTags,
} from "../members/actions.ts";
import { operatorMemberDetail } from "./actions/member-detail.ts";
import { findByPhone, operatorMemberList } from "./actions/member-list.ts";
import { memberLedger, memberTabs } from "./actions/member-tabs.ts";
import { readUsed } from "./store/member-detail.ts";

type CouponInput = {
  readonly memberNo: string;
  readonly couponId: string;
  readonly reason: string;
};

export type MemberRouteDeps = {
  /** Forgets the sessions of a member that this process has cached. */
  readonly invalidate: (memberId: string) => void;
};

export function operatorMemberRoutes(
  context: Context,
  db: Db,
  { invalidate }: MemberRouteDeps,
): Handlers<"operatorMembers"> {
  const byOperator = (call: Call) => ({ operatorId: memberOf(call).memberId });
  const forget = async (memberNo: string) => invalidate(await memberIdByNo(db, memberNo));
  const couponAct = async ({ memberNo, couponId, reason }: CouponInput, call: Call) => {
    const { memberId: operatorId } = memberOf(call);
    const memberId = await memberIdByNo(db, memberNo);
    refuseOwnAccount(operatorId, memberId);
    return { memberId, couponId, reason, operatorId, key: call.key };
  };
  return {
    list: (input) => operatorMemberList(db, input),
    find: (input, call) => findByPhone(context, db, { ...input, ...byOperator(call) }),
    detail: ({ memberNo }, call) => operatorMemberDetail(context, db, { memberNo, call }),
    ledger: (input) => memberLedger(db, input),
    ...memberTabs(context, db),
    reveal: async ({ memberNo, reason }, call) => {
      const act = { memberNo, reason, ...byOperator(call) };
      const value = await revealPhone(context, db, act);
      const used = await readUsed(db, dailyCounter(context, { ...act, kind: "reveal" }));
      return { value, used, most: context.settings.memberRevealsPerDay };
    },
    restrict: async (input, call) => {
      await restrictMember(context, db, { ...input, ...byOperator(call) });
      await forget(input.memberNo);
      return { status: input.status };
    },
    lift: async (input, call) => {
      await liftRestriction(context, db, { ...input, ...byOperator(call) });
      await forget(input.memberNo);
      return { status: "ACTIVE" };
    },
    endSessions: async (input, call) => {
      const ended = await endSessionsByOperator(context, db, { ...input, ...byOperator(call) });
      await forget(input.memberNo);
      return { ended };
    },
    setTags: async ({ memberNo, tags }, call) => {
      await setTags(context, db, { memberNo, tags, ...byOperator(call) });
      return { tags };
    },
    note: async (input, call) => {
      await noteMember(context, db, { ...input, ...byOperator(call) });
      return {};
    },
    rebind: async (input, call) => ({
      approvalId: await proposeRebind(context, db, { ...input, ...byOperator(call) }),
    }),
    revokeCoupon: async (input, call) => {
      await revokeCoupon(context, db, await couponAct(input, call));
      return {};
    },
    extendCoupon: async ({ validUntil, ...input }, call) => {
      await extendCoupon(context, db, { ...(await couponAct(input, call)), validUntil });
      return { validUntil };
    },
  };
}
