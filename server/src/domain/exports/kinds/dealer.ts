/** The export of a dealer's statement: a month's batches, what is owed, paid and open. */
import { operations } from "@yunjing/contract/operations";
import { Month } from "@yunjing/contract/schemas/dealers";
import Type from "typebox";
import { Rendered } from "../../../platform/http/rendered.ts";
import { invariant } from "../../../platform/refusal.ts";
import { memberIdByNo } from "../../members/actions.ts";
import { type Cell, yuan } from "../../../platform/csv.ts";
import { callOf, checkFilter, type ExportKind, timeOf } from "./define.ts";

const found = operations.find(
  ({ topic, name }) => topic === "operatorDealers" && name === "statement",
);
invariant(found?.permissions, "statements of dealers have a permission");
const { permissions } = found;

const filterSchema = Type.Object(
  { memberNo: Type.String({ pattern: "^\\d{9}$" }), month: Month },
  { additionalProperties: false },
);

const heads = ["批次", "张数", "已生成", "已激活", "已兑换", "已作废", "单价（元）", "应付（元）"];

/** A row below the batches, whose last cell is an amount. */
const sumRow = (title: string, fen: number): readonly Cell[] => [
  title,
  ...heads.slice(2).map(() => undefined),
  yuan(fen),
];

export const dealerStatement: ExportKind = {
  title: "经销商对账单",
  isOrdered: true,
  permissions,
  accept: (filter) => checkFilter(filterSchema, filter),
  // A month has one page.
  read: async ({ db, lists }, { filter, operatorId }) => {
    const memberId = await memberIdByNo(db, String(filter["memberNo"]));
    const input = { memberId, month: String(filter["month"]) };
    const read = await lists.operatorDealers.statement(input, callOf(operatorId, permissions));
    invariant(!(read instanceof Rendered), "a statement answers rows");
    const batches = read.list.map((batch): Cell[] => [
      batch.name,
      batch.count,
      batch.made,
      batch.made - batch.asleep,
      batch.redeemed,
      batch.void,
      yuan(batch.priceFen),
      yuan(batch.owedFen),
    ]);
    const payments = read.payments.flatMap(({ slip, at, amountFen, reversal }) => [
      ...(reversal ? [sumRow(`撤销付款 ${timeOf(reversal.at)} 凭证 ${slip}`, -amountFen)] : []),
      sumRow(`付款 ${timeOf(at)} 凭证 ${slip}`, amountFen),
    ]);
    const sums = [
      sumRow("应付合计", read.owedFen),
      ...payments,
      sumRow("已付合计", read.paidFen),
      sumRow("待付", read.openFen),
    ];
    return { heads, rows: [...batches, ...sums], nextCursor: undefined };
  },
};
