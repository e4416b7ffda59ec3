/** Maps the operations on audiences to their actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import {
  cancelSend,
  changeSegment,
  countSegment,
  createList,
  createSegment,
  deleteSegment,
  forecastGive,
  giveToAudience,
  memberLists,
  messageTexts,
  pauseSend,
  resumeSend,
  segmentList,
  sendDetail,
  sendMemberPage,
  sendPage,
  sendToAudience,
  setMessageText,
} from "./actions.ts";

export type AudienceRouteDeps = {
  readonly namesOf: NamesOf;
  /** Wakes the outbox dispatcher after the commit. */
  readonly wake: (db: Db) => Promise<void>;
};

export function operatorAudienceRoutes(
  context: Context,
  db: Db,
  { namesOf, wake }: AudienceRouteDeps,
): Handlers<"operatorAudiences"> {
  const named = { namesOf };
  return {
    segments: () => segmentList(db, named),
    createSegment: (wanted, call) => {
      const by = { makerId: memberOf(call).memberId, key: call.key };
      return createSegment(context, db, named, { ...wanted, ...by });
    },
    countSegment: ({ rules }) => countSegment(context, db, rules),
    changeSegment: (wanted) => changeSegment(context, db, named, wanted),
    deleteSegment: async ({ segmentId }) => {
      await deleteSegment(context, db, segmentId);
      return {};
    },
    lists: () => memberLists(context, db, named),
    createList: (wanted, call) => {
      const by = { makerId: memberOf(call).memberId, key: call.key };
      return createList(context, db, { ...wanted, ...by });
    },
    forecast: (wanted) => forecastGive(context, db, wanted),
    giveSegment: async (wanted, call) => {
      const by = { makerId: memberOf(call).memberId, key: call.key };
      const made = await giveToAudience(context, db, { ...wanted, ...by });
      await wake(db);
      return made;
    },
    sendMessage: async (wanted, call) => {
      const by = { makerId: memberOf(call).memberId, key: call.key };
      const made = await sendToAudience(context, db, { ...wanted, ...by });
      await wake(db);
      return made;
    },
    sends: (wanted) => sendPage(context, db, named, wanted),
    send: ({ sendId }) => sendDetail(context, db, named, sendId),
    sendMembers: (wanted) => sendMemberPage(context, db, wanted),
    pause: async (act, call) => {
      await pauseSend(context, db, { ...act, caller: memberOf(call) });
      return {};
    },
    resume: async (act, call) => {
      await resumeSend(context, db, { ...act, caller: memberOf(call) });
      await wake(db);
      return {};
    },
    cancel: async (act, call) => {
      await cancelSend(context, db, { ...act, caller: memberOf(call) });
      return {};
    },
    templates: () => messageTexts(db, named),
    setTemplate: (wanted, call) =>
      setMessageText(context, db, named, { ...wanted, changedBy: memberOf(call).memberId }),
  };
}
