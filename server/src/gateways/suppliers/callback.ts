/**
 * Parses a supplier's callback: an event that can be applied, or a refused or unreadable message.
 */
import Type from "typebox";
import Value from "typebox/value";
import type { SupplierAnswer } from "../../domain/fulfilment/port.ts";
import type { NonceMemory } from "../signing/nonces.ts";
import type { SigningKey } from "../signing/sign.ts";
import { type InboundMessage, type SignatureCheck, verifySignature } from "../signing/verify.ts";
import { tryParseJson } from "../../platform/http/json.ts";
import { answerOf, isInstant, OrderStatusUpdate } from "./answer.ts";

/** An event in a supplier's callback; the same `eventId` means the same event. */
export type SupplierEvent = {
  eventId: string;
  outNo: string;
  at: Date;
  answer: SupplierAnswer;
};

/** `refused` is answered 401, `unreadable` 400; only an `event` has an effect. */
export type CallbackReading =
  | { kind: "event"; event: SupplierEvent }
  | { kind: "refused"; why: Exclude<SignatureCheck, "genuine"> }
  | { kind: "unreadable" };

const Envelope = Type.Object({
  eventId: Type.String({ minLength: 1, maxLength: 100 }),
  at: Type.String({ minLength: 20, maxLength: 30 }),
});

/**
 * Verifies the raw bytes first and parses them afterwards. A refused or unreadable callback must
 * not be answered 200, so that the supplier sends it again.
 */
export function readSupplierCallback(
  message: InboundMessage,
  verification: { keys: readonly SigningKey[]; nonces: NonceMemory; now: Date },
): CallbackReading {
  const signatureCheck = verifySignature(message, verification);
  if (signatureCheck !== "genuine") return { kind: "refused", why: signatureCheck };

  // A signed message that is not JSON is unreadable, not refused as forged; the supplier must send
  // it again.
  const body = tryParseJson(Buffer.from(message.rawBody).toString("utf8"));
  if (!Value.Check(Envelope, body) || !Value.Check(OrderStatusUpdate, body))
    return { kind: "unreadable" };
  const at = new Date(body.at);
  const answer = answerOf(body);
  if (!isInstant(at.getTime()) || answer.state === "unknown") return { kind: "unreadable" };
  return { kind: "event", event: { eventId: body.eventId, outNo: body.outNo, at, answer } };
}
