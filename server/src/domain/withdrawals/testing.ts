/**
 * Shared test fixtures of withdrawals: a channel that stores transfers and loses answers on
 * request, and its payees' actions.
 */
import type { TransferStatusUpdate } from "../payments/port.ts";
import type { Payout, PayoutAnswer, PayoutChannel } from "./port.ts";

export const ACCOUNT = { appId: "wx5eaf00d0a11ce000", merchantId: "1900000109" };

/** `unheard`: done, but the answer is lost. `lost`: never arrived. A code: refused. */
export type FaultMode = "well" | "unheard" | "lost" | "PARAM_ERROR" | "NOT_ENOUGH" | "NEW_ERROR";
type Call = "transfer" | "query" | "cancel";
type Bill = { readonly order: Payout; state: TransferStatusUpdate["state"]; code?: string };

const noAnswer = { state: "unknown", reason: "no answer in time" } as const;

/** A channel that satisfies its port, and whose answers get lost as scripted. */
export function scriptedPayouts() {
  const bills = new Map<string, Bill>();
  const calls: string[] = [];
  const script: Record<Call, FaultMode[]> = { transfer: [], query: [], cancel: [] };
  const updateOf = ({ order, state, code }: Bill): TransferStatusUpdate => ({
    outBillNo: order.outBillNo,
    ...ACCOUNT,
    state,
    code,
    amountFen: order.amountFen,
    openid: order.openid,
    transferNo: `1330${order.outBillNo}`,
  });
  const act = async (call: Call, no: string, work: () => PayoutAnswer): Promise<PayoutAnswer> => {
    calls.push(`${call} ${no}`);
    const mode = script[call].shift() ?? "well";
    if (mode === "lost") return noAnswer;
    if (mode !== "well" && mode !== "unheard")
      return { state: "refused", code: mode, reason: "status 400" };
    const answer = work();
    // Lets other requests run in between, as a real network call would.
    await new Promise((done) => setImmediate(done));
    return mode === "unheard" ? noAnswer : answer;
  };
  const channel: PayoutChannel = {
    account: ACCOUNT,
    transfer: (order) =>
      act("transfer", order.outBillNo, () => {
        const bill = bills.get(order.outBillNo) ?? { order, state: "wait_confirm" as const };
        bills.set(order.outBillNo, bill);
        const opens = bill.state === "wait_confirm" ? { package: `open-${order.outBillNo}` } : {};
        return { state: "known", update: { ...updateOf(bill), ...opens } };
      }),
    query: (no) =>
      act("query", no, () => {
        const bill = bills.get(no);
        return bill ? { state: "known", update: updateOf(bill) } : { state: "absent" };
      }),
    cancel: (no) =>
      act("cancel", no, () => {
        const bill = bills.get(no);
        if (!bill) return { state: "refused", code: "NOT_FOUND", reason: "status 404" };
        if (bill.state === "wait_confirm") bill.state = "cancelled";
        return { state: "known", update: updateOf(bill) };
      }),
  };
  return {
    channel,
    bills,
    calls,
    script,
    /**
     * Confirms as the payee, or ends the transfer otherwise at the channel; returns the status
     * update without a notification.
     */
    end(
      no: string,
      state: TransferStatusUpdate["state"] = "success",
      code?: string,
    ): TransferStatusUpdate {
      const bill = bills.get(no);
      if (!bill) throw new Error(`no bill ${no}`);
      bill.state = state;
      if (code !== undefined) bill.code = code;
      return updateOf(bill);
    },
  };
}
