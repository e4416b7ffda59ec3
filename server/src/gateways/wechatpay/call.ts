/**
 * Sends one call to WeChat Pay: signed by us, limited in time and size, and accepted only when
 * WeChat signed the answer.
 */
import Type from "typebox";
import Value from "typebox/value";
import { tryParseJson } from "../../platform/http/json.ts";
import { ANSWER_BYTES_MAX, requireSafeOrigin } from "../signing/call.ts";
import type { WechatPayAccount } from "./account.ts";
import {
  authorizationOf,
  signatureFaultOf,
  SIGNATURE_HEADER_NAMES,
  type SignatureHeaders,
} from "./signature.ts";

/**
 * A status with WeChat's body, and its error code for a refusal; or the reason why the result is
 * unknown.
 */
export type Reply =
  | {
      readonly answered: true;
      readonly status: number;
      readonly body: unknown;
      readonly code: string;
    }
  | { readonly answered: false; readonly reason: string };

export type Call = {
  readonly method: "GET" | "POST";
  /** With the query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

const Refused = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) });

/** With these codes the same request may succeed later, so the result is unknown. */
const RETRY: ReadonlySet<string> = new Set([
  "FREQUENCY_LIMITED",
  "FREQUENCY_LIMIT_EXCEED",
  "RATELIMIT_EXCEEDED",
  "RATE_LIMIT_EXCEEDED",
  "SYSTEM_ERROR",
  "SYSTEMERROR",
  "BANK_ERROR",
  "BANKERROR",
]);

async function readCapped(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > ANSWER_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const signatureHeadersOf = (headers: Headers): SignatureHeaders => ({
  serial: headers.get(SIGNATURE_HEADER_NAMES.serial) ?? undefined,
  timestamp: headers.get(SIGNATURE_HEADER_NAMES.timestamp) ?? undefined,
  nonce: headers.get(SIGNATURE_HEADER_NAMES.nonce) ?? undefined,
  signature: headers.get(SIGNATURE_HEADER_NAMES.signature) ?? undefined,
});

function replyOf(account: WechatPayAccount, response: Response, rawBody: Buffer): Reply {
  const { status } = response;
  if (status >= 500) return { answered: false, reason: `status ${status}` };
  const { platformKeys: keys, clock } = account;
  const fault = signatureFaultOf(signatureHeadersOf(response.headers), rawBody, {
    keys,
    now: clock.now(),
  });
  if (fault) return { answered: false, reason: `an answer that is ${fault}, status ${status}` };
  const body = tryParseJson(rawBody.toString("utf8"));
  const code = status >= 400 && Value.Check(Refused, body) ? body.code : "";
  if (status === 429 || RETRY.has(code)) return { answered: false, reason: code || "status 429" };
  return { answered: true, status, body, code };
}

/** Never throws: every failure is a reply with `answered: false`. */
export async function callWechatPay(account: WechatPayAccount, call: Call): Promise<Reply> {
  const rawBody = call.body === undefined ? "" : JSON.stringify(call.body);
  try {
    const response = await fetch(new URL(call.path, requireSafeOrigin(account.origin)), {
      method: call.method,
      headers: {
        authorization: authorizationOf(account, { ...call, rawBody }),
        accept: "application/json",
        "user-agent": "yunjing",
        // Selects the key with which WeChat must sign its answer.
        "wechatpay-serial": account.platformKeys[0]?.id ?? "",
        ...(rawBody ? { "content-type": "application/json" } : {}),
      },
      ...(rawBody ? { body: rawBody } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(account.timeoutMs),
    });
    const answer = await readCapped(response);
    if (!answer) return { answered: false, reason: "answer too long" };
    return replyOf(account, response, answer);
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
    return { answered: false, reason: isTimeout ? "no answer in time" : "no answer" };
  }
}
