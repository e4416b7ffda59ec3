/** The export of a report: its rows, its totals, and its difference from the ledger. */
import { operations } from "@yunjing/contract/operations";
import type { Report } from "@yunjing/contract/schemas/operators/reports";
import Value from "typebox/value";
import type { Input } from "@yunjing/contract/operations";
import { Rendered } from "../../../platform/http/rendered.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { type Cell, yuan } from "../../../platform/csv.ts";
import { callOf, checkFilter, type ExportKind } from "./define.ts";

const found = operations.find(({ topic, name }) => topic === "operatorReports" && name === "read");
invariant(found?.permissions, "reports have a permission");
const { permissions, input: schema } = found;
const isInput = (value: unknown): value is Input<"operatorReports", "read"> =>
  Value.Check(schema, value);

function cellsOf({ columns }: Report, cells: Report["totals"]): Cell[] {
  return cells.map((cell, place) => {
    if (cell === null) return undefined;
    return typeof cell === "number" && columns[place]?.unit === "fen" ? yuan(cell) : cell;
  });
}

export const report: ExportKind = {
  title: "报表",
  isOrdered: true,
  permissions,
  accept: (filter) => checkFilter(schema, filter),
  // A report has one page.
  read: async ({ lists }, { filter, operatorId }) => {
    const input: unknown = filter;
    if (!isInput(input)) throw new Refusal("BAD_REQUEST", { field: "filter" });
    const read = await lists.operatorReports.read(input, callOf(operatorId, permissions));
    invariant(!(read instanceof Rendered), "a report answers rows");
    const ledger = read.comparisons.map(({ title, reportFen, ledgerFen }) => [
      `账本：${title}`,
      yuan(ledgerFen),
      "差",
      yuan(reportFen - ledgerFen),
    ]);
    return {
      heads: read.columns.map(({ title, unit }) => (unit === "fen" ? `${title}（元）` : title)),
      rows: [
        ...read.rows.map(({ cells }) => cellsOf(read, cells)),
        cellsOf(read, read.totals),
        ...ledger,
      ],
      nextCursor: undefined,
    };
  },
};
