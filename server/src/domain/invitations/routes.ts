/** Maps the contract operations of invitations to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { appeal } from "./actions/appeal.ts";
import { recordClick } from "./actions/codes.ts";
import { inviteLanding, inviterFace, sharedNewcomers } from "./actions/landing.ts";
import { inviteSummary, pageOfFriends } from "./actions/read.ts";
import type { PosterMemberReader } from "./posters/port.ts";

export const inviteRoutes = (
  context: Context,
  db: Db,
  members: PosterMemberReader,
): Handlers<"invite"> => {
  const newcomers = sharedNewcomers(context, db);
  return {
    landing: ({ inviteCode }, { address }) =>
      inviteLanding(context, db, members, { inviteCode, address }, newcomers),
    face: ({ inviteCode }, { address }) =>
      inviterFace(context, db, members, { inviteCode, address }),
    summary: (_input, call) => inviteSummary(context, db, memberOf(call).memberId, call.ownOrigin),
    rewards: (input, call) => pageOfFriends(context, db, memberOf(call).memberId, input),
    appeal: ({ rewardId: id, words }, call) =>
      appeal(context, db, { id, words, memberId: memberOf(call).memberId }),
    visit: async ({ inviteCode, from }, { device, address }) => {
      const visitId = await recordClick(context, db, { inviteCode, from, device, address });
      return visitId === undefined ? {} : { visitId };
    },
  };
};
