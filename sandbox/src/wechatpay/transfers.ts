/** Transfers to payees of the sandbox WeChat Pay: their state changes, and their wire format. */
import type { Scheduler, Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { type Answer, chinaTime, numberFrom, refusal } from "./answers.ts";
import type { WechatPayKeys } from "./keys.ts";
import {
  type TransferBody,
  parseTransferRequest,
  type TransferRequest,
} from "./transfer-request.ts";

/** A payee must confirm within a day; an unconfirmed transfer is closed. */
const CONFIRM_WITHIN_MS = 86_400_000;
/**
 * A payee of this name does not match the account, so that the error can be demonstrated manually.
 */
export const WRONG_NAME = "张不符";

/** Instants in milliseconds since 1970, amounts in fen. */
export type Transfer = TransferRequest & {
  transferBillNo: string;
  packageInfo: string;
  state: "PROCESSING" | "WAIT_USER_CONFIRM" | "SUCCESS" | "FAIL" | "CANCELING" | "CANCELLED";
  failReason?: string;
  createdAt: number;
  updatedAt: number;
};

export type TransferParts = {
  keys: WechatPayKeys;
  transfers: Journal<Transfer>;
  clock: Clock;
  agenda: Scheduler;
  /** Time from accepting a cancellation to its end, in ms. */
  cancelMs: number;
  /** The result planned for a new transfer: accepted, out of funds, or never decided. */
  outcomeOf: () => "taken" | "NOT_ENOUGH" | "never";
  /** Whether the payee's account rejects the money. */
  isRefused: () => boolean;
  /** Called for every transfer that ended, with the content of its notification. */
  onEnd: (transfer: Transfer, notice: object) => void;
};

const paramError = (what: string) => refusal(400, "PARAM_ERROR", `参数错误：${what}`);

const readTransfer = (transfer: Transfer, keys: WechatPayKeys) => ({
  out_bill_no: transfer.outBillNo,
  transfer_bill_no: transfer.transferBillNo,
  appid: keys.appId,
  state: transfer.state,
  transfer_amount: transfer.amountFen,
  transfer_remark: transfer.remark,
  openid: transfer.openid,
  ...(transfer.failReason ? { fail_reason: transfer.failReason } : {}),
  create_time: chinaTime(transfer.createdAt),
  update_time: chinaTime(transfer.updatedAt),
});

const acceptedAnswer = (transfer: Transfer): Answer => ({
  status: 200,
  body: {
    out_bill_no: transfer.outBillNo,
    transfer_bill_no: transfer.transferBillNo,
    create_time: chinaTime(transfer.createdAt),
    state: transfer.state,
    ...(transfer.failReason ? { fail_reason: transfer.failReason } : {}),
    ...(transfer.state === "WAIT_USER_CONFIRM" ? { package_info: transfer.packageInfo } : {}),
  },
});

const absent = () => refusal(404, "NOT_FOUND", "记录不存在");

/** Storage of transfers: returns a transfer in its current state, and ends it. */
function createTransferStore(parts: TransferParts) {
  const { keys, transfers, clock } = parts;
  const nowMs = () => clock.now().getTime();
  const end = (transfer: Transfer, state: Transfer["state"], failReason?: string): Transfer => {
    const why = failReason === undefined ? {} : { failReason };
    const ended: Transfer = { ...transfer, state, ...why, updatedAt: nowMs() };
    transfers.put(ended.outBillNo, ended);
    const { appid: _, transfer_remark: __, ...notice } = readTransfer(ended, keys);
    parts.onEnd(ended, { ...notice, mchid: keys.merchantId });
    return ended;
  };
  return {
    end,
    nowMs,
    /** Returns a transfer; closes it first when it was not confirmed within a day. */
    find(outBillNo: string): Transfer | undefined {
      const transfer = transfers.get(outBillNo);
      const isOver =
        transfer?.state === "WAIT_USER_CONFIRM" &&
        transfer.createdAt + CONFIRM_WITHIN_MS <= nowMs();
      return isOver ? end(transfer, "FAIL", "OVERDUE_CLOSE") : transfer;
    },
  };
}
type TransferStore = ReturnType<typeof createTransferStore>;

/** The calls of the merchant. */
function createMerchantCalls(parts: TransferParts, { find, end, nowMs }: TransferStore) {
  const { keys, transfers } = parts;
  const endCancel = (outBillNo: string): void => {
    const transfer = find(outBillNo);
    if (transfer?.state === "CANCELING") end(transfer, "CANCELLED");
  };
  return {
    endCancel,
    request(body: TransferBody, serial: string): Answer {
      const wanted = parseTransferRequest(body, serial, keys);
      if (typeof wanted === "string") return paramError(wanted);
      const known = find(wanted.outBillNo);
      if (known) {
        const isSame = known.asked === wanted.asked;
        return isSame ? acceptedAnswer(known) : refusal(400, "INVALID_REQUEST", "商户单号已被使用");
      }
      const outcome = parts.outcomeOf();
      if (outcome === "NOT_ENOUGH") return refusal(403, "NOT_ENOUGH", "商户账户资金不足");
      const packed = numberFrom(`package ${wanted.outBillNo}`, "1330");
      const transfer: Transfer = {
        ...wanted,
        createdAt: nowMs(),
        updatedAt: nowMs(),
        state: outcome === "never" ? "PROCESSING" : "WAIT_USER_CONFIRM",
        transferBillNo: numberFrom(wanted.outBillNo, "1330"),
        packageInfo: Buffer.from(packed).toString("base64"),
      };
      transfers.put(transfer.outBillNo, transfer);
      return acceptedAnswer(transfer);
    },
    query(outBillNo: string): Answer {
      const transfer = find(outBillNo);
      if (!transfer) return absent();
      return { status: 200, body: { ...readTransfer(transfer, keys), mch_id: keys.merchantId } };
    },
    cancel(outBillNo: string): Answer {
      const transfer = find(outBillNo);
      if (!transfer) return absent();
      if (transfer.state === "WAIT_USER_CONFIRM" || transfer.state === "PROCESSING") {
        transfers.put(outBillNo, { ...transfer, state: "CANCELING", updatedAt: nowMs() });
        parts.agenda.at(nowMs() + parts.cancelMs, () => endCancel(outBillNo));
        return acceptedAnswer(find(outBillNo) ?? transfer);
      }
      const isOver = transfer.state === "SUCCESS" || transfer.state === "FAIL";
      return isOver ? refusal(400, "INVALID_REQUEST", "转账已结束") : acceptedAnswer(transfer);
    },
  };
}

export function createTransfers(parts: TransferParts) {
  const store = createTransferStore(parts);
  const { find, end } = store;
  const { endCancel, ...calls } = createMerchantCalls(parts, store);
  const waiting = (outBillNo: string): Transfer | undefined => {
    const transfer = find(outBillNo);
    return transfer?.state === "WAIT_USER_CONFIRM" ? transfer : undefined;
  };
  return {
    ...calls,
    find,
    all: () => parts.transfers.values().flatMap(({ outBillNo }) => find(outBillNo) ?? []),
    /**
     * Confirms the transfer for the payee. Returns `undefined` when there is nothing to confirm.
     * The account may still reject it.
     */
    confirm(outBillNo: string): Transfer | undefined {
      const transfer = waiting(outBillNo);
      if (transfer?.userName === WRONG_NAME) return end(transfer, "FAIL", "NAME_NOT_CORRECT");
      if (transfer && parts.isRefused()) return end(transfer, "FAIL", "PAYEE_ACCOUNT_ABNORMAL");
      return transfer && end(transfer, "SUCCESS");
    },
    /** Closes the transfer as if a day had passed without a confirmation. */
    lapse(outBillNo: string): Transfer | undefined {
      const transfer = waiting(outBillNo);
      return transfer && end(transfer, "FAIL", "OVERDUE_CLOSE");
    },
    /** Resumes cancellations that a restart interrupted. */
    resume(): void {
      for (const { outBillNo } of parts.transfers.values()) endCancel(outBillNo);
    },
  };
}
export type Transfers = ReturnType<typeof createTransfers>;
