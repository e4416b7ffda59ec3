/**
 * Reads a notification of WeChat Pay: verifies its bytes, then decrypts it, then parses it, in this
 * order.
 */
import { createDecipheriv } from "node:crypto";
import Type, { type Static } from "typebox";
import Value from "typebox/value";
import type {
  Notice,
  NoticeMessage,
  NoticeReader,
  NoticeReading,
} from "../../domain/payments/port.ts";
import { isStorable } from "../../platform/storable.ts";
import type { WechatPayAccount } from "./account.ts";
import { signatureFaultOf, SIGNATURE_HEADER_NAMES, type SignatureHeaders } from "./signature.ts";
import { notifiedTransferStatusUpdateOf } from "./transfer-status-updates.ts";
import { paymentStatusUpdateOf, notifiedRefundStatusUpdateOf } from "./status-updates.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const Envelope = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  create_time: Type.String({ minLength: 20, maxLength: 40 }),
  event_type: Type.String({ minLength: 1, maxLength: 32 }),
  resource_type: Type.Literal("encrypt-resource"),
  resource: Type.Object({
    algorithm: Type.Literal("AEAD_AES_256_GCM"),
    original_type: Type.Union([
      Type.Literal("transaction"),
      Type.Literal("refund"),
      Type.Literal("mch_payment"),
    ]),
    ciphertext: Type.String({ minLength: 24, maxLength: 65_536 }),
    nonce: Type.String({ minLength: 1, maxLength: 64 }),
    associated_data: Type.Optional(Type.String({ maxLength: 64 })),
  }),
});
type Envelope = Static<typeof Envelope>;

/**
 * Returns the value of a header that was sent exactly once; names are compared without case, as in
 * HTTP.
 */
function singleHeader({ rawHeaders }: NoticeMessage, name: string): string | undefined {
  const values = rawHeaders.filter(
    (_, n) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === name,
  );
  return values.length === 1 ? values[0] : undefined;
}

const signatureHeadersOf = (message: NoticeMessage): SignatureHeaders => ({
  serial: singleHeader(message, SIGNATURE_HEADER_NAMES.serial),
  timestamp: singleHeader(message, SIGNATURE_HEADER_NAMES.timestamp),
  nonce: singleHeader(message, SIGNATURE_HEADER_NAMES.nonce),
  signature: singleHeader(message, SIGNATURE_HEADER_NAMES.signature),
});

/**
 * Parses JSON; rejects keys that could change object prototypes, and texts that cannot be stored.
 */
function parse(text: string): unknown {
  let isClean = true;
  try {
    const value: unknown = JSON.parse(text, (key, part: unknown) => {
      if (key === "__proto__" || key === "constructor" || key === "prototype") isClean = false;
      return part;
    });
    return isClean && isStorable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Decrypts with our API v3 key. Returns `undefined` when the content was encrypted with another key
 * or was changed.
 */
function decryptResource({ resource }: Envelope, apiV3Key: string): string | undefined {
  const nonce = Buffer.from(resource.nonce);
  const sealed = Buffer.from(resource.ciphertext, "base64");
  if (nonce.length !== NONCE_BYTES || sealed.length <= TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(apiV3Key), nonce, {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(resource.associated_data ?? ""))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const body = [decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(body).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Returns the notice in the envelope if the event, the encrypted kind and the content agree. */
function noticeOf(envelope: Envelope, content: unknown, appId: string): Notice | undefined {
  const { id, event_type, resource } = envelope;
  if (resource.original_type === "transaction" && event_type === "TRANSACTION.SUCCESS") {
    const update = paymentStatusUpdateOf(content, appId);
    return update?.state === "paid" ? { id, envelope, kind: "payment", update } : undefined;
  }
  if (resource.original_type === "refund" && event_type.startsWith("REFUND.")) {
    const update = notifiedRefundStatusUpdateOf(content);
    const agrees = update && event_type === `REFUND.${update.state.toUpperCase()}`;
    return agrees ? { id, envelope, kind: "refund", update } : undefined;
  }
  if (resource.original_type === "mch_payment" && event_type === "MCHTRANSFER.BILL.FINISHED") {
    const update = notifiedTransferStatusUpdateOf(content);
    return update && { id, envelope, kind: "transfer", update };
  }
  return undefined;
}

function readNotice(message: NoticeMessage, account: WechatPayAccount): NoticeReading {
  const { platformKeys: keys, clock, apiV3Key, appId } = account;
  const isEncoded = message.rawHeaders.some(
    (name, n) => n % 2 === 0 && name.toLowerCase() === "content-encoding",
  );
  if (isEncoded) return { kind: "refused", why: "encoded" };
  const fault = signatureFaultOf(signatureHeadersOf(message), message.rawBody, {
    keys,
    now: clock.now(),
  });
  if (fault) return { kind: "refused", why: fault };
  const envelope = parse(Buffer.from(message.rawBody).toString("utf8"));
  if (!Value.Check(Envelope, envelope)) return { kind: "unreadable", why: "not an envelope" };
  const content = decryptResource(envelope, apiV3Key);
  if (content === undefined) return { kind: "refused", why: "not sealed for us" };
  const notice = noticeOf(envelope, parse(content), appId);
  return notice ? { kind: "notice", notice } : { kind: "unreadable", why: "not understood" };
}

export const wechatPayNotices =
  (account: WechatPayAccount): NoticeReader =>
  (message) =>
    readNotice(message, account);
