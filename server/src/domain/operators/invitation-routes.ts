/** Maps operators' operations on invitations to actions of the invitations module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf, operatorOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { refuseOwnAccount } from "../approvals/actions.ts";
import { memberFilterOf, memberIdOf, memberNames } from "../members/actions.ts";
import {
  approveHeldReward,
  listBindings,
  changeCampaign,
  createCampaign,
  decideAppeal,
  listHeldRewards,
  listCampaigns,
  rejectBinding,
  rejectHeldReward,
  transferBinding,
} from "../invitations/actions.ts";

export const operatorInvitationRoutes = (
  context: Context,
  db: Db,
): Handlers<"operatorInvitations"> => ({
  campaigns: async () => ({ list: await listCampaigns(db) }),
  create: async ({ reason: _, ...draft }) => ({
    campaignId: await createCampaign(context, db, draft),
  }),
  change: async ({ reason: _, ...change }) => {
    await changeCampaign(context, db, change);
    return {};
  },
  bindings: async ({ memberId: id, memberNo, inviterId: byId, inviterNo, cursor, pageSize }) => {
    const memberId = await memberFilterOf(db, { memberId: id, memberNo });
    const inviterId = await memberFilterOf(db, { memberId: byId, memberNo: inviterNo });
    if (memberId === null || inviterId === null) return { list: [] };
    const page = { cursor, pageSize };
    const { list, nextCursor } = await listBindings(db, { memberId, inviterId, ...page });
    const ids = list.flatMap(({ memberId, inviterId }) => [memberId, inviterId]);
    const names = await memberNames(db, ids);
    return {
      list: list.map((row) => ({
        ...row,
        memberNo: names(row.memberId).memberNo,
        inviterNo: names(row.inviterId).memberNo,
      })),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  },
  transfer: async ({ inviterId: id, inviterNo, ...wanted }, call) => {
    const { memberId: operatorId } = memberOf(call);
    const inviterId =
      id ??
      (await memberIdOf(db, inviterNo === undefined ? {} : { memberNo: inviterNo }, "inviterNo"));
    refuseOwnAccount(operatorId, wanted.memberId, inviterId);
    const actor = `operator:${operatorId}`;
    return { bindingId: await transferBinding(context, db, { ...wanted, inviterId, actor }) };
  },
  reject: async (wanted, call) => {
    await rejectBinding(context, db, { ...wanted, actor: `operator:${memberOf(call).memberId}` });
    return {};
  },
  held: async () => {
    const list = await listHeldRewards(context, db);
    const names = await memberNames(
      db,
      list.flatMap(({ memberId, inviteeId }) => [memberId, inviteeId]),
    );
    return {
      list: list.map((row) => ({
        ...row,
        memberNo: names(row.memberId).memberNo,
        inviteeNo: names(row.inviteeId).memberNo,
      })),
    };
  },
  approveReward: ({ rewardId: id, memberId, reason }, call) =>
    approveHeldReward(context, db, { id, memberId, reason, ...operatorOf(context, call) }),
  rejectReward: async ({ rewardId: id, memberId, reason }, call) => {
    await rejectHeldReward(context, db, { id, memberId, reason, actor: memberOf(call).memberId });
    return {};
  },
  decideAppeal: ({ rewardId: id, ...wanted }, call) =>
    decideAppeal(context, db, { id, ...wanted, ...operatorOf(context, call) }),
});
