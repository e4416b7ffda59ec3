/** Reads a supplier's call to us: genuine and understood, or not to be acted upon. */
import Type from "typebox";
import Value from "typebox/value";
import type { SupplierAnswer } from "../../domain/fulfilment/port.ts";
import type { NonceMemory } from "../signing/nonces.ts";
import type { SigningKey } from "../signing/sign.ts";
import { type InboundMessage, type SignatureVerdict, verifySignature } from "../signing/verify.ts";
import { tryParseJson } from "../../platform/http/json.ts";
import { answerOf, isInstant, OrderStatusUpdate } from "./answer.ts";

/** What the supplier tells unasked; a repeated `eventId` is the same event. */
export type SupplierEvent = {
  eventId: string;
  outNo: string;
  at: Date;
  answer: SupplierAnswer;
};

/** `refused` is answered 401, `unreadable` 400; only an `event` changes anything. */
export type CallbackReading =
  | { kind: "event"; event: SupplierEvent }
  | { kind: "refused"; why: Exclude<SignatureVerdict, "genuine"> }
  | { kind: "unreadable" };

const Envelope = Type.Object({
  eventId: Type.String({ minLength: 1, maxLength: 100 }),
  at: Type.String({ minLength: 20, maxLength: 30 }),
});

/**
 * Judges the raw bytes first and reads them after. A callback that is refused or unreadable must
 * not be answered 200, so that the supplier tells it again.
 */
export function readSupplierCallback(
  message: InboundMessage,
  door: { keys: readonly SigningKey[]; nonces: NonceMemory; now: Date },
): CallbackReading {
  const verdict = verifySignature(message, door);
  if (verdict !== "genuine") return { kind: "refused", why: verdict };

  // Signed, yet not JSON: told apart from forgery, and asked for again.
  const body = tryParseJson(Buffer.from(message.rawBody).toString("utf8"));
  if (!Value.Check(Envelope, body) || !Value.Check(OrderStatusUpdate, body))
    return { kind: "unreadable" };
  const at = new Date(body.at);
  const answer = answerOf(body);
  if (!isInstant(at.getTime()) || answer.state === "unknown") return { kind: "unreadable" };
  return { kind: "event", event: { eventId: body.eventId, outNo: body.outNo, at, answer } };
}
