/** Sends SMS codes and notices to a member's old phone from the outbox. */
import type { Context } from "../../platform/context.ts";
import type { OutboxHandler } from "../../platform/jobs/outbox.ts";
import { invariant } from "../../platform/refusal.ts";
import { smsSealContext } from "./actions/send-code.ts";
import type { SmsSender } from "./port.ts";

type Sealed = { phone: string; text: string; code?: string };

/**
 * Outbox handler for topic `sms.send`: the id of the challenge or notice prevents that a repeat
 * sends the SMS twice.
 */
export const smsHandler =
  (context: Context, sender: SmsSender): OutboxHandler =>
  async ({ payload, sealed }) => {
    const id = payload["challengeId"] ?? payload["noticeId"];
    invariant(typeof id === "string" && sealed, "an SMS message names its challenge or notice");
    const message = JSON.parse(context.secrets.open(sealed, smsSealContext(id))) as Sealed;
    await sender.send({ ...message, dedupeKey: id });
  };
