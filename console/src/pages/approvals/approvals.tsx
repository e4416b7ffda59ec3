/** 审批箱: every kind of two-person approval in one list, with the comparison of the open one. */
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { currentOperator } from "../../api/operator.ts";
import { usePulse } from "../../api/pulse.ts";
import { type ApprovalRow, kindNames, kinds } from "../../parts/approval/kinds.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { durationText, moneyText } from "../../parts/format.ts";
import { onKey } from "../../parts/keys.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Segments } from "../../parts/tabs.tsx";
import { IconTile, StateTag, type Tone } from "../../parts/tag.tsx";
import { useNow } from "../../parts/use-now.ts";
import { ApprovalPanel } from "./approval-panel.tsx";
import styles from "./approvals.module.css";

const SPEC = {
  box: oneOf("mine", "made", "decided"),
  kind: oneOf(...kindNames),
  open: text(120),
  cursor: text(200),
};
const SOON_MS = 2 * 3_600_000;

const states: Readonly<Record<ApprovalRow["state"], readonly [Tone, string]>> = {
  waiting: ["warn", "等第二人"],
  approved: ["ok", "已同意"],
  rejected: ["bad", "不同意"],
  withdrawn: ["sand", "已撤回"],
  expired: ["sand", "已过期"],
};

function TimeLeft({ row }: { readonly row: ApprovalRow }) {
  const left = row.expiresAt - useNow();
  if (row.state !== "waiting") {
    const [tone, word] = states[row.state];
    return <StateTag tone={tone}>{word}</StateTag>;
  }
  return (
    <span className={styles.left} data-soon={left < SOON_MS || undefined}>
      <small>剩</small>
      {durationText(left)}
    </span>
  );
}

const assigneeText = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  id === currentOperator()?.uid ? "转给您" : `转给 ${name}`;

function Line(props: {
  readonly row: ApprovalRow;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const { row, isOpen, onOpen } = props;
  const { icon, label } = kinds[row.kind];
  const age = durationText(useNow() - row.createdAt);
  return (
    <li>
      <button type="button" className={styles.line} aria-current={isOpen} onClick={onOpen}>
        <IconTile icon={icon} />
        <span className={styles.words}>
          <b>{row.title}</b>
          <small>
            {label} · {row.maker.name || "运营"} · {age}前
            {row.assignee !== undefined && ` · ${assigneeText(row.assignee)}`}
          </small>
        </span>
        <TimeLeft row={row} />
      </button>
    </li>
  );
}

const sumOf = (rows: readonly ApprovalRow[]) =>
  rows.reduce((fen, { amountFen = 0 }) => fen + Math.abs(amountFen), 0);

const emptyTexts = {
  mine: ["没有等您同意的提议", "别人提出、您有权同意的会出现在这里，快过期的在前。"],
  made: ["您没有提议", "您提出的调账、退款、活动等会出现在这里，等第二人时可以撤回。"],
  decided: ["还没有已决定的提议", "同意、不同意和撤回的会出现在这里。"],
} as const;

export default function ApprovalsPage() {
  const [{ box = "mine", kind, open, cursor }, setSearch] = useSearchState(SPEC);
  const waiting = usePulse()?.counts.approvals;
  const input = { box, pageSize: 50, ...(kind && { kind }), ...(cursor && { cursor }) };
  const query = useQuery(apiQuery(api.operatorApprovals.list, input));
  const rows = query.data?.list ?? [];
  const lines = useRef<HTMLUListElement>(null);
  const close = () => setSearch({ open: undefined });
  useEffect(() => {
    const move = (step: number) => {
      const buttons = [...(lines.current?.querySelectorAll("button") ?? [])];
      const place = buttons.findIndex((button) => button === document.activeElement);
      buttons[Math.min(buttons.length - 1, Math.max(0, place + step))]?.focus();
    };
    return onKey({ j: () => move(1), k: () => move(-1) });
  }, []);
  const [emptyTitle, emptyText] = emptyTexts[box];
  const nextCursor = query.data?.nextCursor;
  return (
    <FixedPage>
      <PageHead
        title="审批箱"
        text="提议与同意必须是两个人；提议不可改，24 小时过期；同意前二次验证"
        actions={
          <Segments
            label="审批箱"
            value={box}
            onChange={(next) => setSearch({ box: next, open: undefined })}
            choices={[
              ["mine", `等我同意${waiting ? ` ${waiting}` : ""}`],
              ["made", "我提的"],
              ["decided", "已决定"],
            ]}
          />
        }
      />
      <div className={styles.work} data-open={open !== undefined || undefined}>
        <section className={styles.list} aria-label="提议">
          <div className={styles.tools}>
            <select
              aria-label="类型"
              value={kind ?? ""}
              onChange={({ target }) =>
                setSearch({
                  kind: kindNames.find((name) => name === target.value),
                  open: undefined,
                })
              }
            >
              <option value="">全部类型</option>
              {kindNames.map((name) => (
                <option key={name} value={name}>
                  {kinds[name].label}
                </option>
              ))}
            </select>
            <span>{box === "mine" ? "快过期的先" : "最近的先"}</span>
            {sumOf(rows) > 0 && <span className={styles.sum}>共动 {moneyText(sumOf(rows))}</span>}
          </div>
          <ul ref={lines} className={styles.lines}>
            {rows.map((row) => (
              <Line
                key={row.approvalId}
                row={row}
                isOpen={row.approvalId === open}
                onOpen={() => setSearch({ open: row.approvalId })}
              />
            ))}
          </ul>
          {query.isPending && <Skeleton rows={6} tall />}
          {query.isError && !query.data && (
            <Failed failure={query.error} onRetry={() => void query.refetch()} />
          )}
          {query.data && rows.length === 0 && <Empty title={emptyTitle} text={emptyText} />}
          {nextCursor !== undefined && (
            <div className={styles.more}>
              <Button onClick={() => setSearch({ cursor: nextCursor, open: undefined })}>
                下一页
              </Button>
            </div>
          )}
          <p className={styles.rule}>
            <ShieldCheck aria-hidden="true" />
            您不能同意自己提的，也不能同意涉及自己账户的
          </p>
        </section>
        {open !== undefined && (
          <div className={styles.panel}>
            <ApprovalPanel key={open} approvalId={open} onClose={close} />
          </div>
        )}
        {open === undefined && (
          <div className={styles.none}>
            <Empty title="选一条提议" text="左侧选一条，这里显示变更对比、系统校验和申请原因。" />
          </div>
        )}
      </div>
    </FixedPage>
  );
}
