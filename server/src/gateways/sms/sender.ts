/**
 * Sends text messages through the SMS provider; an uncertain result is an Outage, and the call may
 * be repeated.
 */
import Type from "typebox";
import Value from "typebox/value";
import type { SmsSender } from "../../domain/members/port.ts";
import { Outage } from "../../platform/refusal.ts";
import { type Partner, requireSafeOrigin, signedCall } from "../signing/call.ts";

const Accepted = Type.Object({ messageId: Type.String({ minLength: 1, maxLength: 64 }) });

/** Throws TypeError at once when the origin is not safe. */
export function smsSender(provider: Partner): SmsSender {
  requireSafeOrigin(provider.origin);
  return {
    async send(message) {
      const reply = await signedCall(provider, {
        method: "POST",
        path: "/sms/v1/messages",
        body: message,
      });
      if (!reply.answered) throw new Outage("sms", reply.cause ?? reply.reason);
      if (reply.status !== 200 || !Value.Check(Accepted, reply.body)) {
        throw new Outage("sms", `answered ${reply.status}`);
      }
    },
  };
}
