/**
 * Converts WeChat Pay's transfer bodies into status updates; a body of another shape is rejected.
 */
import { ownValue } from "@yunjing/contract/own-value";
import Type from "typebox";
import Value from "typebox/value";
import type { TransferStatusUpdate } from "../../domain/payments/port.ts";

const Text = Type.String({ minLength: 1, maxLength: 64 });
const Fen = Type.Integer({ minimum: 1, maximum: 10_000_000_000 });

const optional = {
  transfer_bill_no: Type.Optional(Text),
  appid: Type.Optional(Text),
  openid: Type.Optional(Type.String({ maxLength: 64 })),
  fail_reason: Type.Optional(Type.String({ maxLength: 64 })),
  package_info: Type.Optional(Type.String({ maxLength: 1_024 })),
};
/**
 * The answer to a transfer request or its cancellation: no amount, and no merchant, which is our
 * own.
 */
const AcceptedTransfer = Type.Object({ ...optional, out_bill_no: Text, state: Text });
/** The answer to a query. */
const Bill = Type.Object({
  ...optional,
  out_bill_no: Text,
  state: Text,
  transfer_amount: Fen,
  mch_id: Text,
});
/** The body of a notification. */
const NotifiedTransfer = Type.Object({
  ...optional,
  out_bill_no: Text,
  state: Text,
  transfer_amount: Fen,
  mchid: Text,
});

const states: Readonly<Record<string, TransferStatusUpdate["state"]>> = {
  ACCEPTED: "accepted",
  PROCESSING: "processing",
  WAIT_USER_CONFIRM: "wait_confirm",
  TRANSFERING: "transferring",
  SUCCESS: "success",
  FAIL: "failed",
  CANCELING: "cancelling",
  CANCELLED: "cancelled",
};

type Read = Type.Static<typeof AcceptedTransfer> & { readonly transfer_amount?: number };

function statusUpdateOf(bill: Read, merchantId: string): TransferStatusUpdate | undefined {
  const state = ownValue(states, bill.state);
  if (state === undefined) return undefined;
  return {
    outBillNo: bill.out_bill_no,
    merchantId,
    state,
    amountFen: bill.transfer_amount,
    appId: bill.appid || undefined,
    openid: bill.openid || undefined,
    transferNo: bill.transfer_bill_no,
    package: bill.package_info || undefined,
    code: bill.fail_reason || undefined,
  };
}

export const acceptedStatusUpdateOf = (
  body: unknown,
  merchantId: string,
): TransferStatusUpdate | undefined =>
  Value.Check(AcceptedTransfer, body) ? statusUpdateOf(body, merchantId) : undefined;

export const billStatusUpdateOf = (body: unknown): TransferStatusUpdate | undefined =>
  Value.Check(Bill, body) ? statusUpdateOf(body, body.mch_id) : undefined;

/** Notifications contain only final states. */
export function notifiedTransferStatusUpdateOf(body: unknown): TransferStatusUpdate | undefined {
  const update = Value.Check(NotifiedTransfer, body) ? statusUpdateOf(body, body.mchid) : undefined;
  const isEnd = update && ["success", "failed", "cancelled"].includes(update.state);
  return isEnd ? update : undefined;
}
