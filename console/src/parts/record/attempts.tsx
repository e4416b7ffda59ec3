/** 供应商请求记录: every request to a supplier and every callback, and one of them as it was sent. */
import { useQuery } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { timeText } from "../format.ts";
import { Card } from "../page-head.tsx";
import { Facts, Panel, Section } from "../panel.tsx";
import { Failed, Skeleton } from "../state.tsx";
import { StateTag } from "../tag.tsx";
import { No } from "../table/columns.tsx";
import { outcomeOf, supplierStates, whatText } from "./attempt-words.ts";
import { RecordTable } from "./record-table.tsx";
import styles from "./attempts.module.css";

/** An order at a supplier with its requests and callbacks. */
export type SupplierOrder = OutputOf<typeof api.operatorOrders.detail>["supplierOrders"][number];

const clock = (at: number): string => timeText(at).slice(-8);

function Exchanges(props: {
  readonly placed: SupplierOrder;
  readonly onRaw: (ref: string) => void;
}) {
  const { placed, onRaw } = props;
  return placed.exchanges.map(({ ref, at, what, tookMs, outcome }) => {
    const [tone, word] = outcomeOf(outcome);
    return (
      <tr key={ref}>
        <td title={timeText(at)}>{clock(at)}</td>
        <td>{whatText(what)}</td>
        <td data-wraps>{placed.supplierName}</td>
        <td>
          <StateTag tone={tone}>{word}</StateTag>
        </td>
        <td data-align="right">
          {what === "callback" ? "—" : `${tookMs.toLocaleString("en-US")} ms`}
        </td>
        <td data-align="right">
          {may("orders:handle") && (
            <button
              type="button"
              className={styles.raw}
              onClick={() => onRaw(ref)}
              aria-label={`查看 ${clock(at)} ${whatText(what)}的报文`}
            >
              <Braces aria-hidden="true" />
            </button>
          )}
        </td>
      </tr>
    );
  });
}

/** One line for each supplier order, followed by its exchanges, the newest first. */
function SupplierOrderRows(props: {
  readonly placed: SupplierOrder;
  readonly onRaw: (ref: string) => void;
}) {
  const { placed, onRaw } = props;
  const [tone, word] = supplierStates[placed.state] ?? ["outline", placed.state];
  return (
    <>
      <tr className={styles.attempt}>
        <th scope="rowgroup" colSpan={6}>
          <span className={styles.attemptLine}>
            第 {placed.attempt} 次 · {placed.supplierName}
            <No value={placed.outNo} />
            <StateTag tone={tone}>{word}</StateTag>
            {placed.supplierNo !== undefined && (
              <span className={styles.muted}>对方单号 {placed.supplierNo}</span>
            )}
          </span>
        </th>
      </tr>
      <Exchanges placed={placed} onRaw={onRaw} />
      {placed.exchanges.length === 0 && (
        <tr>
          <td colSpan={6} className={styles.muted}>
            没有保存的报文{placed.reason === undefined ? "" : `；${placed.reason}`}
          </td>
        </tr>
      )}
    </>
  );
}

/** Draws the supplier orders of one order, which come oldest first. */
export function Attempts(props: {
  readonly supplierOrders: readonly SupplierOrder[];
  readonly onRaw: (ref: string) => void;
}) {
  const newestFirst = props.supplierOrders.toReversed();
  return (
    <Card title="供应商请求记录" aside="同一我方单号只查询，不重复下单">
      <RecordTable label="供应商请求记录">
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">动作</th>
            <th scope="col">供应商</th>
            <th scope="col">返回结果</th>
            <th scope="col" data-align="right">
              用时
            </th>
            <th scope="col">
              <span className="visually-hidden">报文</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {newestFirst.map((placed) => (
            <SupplierOrderRows key={placed.outNo} placed={placed} onRaw={props.onRaw} />
          ))}
        </tbody>
      </RecordTable>
    </Card>
  );
}

/** One exchange as it went over the wire, without secrets. */
export function RawExchange(props: { readonly exchangeRef: string; readonly onClose: () => void }) {
  const query = useQuery(apiQuery(api.operatorOrders.exchange, { ref: props.exchangeRef }));
  const { data } = query;
  if (!data) {
    return (
      <Panel title="原始报文" onClose={props.onClose}>
        {query.isError ? <Failed failure={query.error} /> : <Skeleton />}
      </Panel>
    );
  }
  const [tone, word] = outcomeOf(data.outcome);
  return (
    <Panel
      title={`${whatText(data.what)} · ${timeText(data.at)}`}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text="卡密、账号和手机号已去除"
      onClose={props.onClose}
    >
      <Section>
        <Facts
          rows={[
            ["我方单号", data.outNo],
            ["用时", `${data.tookMs} ms`],
            ["HTTP 状态", data.httpStatus ?? "—"],
          ]}
        />
      </Section>
      <Section title="请求">
        <pre className={styles.json}>{data.request || "—"}</pre>
      </Section>
      <Section title="答复">
        <pre className={styles.json}>{data.answer || "没有答复"}</pre>
      </Section>
    </Panel>
  );
}
