/** The states of invoices in the operators' words, and the prompts that decide them. */
import { api, type Item } from "../../api/client.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { moneyText } from "../../parts/format.ts";
import type { Tone } from "../../parts/tag.tsx";

export type InvoiceRow = Item<typeof api.operatorInvoices.list>;

export const stateWords: Readonly<Record<InvoiceRow["state"], readonly [Tone, string]>> = {
  REQUESTED: ["sea", "待开票"],
  ISSUING: ["warn", "开票中"],
  ISSUED: ["ok", "已开票"],
  FAILED: ["bad", "未开成"],
  REJECTED: ["outline", "已驳回"],
  CANCELLED: ["outline", "已取消"],
  REVERSING: ["warn", "红冲中"],
  REVERSED: ["outline", "已红冲"],
};

export const titleTypes: Readonly<Record<InvoiceRow["titleType"], string>> = {
  person: "个人",
  company: "企业",
};

export const isAtIssuer = ({ state }: Pick<InvoiceRow, "state">): boolean =>
  state === "ISSUING" || state === "REVERSING";

export const issue = (row: InvoiceRow) =>
  askReason({
    op: api.operatorInvoices.issue,
    input: { invoiceId: row.invoiceId },
    title: "开具发票",
    effect: [
      `给「${row.title}」开 ${moneyText(row.amountFen)}`,
      "开票方没有应答时，系统用同一个申请号查询，不会开两张",
    ],
    confirm: `开具 ${moneyText(row.amountFen)}`,
    done: "已提交开票方",
  });

export const reject = (row: InvoiceRow) =>
  askReason({
    op: api.operatorInvoices.reject,
    input: { invoiceId: row.invoiceId },
    title: "驳回开票申请",
    effect: ["会员可以修改后重新申请"],
    confirm: "驳回",
    look: "danger",
    reasonHelp: "会员会读到",
    done: "已驳回",
  });

export const reverse = (row: InvoiceRow) =>
  askReason({
    op: api.operatorInvoices.reverse,
    input: { invoiceId: row.invoiceId },
    title: "红冲发票",
    effect: [
      `红冲「${row.title}」的 ${moneyText(row.amountFen)}，不能撤销`,
      "系统不会自动重开，会员可以用新的抬头重新申请",
    ],
    confirm: "红冲",
    look: "danger",
    done: "已提交开票方红冲",
  });

export const ask = (row: InvoiceRow) =>
  askReason({
    op: api.operatorInvoices.ask,
    input: { invoiceId: row.invoiceId },
    title: "向开票方查询",
    effect: [`用原申请号 ${row.requestNo} 查询，不会再开一张`],
    confirm: "立即查询",
    done: "已安排查询，几秒后刷新",
  });
