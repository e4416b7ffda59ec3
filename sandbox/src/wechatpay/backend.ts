/** The memory of the pretend WeChat Pay, and what its calls, doors and pages may do with it. */
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
  /** Where our server listens; the address in the request when it is not known. */
  origin: () => string | undefined;
  closing: AbortSignal;
};

export type WechatPayOptions = {
  /** Its journals lie in `sandbox/` below; without it everything is forgotten at the end. */
  dataDir?: string;
  seed?: number;
  /** How long a withheld answer is held until the line is cut; longer than the caller waits. */
  answerDelayMs?: number;
  /** The pauses between WeChat Pay's notifications; its true schedule unless given. */
  payNoticeRetryMs?: readonly number[];
  /** From taking a refund to its end. */
  refundMs?: number;
};
const REFUND_MS = 2_000;

/** Every journal of it; nothing outlives the process without a folder. */
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

/** What the doors and the pages work with. */
export type WechatPayBackend = {
  trades: Trades;
  refunds: Refunds;
  transfers: Transfers;
  notices: Notices;
  bills: Bills;
  faults: () => WechatPayFaults;
  setFaults: (wanted: Partial<WechatPayFaults>) => WechatPayFaults;
  /** Tells so many times that a trade was paid, each time under another id. */
  notifyPaid: (trade: Trade, times: number) => void;
  /** Ends a transfer by hand, and tells so many times of its end. */
  endTransferAndNotify: (times: number, work: () => Transfer | undefined) => Transfer | undefined;
};

type TransferNotifyDeps = Pick<WechatPayBackend, "notices" | "faults"> & {
  chance: SeededRandom;
  cancelMs: number;
};

/** Transfers whose end is told as often as the hand that ends them wants, once unless it says so. */
function createNotifyingTransfers(
  parts: WechatPayParts,
  journal: Journal<Transfer>,
  { notices, faults, chance, cancelMs }: TransferNotifyDeps,
): Pick<WechatPayBackend, "transfers" | "endTransferAndNotify"> {
  let tellings = 1;
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
      for (let n = 0; n < tellings && url; n++) {
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
      tellings = times;
      const ended = work();
      tellings = 1;
      return ended;
    },
  };
}

/** The memory, and what the doors and the pages may do with it. */
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
