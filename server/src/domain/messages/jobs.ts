/** Background jobs of messages: the outbox handler of sendings, and the daily reminder. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { invariant } from "../../platform/refusal.ts";
import { createExpiryReminders, type ReminderDeps, SEND_TOPIC, sendMessage } from "./actions.ts";
import type { MessageDeps } from "./port.ts";

export const messageHandlers = (context: Context, db: Db, deps: MessageDeps): OutboxHandlers => ({
  [SEND_TOPIC]: async ({ memberId, payload }) => {
    const { messageId, channel } = payload;
    invariant(typeof messageId === "string", "a sending names its message");
    invariant(channel === "sms" || channel === "wechat", "a sending names its channel");
    await sendMessage(context, db, deps, { memberId, messageId, channel });
  },
});

/**
 * Mid-morning, when members plan their day. After an outage the first tick runs the missed
 * reminder, once.
 */
const MORNING = "0 10 * * *";

export const expiryReminderJob = (context: Context, db: Db, deps: ReminderDeps): Job => ({
  name: "message-reminder",
  every: MORNING,
  run: async () => {
    const created = await createExpiryReminders(context, db, deps);
    if (created > 0) context.log.info({ created }, "expiry reminders were created");
  },
});
