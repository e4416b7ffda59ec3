/** One report as a table with its totals, and below it the difference from the ledger. */
import { Link } from "@tanstack/react-router";
import type { Report } from "@yunjing/contract/schemas/operators/reports";
import { countText, EMPTY, moneyText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";
import { Empty } from "../../parts/state.tsx";
import { Money } from "../../parts/table/columns.tsx";
import styles from "./reports.module.css";

type Cell = Report["totals"][number];
type Unit = Report["columns"][number]["unit"];

function CellText({ cell, unit }: { readonly cell: Cell; readonly unit: Unit | undefined }) {
  if (cell === null) return EMPTY;
  if (typeof cell === "string") return cell;
  return unit === "fen" ? <Money fen={cell} /> : countText(cell);
}

/** The label of a row leads to the list of the same figures. */
function RowHead({ text, to }: { readonly text: Cell; readonly to: string | undefined }) {
  if (to === undefined) return text;
  const [path = "", query = ""] = to.split("?");
  return (
    <Link to={path} search={Object.fromEntries(new URLSearchParams(query))}>
      {text}
    </Link>
  );
}

/** 与账本差 ¥0.00, or each amount that differs, in red. */
function Difference({ report }: { readonly report: Report }) {
  const { comparisons, ledgerDifference } = report;
  const wrong = comparisons.filter(({ reportFen, ledgerFen }) => reportFen !== ledgerFen);
  if (wrong.length === 0) {
    return (
      <p className={styles.equal}>
        与账本差 {moneyText(0)}
        <small>{comparisons.map(({ title }) => title).join("、")} 已与账本分录逐项核对</small>
      </p>
    );
  }
  return (
    <div className={styles.different}>
      <Notice tone="bad">
        与账本差 {moneyText(ledgerDifference)}，请到「对账与差错」查明
        <ul>
          {wrong.map(({ title, reportFen, ledgerFen }) => (
            <li key={title}>
              {title}：报表 {moneyText(reportFen)}，账本 {moneyText(ledgerFen)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

export function ReportTable({
  report,
  title,
}: {
  readonly report: Report;
  readonly title: string;
}) {
  const { columns, rows, totals, isCut } = report;
  if (rows.length === 0) {
    return (
      <>
        <Empty title="这个时段没有数据" text="换个时段再看。" />
        <Difference report={report} />
      </>
    );
  }
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={`${title}表`}>
        <table className={styles.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {columns.map(({ key, title: head }) => (
                <th key={key} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells, to }) => (
              <tr key={`${cells[0]}${to}`}>
                <th scope="row">
                  <RowHead text={cells[0] ?? null} to={to} />
                </th>
                {columns.slice(1).map(({ key, unit }, place) => (
                  <td key={key}>
                    <CellText cell={cells[place + 1] ?? null} unit={unit} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {totals.map((cell, place) => {
                const text = <CellText cell={cell} unit={columns[place]?.unit} />;
                const { key } = columns[place] ?? { key: "label" };
                return place === 0 ? (
                  <th key={key} scope="row">
                    {text}
                  </th>
                ) : (
                  <td key={key}>{text}</td>
                );
              })}
            </tr>
          </tfoot>
        </table>
      </div>
      {isCut && (
        <p className={styles.cut}>只列出最近 1,000 单，合计含全部；明细请在「订单」里导出</p>
      )}
      <Difference report={report} />
    </>
  );
}
