/** A member requests the invoice of an order, reads their own, cancels a request and opens the file. */
import type { Readable } from "node:stream";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Invoice } from "@yunjing/contract/schemas/invoices";
import type { Context } from "../../../platform/context.ts";
import { keysetPageOf, keysetResult, type PageInput } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { FileStore } from "../../../platform/files/port.ts";
import { Outage, Refusal } from "../../../platform/refusal.ts";
import { invoicesPayable, invoicesRequest } from "../../../sql/invoices.ts";
import { onceForMember } from "../../members/actions.ts";
import { refundableByNo } from "../../orders/actions.ts";
import { checkedBuyer, invoiceFileKey } from "../model.ts";
import {
  cancelledAt,
  decideRequest,
  eraseEmails,
  findOwnInvoice,
  type InvoiceRow,
  invoicesOfMember,
  latestOfOrder,
  openRequests,
} from "../store.ts";
import { openBuyer, sealBuyer, shownInvoice } from "./view.ts";

const whyNot = {
  closed: "暂未开通在线开票",
  order_open: "商品都发放后可以开票",
  nothing_paid: "订单没有用微信或充值余额付款的金额",
  exists: "这个订单已有发票",
} as const;

/** Whether invoices are issued at all: an issuer is connected. */
export type Issuing = { readonly isIssuing: boolean };

async function orderOf(db: Db, memberId: string, orderNo: string) {
  const order = await refundableByNo(db, memberId, orderNo);
  if (!order) throw new Refusal("NOT_FOUND");
  return order;
}

/** Returns whom the member's last invoice was made out to. */
export async function lastBuyerOf(context: Context, db: Db, memberId: string) {
  const [last] = await invoicesOfMember(db, memberId, { after: undefined, limit: 1 });
  return last && openBuyer(context, last);
}

export const ENDED: ReadonlySet<string> = new Set(["FAILED", "REJECTED", "CANCELLED", "REVERSED"]);

function obstacleOf(
  order: { readonly orderState: string; readonly fulfilState: string },
  {
    isIssuing,
    payableFen,
    latest,
  }: Issuing & { payableFen: number; latest?: InvoiceRow | undefined },
): keyof typeof whyNot | undefined {
  if (!isIssuing) return "closed";
  if (latest && !ENDED.has(latest.state)) return "exists";
  const isOpen = order.orderState === "ACTIVE" || order.orderState === "DONE";
  if (!isOpen || order.fulfilState !== "DONE") return "order_open";
  return payableFen > 0 ? undefined : "nothing_paid";
}

/** Returns what can be invoiced of an order. Refuses NOT_FOUND for another member's order. */
export async function invoiceOfOrder(
  context: Context,
  db: Db,
  {
    memberId,
    orderNo,
    isIssuing,
  }: Issuing & { readonly memberId: string; readonly orderNo: string },
): Promise<Output<"invoices", "ofOrder">> {
  const order = await orderOf(db, memberId, orderNo);
  const { ownerId, id: orderId } = order;
  const [latest, payableFen, lastBuyer] = await Promise.all([
    latestOfOrder(db, { ownerId, orderId }),
    invoicesPayable(db, { member: ownerId, order: orderId }),
    lastBuyerOf(context, db, memberId),
  ]);
  const why = obstacleOf(order, { isIssuing, payableFen, latest });
  return {
    payableFen,
    canRequest: why === undefined,
    ...(why === undefined ? {} : { why: whyNot[why] }),
    ...(latest ? { latest: shownInvoice(context, latest) } : {}),
    ...(lastBuyer ? { lastBuyer } : {}),
  };
}

type Requested = Input<"invoices", "request"> &
  Issuing & { readonly memberId: string; readonly key: string };

/** Returns the invoice as its member reads it. Refuses NOT_FOUND. */
export async function ownInvoice(
  context: Context,
  db: Db,
  wanted: { readonly memberId: string; readonly id: string },
): Promise<Invoice> {
  const row = await findOwnInvoice(db, wanted);
  if (!row) throw new Refusal("NOT_FOUND");
  return shownInvoice(context, row);
}

/**
 * Requests the invoice of a delivered order, of all that was paid in money. Refuses NOT_FOUND,
 * INPUT_INVALID {field, text} for a title, tax number or e-mail, and INVOICE_DENIED {reason}.
 */
