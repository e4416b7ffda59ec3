/**
 * Downloads WeChat Pay's trade bill of a day under our signature, and verifies it by its hash and
 * its totals.
 */
import { createHash } from "node:crypto";
import Type from "typebox";
import Value from "typebox/value";
import type { BillSource } from "../../domain/reconciliation/port.ts";
import type { StatementAnswer } from "../../domain/fulfilment/port.ts";
import { openFileBuffer, type FileBuffer } from "../bills/file-buffer.ts";
import { decompress } from "../bills/decompress.ts";
import type { WechatPayAccount } from "./account.ts";
import { BillFormatError, readBill } from "./bill-csv.ts";
import { callWechatPay } from "./call.ts";
import { authorizationOf } from "./signature.ts";

/** A bill is longer than a normal answer, and no member waits for it. */
const DOWNLOAD_TIMEOUT_MS = 120_000;
const DOWNLOADS = "/v3/billdownload/file";
const NONE = "NO_STATEMENT_EXIST";

const Place = Type.Object({
  hash_type: Type.Literal("SHA1"),
  hash_value: Type.String({ pattern: "^[0-9a-fA-F]{40}$" }),
  download_url: Type.String({ minLength: 1, maxLength: 2_048 }),
});

const unknown = (reason: string) => ({ state: "unknown", reason }) as const;

/** Our signature is sent only to WeChat's own origin, even if an answer contains another URL. */
function downloadUrlOf(account: WechatPayAccount, downloadUrl: string): URL | undefined {
  const text = downloadUrl.trim();
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isOurs = url.origin === new URL(account.origin).origin && url.pathname === DOWNLOADS;
  return isOurs && !url.username && !url.password ? url : undefined;
}

/** Downloads the bill. Returns its SHA-1, or the reason why it is not available. */
async function download(account: WechatPayAccount, url: URL, buffer: FileBuffer) {
  const path = `${url.pathname}${url.search}`;
  const response = await fetch(url, {
    headers: {
      authorization: authorizationOf(account, { method: "GET", path, rawBody: "" }),
      accept: "application/json",
      "user-agent": "yunjing",
    },
    redirect: "error",
    signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
  });
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    return unknown(`the download answered ${response.status}`);
  }
  const hash = createHash("sha1");
  for await (const chunk of decompress(response.body)) {
    hash.update(chunk);
    await buffer.write(chunk);
  }
  return hash.digest("hex");
}

/** Parses the whole bill once, so that later readers meet no error. */
async function verifyBill(buffer: FileBuffer, account: WechatPayAccount): Promise<void> {
  for await (const _ of readBill(buffer.lines(), account));
}

async function fetchBill(
  account: WechatPayAccount,
  { url, digest }: { url: URL; digest: string },
): Promise<StatementAnswer> {
  const buffer = await openFileBuffer();
  try {
    const received = await download(account, url, buffer);
    const fault =
      typeof received !== "string" ? received : received !== digest && unknown("it is not whole");
    if (fault) {
      await buffer.close();
      return fault;
    }
    await verifyBill(buffer, account);
  } catch (cause) {
    await buffer.close();
    if (cause instanceof BillFormatError) return unknown(`unreadable: ${cause.message}`);
    const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
    return unknown(isTimeout ? "the download took too long" : "the download broke off");
  }
  return {
    state: "statement",
    digest,
    lines: () => readBill(buffer.lines(), account),
    discard: () => buffer.close(),
  };
}

async function statement(account: WechatPayAccount, day: string): Promise<StatementAnswer> {
  const path = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`;
  const reply = await callWechatPay(account, { method: "GET", path });
  if (!reply.answered) return unknown(reply.reason);
  if (reply.code === NONE) return { state: "none" };
  // One of these codes is STATEMENT_CREATING: before ten o'clock there is no bill of yesterday.
  if (reply.status !== 200) return unknown(reply.code || `status ${reply.status}`);
  if (!Value.Check(Place, reply.body)) return unknown("an answer that cannot be read");
  const url = downloadUrlOf(account, reply.body.download_url);
  if (!url) return unknown("its URL is not WeChat's");
  return fetchBill(account, { url, digest: reply.body.hash_value.toLowerCase() });
}

/**
 * The download is not signed by WeChat; the hash from a signed answer verifies it. Calls never
 * throw.
 */
export const wechatPayBills = (account: WechatPayAccount): BillSource => ({
  source: "wechatpay",
  statement: (day) => statement(account, day),
});
