/**
 * Bills of the sandbox WeChat Pay: what the channel recorded on a day in China, ready at ten the
 * next morning, with injected faults.
 */
import { createHash, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Clock } from "../clock.ts";
import { type Answer, numberFrom, refusal, type WechatPayFaults } from "./answers.ts";
import { type BillRow, billText } from "./bill-text.ts";
import type { WechatPayKeys } from "./keys.ts";
import type { Refunds } from "./refunds.ts";
import type { Trade, Trades } from "./trades.ts";

const DAY_MS = 86_400_000;
/** Bills are ready at ten in the morning of the next day. */
const READY_MS = DAY_MS + 36_000_000;
const RETENTION_DAYS = 92;
/** A download address is valid for five minutes. */
const ADDRESS_MS = 300_000;

/** Returns the channel's fee for an amount in fen: 0.6 %, rounded to the nearest fen. */
export const feeFenOf = (fen: number): number => Math.round((fen * 60) / 10_000);

/**
 * Returns the midnight in China at which the day begins, in ms since 1970, or `undefined` when the
 * day does not exist.
 */
function startOf(day: string): number | undefined {
  const at = Date.parse(`${day}T00:00:00+08:00`);
  const isDay = !Number.isNaN(at) && new Date(at + 28_800_000).toISOString().slice(0, 10) === day;
  return isDay ? at : undefined;
}

type BillParts = {
  keys: WechatPayKeys;
  trades: Trades;
  refunds: Refunds;
  clock: Clock;
  faults: () => WechatPayFaults;
};

const rowOf = (trade: Trade): BillRow => ({
  at: trade.paidAt ?? 0,
  transactionId: trade.transactionId,
  outTradeNo: trade.outTradeNo,
  openid: trade.openid,
  tradeType: trade.via === "jsapi" ? "JSAPI" : "MWEB",
  state: "SUCCESS",
  totalFen: trade.paidFen ?? trade.amountFen,
  title: trade.description,
  feeFen: feeFenOf(trade.paidFen ?? trade.amountFen),
});

/** Returns the payments and refunds between the two instants, in time order. */
function rowsBetween({ trades, refunds }: BillParts, from: number, to: number): BillRow[] {
  const isWithin = (at: number | undefined) => at !== undefined && at >= from && at < to;
  const rows = trades.all().flatMap((trade) => [
    ...(isWithin(trade.paidAt) ? [rowOf(trade)] : []),
    ...refunds
      .of(trade.outTradeNo)
      .filter(({ createdAt }) => isWithin(createdAt))
      .map(
        (refund): BillRow => ({
          ...rowOf(trade),
          at: refund.createdAt,
          state: "REFUND",
          feeFen: 0 - feeFenOf(refund.refundFen),
          refund: { ...refund, status: refund.status === "ABNORMAL" ? "CHANGE" : refund.status },
        }),
      ),
  ]);
  return rows.sort((a, b) => a.at - b.at);
}

/** Returns the rows with the faults applied: each fault uses the next rows of the day. */
function injectBillFaults(
  rows: readonly BillRow[],
  day: string,
  faults: WechatPayFaults,
): BillRow[] {
  const { billMissing, billWrongAmount, billWrongFee, billTwice, billExtra } = faults;
  let at = billMissing;
  const next = (count: number) => rows.slice(at, (at += count));
  const wrongAmounts = next(billWrongAmount).map((row) => ({ ...row, totalFen: row.totalFen + 1 }));
  const wrongFees = next(billWrongFee).map((row) => ({ ...row, feeFen: row.feeFen + 7 }));
  const twice = next(billTwice).flatMap((row) => [row, row]);
  const extra = Array.from({ length: billExtra }, (_, n): BillRow => {
    const outTradeNo = `X${day.replaceAll("-", "")}${String(n).padStart(6, "0")}`;
    return {
      at: (startOf(day) ?? 0) + DAY_MS / 2,
      outTradeNo,
      openid: "oNobody",
      title: "未知商品",
      transactionId: numberFrom(outTradeNo, "4200"),
      tradeType: "JSAPI",
      state: "SUCCESS",
      totalFen: 990,
      feeFen: feeFenOf(990),
    };
  });
  return [...wrongAmounts, ...wrongFees, ...twice, ...rows.slice(at), ...extra];
}

export function createBills(parts: BillParts) {
  const { clock, keys, faults } = parts;
  const addresses = new Map<string, { file: Buffer; until: number }>();
  const nowMs = () => clock.now().getTime();
  return {
    /** Returns the download address of the bill, below the origin that was called. */
    ask(query: Readonly<Record<string, unknown>>, origin: string): Answer {
      const { bill_date: day, bill_type: type = "ALL", tar_type: packed } = query;
      const from = typeof day === "string" ? startOf(day) : undefined;
      const isSupported = type === "ALL" && (packed === undefined || packed === "GZIP");
      if (from === undefined || !isSupported || from < nowMs() - RETENTION_DAYS * DAY_MS) {
        return refusal(400, "PARAM_ERROR", "参数错误：bill_date、bill_type 或 tar_type");
      }
      const readyAt = faults().billEarly > 0 ? from : from + READY_MS;
      if (faults().billLate > 0 || nowMs() < readyAt) {
        return refusal(400, "STATEMENT_CREATING", "账单生成中");
      }
      const rows = injectBillFaults(rowsBetween(parts, from, from + DAY_MS), String(day), faults());
      if (rows.length === 0) return refusal(400, "NO_STATEMENT_EXIST", "账单文件不存在");
      const text = Buffer.from([...billText(rows, keys)].join(""));
      const hash = createHash("sha1").update(text).digest("hex");
      const torn = faults().billTorn > 0 ? text.subarray(0, text.length / 2) : text;
      const token = randomBytes(24).toString("base64url");
      const file = packed === "GZIP" ? gzipSync(torn) : torn;
      addresses.set(token, { file, until: nowMs() + ADDRESS_MS });
      const download_url = `${origin}/v3/billdownload/file?token=${token}`;
      return { status: 200, body: { hash_type: "SHA1", hash_value: hash, download_url } };
    },
    /** Returns the file at an address that is still valid. */
    file(token: string): Buffer | undefined {
      const found = addresses.get(token);
      return found && found.until > nowMs() ? found.file : undefined;
    },
  };
}
export type Bills = ReturnType<typeof createBills>;
