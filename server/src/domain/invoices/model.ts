/**
 * Invoices of members' orders and of dealers' statements.
 *
 * - payable: what the member paid in money for an order, by WeChat and from topped-up balance, and
 *   got no refund of; bonus, rewards, points and coupons are not invoiced.
 * - statement: what a dealer owes for the codes of a month (`exchange/dealers/model.ts`); it is invoiced
 *   when the month is over.
 * - request number: ours at the issuer; `B` and the id for the invoice, `R` and the id for the
 *   reversal.
 * - reversal (红冲): an invoice of the same amount that cancels an issued one.
 * - reissue: the invoice for the rest of the order after the reversal.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { isTaxNumber, plainTaxNumber } from "@yunjing/contract/tax-number";
import type { InvoiceBuyer } from "@yunjing/contract/schemas/invoices";
import { normalizeWhitespace } from "../../platform/normalize-whitespace.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { InvoiceState } from "./lifecycle.ts";

/** Whom it is made out to. */
export type Buyer = Pick<InvoiceBuyer, "titleType" | "title" | "taxNo">;

const plainNo = (id: string): string => id.replaceAll("-", "");
export const blueNo = (id: string): string => `B${plainNo(id)}`;
export const redNo = (id: string): string => `R${plainNo(id)}`;

/** The key of the issued file in the file store. */
export const invoiceFileKey = (id: string): string => `invoices/${id}.pdf`;

export const buyerSealContext = (id: string): string => `invoice:buyer_sealed:${id}`;
export const emailSealContext = (id: string): string => `invoice:email_sealed:${id}`;

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;
/** Characters that a title may have; no markup and no control characters. */
const TITLE = /^[\p{L}\p{N}\p{M}\p{Zs}()（）·.,，、&\-—'’/]+$/u;

const wrong = (field: string, text: string): Refusal =>
  new Refusal("INPUT_INVALID", { field, text });

/** Returns the buyer and e-mail as stored. Refuses INPUT_INVALID {field, text}. */
export function checkedBuyer(typed: InvoiceBuyer): Buyer & { readonly email: string | undefined } {
  const { titleType } = typed;
  const title = normalizeWhitespace(typed.title);
  const email = typed.email?.trim() || undefined;
  if ([...title].length < 2) throw wrong("title", "抬头至少 2 个字");
  if (!TITLE.test(title)) throw wrong("title", "抬头里有不能用的符号");
  if (email !== undefined && !EMAIL.test(email)) throw wrong("email", "邮箱格式不正确");
  if (titleType === "person") return { titleType, title, email };
  const taxNo = plainTaxNumber(typed.taxNo ?? "");
  if (taxNo === "") throw wrong("taxNo", "企业抬头要填税号");
  if (!isTaxNumber(taxNo)) throw wrong("taxNo", "税号不正确，请核对 18 位统一社会信用代码");
  return { titleType, title, taxNo, email };
}

export const stateTexts: Readonly<Record<InvoiceState, string>> = {
  REQUESTED: "待开票",
  ISSUING: "开票中",
  ISSUED: "已开票",
  FAILED: "未开成",
  REJECTED: "未通过",
  CANCELLED: "已取消",
  REVERSING: "红冲中",
  REVERSED: "已红冲",
};

/** Returns what it is for: the order's title, or the statement of a month. */
export const subjectOf = ({
  orderTitle,
  month,
}: {
  readonly orderTitle: string | null;
  readonly month: string | null;
}): string => orderTitle ?? `${month?.replace("-", " 年 ") ?? ""} 月制码对账单`;

/** The stored reasons of a request that ended because nothing is left to invoice. */
const LOWERED: Readonly<Record<string, string>> = {
  ORDER_REFUNDED: "订单已全部退款，不再开票。",
  CODES_VOID: "这个月的码都已作废，不再开票。",
};

/** Returns why it was rejected, cancelled or not issued; a person's words as they are. */
export const reasonTextOf = (reason: string | null): string | null =>
  reason === null ? null : (ownValue(LOWERED, reason) ?? reason);

/** Why an issued invoice is reversed, as its member reads it. */
function whyReversed({ month, reversalReason }: Noted): string {
  if (reversalReason !== null) return "工作人员核对后";
  return month === null ? "订单有退款" : "有码作废";
}

type Noted = {
  readonly state: InvoiceState;
  readonly reason: string | null;
  /** Not null for the statement of a dealer. */
  readonly month: string | null;
  /** Not null for what an operator reversed. */
  readonly reversalReason: string | null;
};

/** Returns what happens next or why it ended, as the member reads it. */
export function noteOf(noted: Noted): string {
  const { state, reason, reversalReason } = noted;
  switch (state) {
    case "REQUESTED":
      return "工作人员确认后开具，开好会在消息里告诉你。";
    case "ISSUING":
      return "正在开具，开好会在消息里告诉你。";
    case "ISSUED":
      return "电子发票已开好，可随时查看和保存。";
    case "FAILED":
    case "REJECTED":
      return `${reason ?? "没有开成"}。修改后可以重新申请。`;
    case "CANCELLED":
      return reasonTextOf(reason) ?? "你取消了这次申请。";
    case "REVERSING":
      return `${whyReversed(noted)}，这张发票正在作废；${reversalReason === null ? "剩余金额会自动重开" : "作废后可以重新申请"}。`;
    case "REVERSED":
      return `${whyReversed(noted)}，这张发票已作废，请勿再用于报销。`;
  }
}
