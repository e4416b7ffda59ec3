/** A dealer requests the invoice of a month's statement, and reads what can be invoiced of it. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Invoice } from "@yunjing/contract/schemas/invoices";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { invoicesRequestStatement } from "../../../sql/invoices.ts";
import { firstDay, monthOf, owedOf, ownTerms } from "../../exchange/actions.ts";
import { onceForMember } from "../../members/actions.ts";
import { checkedBuyer } from "../model.ts";
import { type InvoiceRow, latestOfStatement } from "../store.ts";
import { ENDED, type Issuing, lastBuyerOf, ownInvoice } from "./member.ts";
import { sealBuyer, shownInvoice } from "./view.ts";

const whyNot = {
  closed: "暂未开通在线开票",
  month_open: "这个月结束后可以开票",
  nothing_owed: "这个月没有应付金额",
  exists: "这个月的对账单已有发票",
} as const;

/** A dealer's month, written `2026-10`. */
type Wanted = Issuing & { readonly memberId: string; readonly month: string };

function obstacleOf(
  context: Context,
  { isIssuing, month }: Wanted,
  { payableFen, latest }: { payableFen: number; latest: InvoiceRow | undefined },
): keyof typeof whyNot | undefined {
  if (!isIssuing) return "closed";
  if (latest && !ENDED.has(latest.state)) return "exists";
  if (month >= monthOf(context.clock.now())) return "month_open";
  return payableFen > 0 ? undefined : "nothing_owed";
}

async function requireDealer(context: Context, db: Db, memberId: string): Promise<void> {
  if (!(await ownTerms(context, db, memberId))) throw new Refusal("NOT_FOUND");
}

/** Returns what can be invoiced of a statement. Refuses NOT_FOUND for a member who is no dealer. */
export async function invoiceOfStatement(
  context: Context,
  db: Db,
  wanted: Wanted,
): Promise<Output<"invoices", "ofStatement">> {
  const { memberId, month } = wanted;
  await requireDealer(context, db, memberId);
  const [latest, payableFen, lastBuyer] = await Promise.all([
    latestOfStatement(db, { memberId, day: firstDay(month) }),
    owedOf(db, { memberId, month }),
    lastBuyerOf(context, db, memberId),
  ]);
  const why = obstacleOf(context, wanted, { payableFen, latest });
  return {
    payableFen,
    canRequest: why === undefined,
    ...(why === undefined ? {} : { why: whyNot[why] }),
    ...(latest ? { latest: shownInvoice(context, latest) } : {}),
    ...(lastBuyer ? { lastBuyer } : {}),
  };
}

/**
 * Requests the invoice of all that is owed for a month that is over. Refuses NOT_FOUND for a member
 * who is no dealer, INPUT_INVALID {field, text} for a title, tax number or e-mail, and
 * INVOICE_DENIED {reason}.
 */
export async function requestStatementInvoice(
  context: Context,
  db: Db,
  requested: Wanted & Input<"invoices", "requestStatement"> & { readonly key: string },
): Promise<Invoice> {
  const { memberId, month, key, isIssuing, ...typed } = requested;
  const buyer = checkedBuyer(typed);
  await requireDealer(context, db, memberId);
  if (!isIssuing) throw new Refusal("INVOICE_DENIED", { reason: whyNot.closed });
  const intent = { memberId, route: "invoices.requestStatement", key, body: { month, ...buyer } };
  const { id } = await onceForMember(context, db, intent, async (tx) => {
    const made = context.ids.next();
    const outcome = await invoicesRequestStatement(tx, {
      member: memberId,
      id: made,
      month: firstDay(month),
      titleType: buyer.titleType,
      ...sealBuyer(context, made, buyer),
      now: context.clock.sql(),
    });
    if (outcome !== "requested") throw new Refusal("INVOICE_DENIED", { reason: whyNot[outcome] });
    return { id: made };
  });
  return ownInvoice(context, db, { memberId, id });
}
