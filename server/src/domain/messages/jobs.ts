/** The agents of messages: the courier of sendings, and the daily reminder. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Couriers } from "../../platform/jobs/outbox.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { invariant } from "../../platform/refusal.ts";
import { remindOfEnds, type RemindDeps, SEND, sendMessage } from "./actions.ts";
import type { MessageDeps } from "./port.ts";

export const messageCouriers = (context: Context, db: Db, deps: MessageDeps): Couriers => ({
  [SEND]: async ({ memberId, payload }) => {
    const { messageId, channel } = payload;
    invariant(typeof messageId === "string", "a sending names its message");
    invariant(channel === "sms" || channel === "wechat", "a sending names its channel");
    await sendMessage(context, db, deps, { memberId, messageId, channel });
  },
});

/** Mid-morning, when people plan their day. After a standstill the first tick makes up for it, once. */
const MORNING = "0 10 * * *";

export const reminder = (context: Context, db: Db, deps: RemindDeps): Agent => ({
  name: "message-reminder",
  every: MORNING,
  run: async () => {
    const told = await remindOfEnds(context, db, deps);
    if (told > 0) context.log.info({ told }, "members were reminded of what ends");
  },
});
