/** Background jobs of messages: the outbox handler of sendings, and the daily reminder. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { invariant } from "../../platform/refusal.ts";
import { continueReminders, type ReminderDeps, SEND_TOPIC, sendMessage } from "./actions.ts";
import { dayStart } from "./model.ts";
import type { MessageDeps } from "./port.ts";

const HOUR_MS = 3_600_000;

export const messageHandlers = (context: Context, db: Db, deps: MessageDeps): OutboxHandlers => ({
  [SEND_TOPIC]: async ({ memberId, payload }) => {
    const { messageId, channel } = payload;
    invariant(typeof messageId === "string", "a sending names its message");
    invariant(channel === "sms" || channel === "wechat", "a sending names its channel");
    await sendMessage(context, db, deps, { memberId, messageId, channel });
  },
});

const EVERY_MS = 60_000;
/** A run creates the reminders of at most 5,000 items; the next minute's goes on. */
const PAGES_PER_RUN = 10;
/** From mid-morning, when members plan their day, until the evening: an outage does not lose a day. */
const HOURS = { from: 10, to: 21 };

export const expiryReminderJob = (context: Context, db: Db, deps: ReminderDeps): Job => ({
  name: "message-reminder",
  every: EVERY_MS,
  run: async () => {
    const now = context.clock.now();
    const hour = Math.floor((now.getTime() - dayStart(now).getTime()) / HOUR_MS);
    if (hour < HOURS.from || hour >= HOURS.to) return;
    const created = await continueReminders(context, db, deps, PAGES_PER_RUN);
    if (created > 0) context.log.info({ created }, "expiry reminders were created");
  },
});
