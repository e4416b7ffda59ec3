/** State and operations of the sandbox WeChat Pay, shared by its calls, test routes and pages. */
import { join } from "node:path";
import type { SeededRandom } from "../seeded-random.ts";
import type { Scheduler, Clock } from "../clock.ts";
import { type Journal, openJournal } from "../journal.ts";
import { noWechatPayFaults, type WechatPayFaults } from "./answers.ts";
import { type Bills, createBills } from "./bills.ts";
import type { WechatPayKeys } from "./keys.ts";
import { createNotices, NOTICE_RETRY_MS, type Notice, type Notices } from "./notices.ts";
import { createRefunds, type Refund, type Refunds } from "./refunds.ts";
import { createTrades, type Trade, type Trades } from "./trades.ts";
import { createTransfers, type Transfer, type Transfers } from "./transfers.ts";

export type WechatPayParts = {
  keys: WechatPayKeys;
  clock: Clock;
  agenda: Scheduler;
  /** Returns our server's origin; when it is unknown, the address in the request is used. */
  origin: () => string | undefined;
  closing: AbortSignal;
};

export type WechatPayOptions = {
  /** Journals are stored in `sandbox/` below it; without it everything is lost at exit. */
  dataDir?: string;
  seed?: number;
  /**
   * How long a withheld answer waits before the connection is cut, in ms; longer than the caller's
   * timeout.
   */
  answerDelayMs?: number;
  /** Pauses between WeChat Pay's notifications, in ms; its real schedule by default. */
  payNoticeRetryMs?: readonly number[];
  /** Time from accepting a refund to its end, in ms. */
  refundMs?: number;
};
const REFUND_MS = 2_000;

/** Opens all journals of the sandbox WeChat Pay; without a folder they are in memory only. */
export function openJournals(dataDir: string | undefined) {
  const file = (name: string) => dataDir && join(dataDir, "sandbox", `wechatpay-${name}.jsonl`);
  return {
    trades: openJournal<Trade>(file("trades")),
    refunds: openJournal<Refund>(file("refunds")),
    transfers: openJournal<Transfer>(file("transfers")),
    notices: openJournal<Notice>(file("notices")),
    faults: openJournal<WechatPayFaults>(file("faults")),
  };
}

/** What the routes and the pages use. */
export type WechatPayBackend = {
  trades: Trades;
  refunds: Refunds;
  transfers: Transfers;
  notices: Notices;
  bills: Bills;
  faults: () => WechatPayFaults;
  setFaults: (wanted: Partial<WechatPayFaults>) => WechatPayFaults;
  /** Sends the notification that a trade was paid `times` times, each time under another id. */
  notifyPaid: (trade: Trade, times: number) => void;
  /** Ends a transfer with `work`, and sends the notification of its end `times` times. */
  endTransferAndNotify: (times: number, work: () => Transfer | undefined) => Transfer | undefined;
};

type TransferNotifyDeps = Pick<WechatPayBackend, "notices" | "faults"> & {
  chance: SeededRandom;
  cancelMs: number;
};

/**
 * Creates transfers whose end is notified as often as `endTransferAndNotify` requests, once by
 * default.
 */
function createNotifyingTransfers(
  parts: WechatPayParts,
  journal: Journal<Transfer>,
  { notices, faults, chance, cancelMs }: TransferNotifyDeps,
): Pick<WechatPayBackend, "transfers" | "endTransferAndNotify"> {
  let noticeCount = 1;
  const transfers = createTransfers({
    ...parts,
    transfers: journal,
    cancelMs,
    outcomeOf() {
      if (chance.chance(faults().noFunds)) return "NOT_ENOUGH";
      return chance.chance(faults().neverTransfer) ? "never" : "taken";
    },
    isRefused: () => chance.chance(faults().failTransfer),
    onEnd({ notifyUrl: url, outBillNo: about }, content) {
      for (let n = 0; n < noticeCount && url; n++) {
        notices.begin({
          type: "MCHTRANSFER.BILL.FINISHED",
          kind: "mch_payment",
          summary: "商家转账单据终态通知",
          url,
          about,
          content,
        });
      }
    },
  });
  return {
    transfers,
    endTransferAndNotify(times, work) {
      noticeCount = times;
      const ended = work();
      noticeCount = 1;
      return ended;
    },
  };
}

/** Creates the state and operations of the sandbox WeChat Pay. */
export function createBackend(
  parts: WechatPayParts,
  journals: ReturnType<typeof openJournals>,
  { chance, options }: { chance: SeededRandom; options: WechatPayOptions },
): WechatPayBackend {
  const retryMs = options.payNoticeRetryMs ?? NOTICE_RETRY_MS;
  const notices = createNotices({ ...parts, journal: journals.notices, retryMs });
  const faults = () => journals.faults.get("all") ?? noWechatPayFaults;
  const trades = createTrades({
    ...parts,
    trades: journals.trades,
    hasRefunds: (outTradeNo) => refunds.of(outTradeNo).length > 0,
  });
  const refunds: Refunds = createRefunds({
    ...parts,
    refunds: journals.refunds,
    findTrade: trades.find,
    refundMs: options.refundMs ?? REFUND_MS,
    isAbnormal: () => chance.chance(faults().abnormalRefund),
    onEnd: ({ status, notifyUrl: url, refundNo: about }, content) =>
      notices.begin({
        type: `REFUND.${status}`,
        kind: "refund",
        summary: "退款结果",
        url,
        about,
        content,
      }),
  });
  const transfers = createNotifyingTransfers(parts, journals.transfers, {
    notices,
    chance,
    faults,
    cancelMs: options.refundMs ?? REFUND_MS,
  });
  return {
    trades,
    refunds,
    notices,
    faults,
    ...transfers,
    bills: createBills({ ...parts, trades, refunds, faults }),
    setFaults(wanted) {
      const next = { ...noWechatPayFaults, ...wanted };
      journals.faults.put("all", next);
      return next;
    },
    notifyPaid(trade, times) {
      const { notifyUrl: url, outTradeNo: about } = trade;
      const content = trades.read(trade);
      for (let n = 0; n < times; n++) {
        notices.begin({
          type: "TRANSACTION.SUCCESS",
          kind: "transaction",
          summary: "支付成功",
          url,
          about,
          content,
        });
      }
    },
  };
}