export async function requestInvoice(
  context: Context,
  db: Db,
  { memberId, key, orderNo, isIssuing, ...typed }: Requested,
): Promise<Invoice> {
  const buyer = checkedBuyer(typed);
  const { ownerId, id: order } = await orderOf(db, memberId, orderNo);
  if (!isIssuing) throw new Refusal("INVOICE_DENIED", { reason: whyNot.closed });
  const body = { orderNo, ...buyer };
  const intent = { memberId, route: "invoices.request", key, body };
  const { id } = await onceForMember(context, db, intent, async (tx) => {
    const made = context.ids.next();
    const sealed = sealBuyer(context, made, buyer);
    const outcome = await invoicesRequest(tx, {
      member: ownerId,
      id: made,
      order,
      requester: memberId,
      titleType: buyer.titleType,
      buyer: sealed.buyer,
      email: sealed.email,
      now: context.clock.sql(),
    });
    if (outcome !== "requested") throw new Refusal("INVOICE_DENIED", { reason: whyNot[outcome] });
    return { id: made };
  });
  return ownInvoice(context, db, { memberId, id });
}

/** Returns a page of the member's invoices, newest first. Refuses BAD_REQUEST. */
export async function pageOfInvoices(
  context: Context,
  db: Db,
  { memberId, ...paging }: PageInput & { readonly memberId: string },
): Promise<Output<"invoices", "list">> {
  const page = keysetPageOf(paging);
  const rows = await invoicesOfMember(db, memberId, { ...page, limit: page.limit + 1 });
  return keysetResult(rows, page, (row) => shownInvoice(context, row));
}

/** Records that a request was cancelled, by the member or with the account. */
async function recordCancel(
  context: Context,
  tx: Tx,
  { memberId, id, by }: { memberId: string; id: string; by: "system" | { id: string } },
): Promise<void> {
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "invoice",
    entityId: id,
    name: "cancel",
    from: "REQUESTED",
    to: "CANCELLED",
    actor: by === "system" ? { kind: "system" } : { kind: "member", id: by.id },
  });
}

/** Cancels a request. Refuses NOT_FOUND, and STATE_CHANGED when an operator has decided it. */
export async function cancelInvoice(
  context: Context,
  db: Db,
  {
    memberId,
    key,
    invoiceId,
  }: { readonly memberId: string; readonly key: string; readonly invoiceId: string },
): Promise<Invoice> {
  const intent = { memberId, route: "invoices.cancel", key, body: { invoiceId } };
  await onceForMember(context, db, intent, async (tx) => {
    const row = await findOwnInvoice(tx, { memberId, id: invoiceId });
    if (!row) throw new Refusal("NOT_FOUND");
    const set = cancelledAt(context.clock.sql());
    if (!(await decideRequest(tx, row, { event: "cancel", set })))
      throw new Refusal("STATE_CHANGED");
    await recordCancel(context, tx, { memberId: row.memberId, id: row.id, by: { id: memberId } });
  });
  return ownInvoice(context, db, { memberId, id: invoiceId });
}

/** Returns the issued file. Refuses NOT_FOUND for another member's and for one without a file. */
export async function openInvoiceFile(
  db: Db,
  store: Pick<FileStore, "get">,
  { memberId, invoiceId }: { readonly memberId: string; readonly invoiceId: string },
): Promise<Readable> {
  const row = await findOwnInvoice(db, { memberId, id: invoiceId });
  if (!row || row.issuedAt === null) throw new Refusal("NOT_FOUND");
  const file = await store.get(invoiceFileKey(row.id));
  if (!file) throw new Outage("the file store", new Error("an issued invoice is missing"));
  return file.stream;
}

/** Cancels the requests of a closed account and removes its e-mail addresses. */
export async function eraseInvoices(context: Context, tx: Tx, memberId: string): Promise<void> {
  for (const id of await openRequests(tx, memberId)) {
    const set = cancelledAt(context.clock.sql());
    if (await decideRequest(tx, { memberId, id }, { event: "cancel", set }))
      await recordCancel(context, tx, { memberId, id, by: "system" });
  }
  await eraseEmails(tx, memberId);
}
