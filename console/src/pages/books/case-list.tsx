/** The differences of reconciliation by state: ours and theirs side by side, and what comes next. */
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { useFresh } from "../../api/pulse.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { adjustmentFields, amountInitial, amountInput } from "../../parts/form/money-or-points.ts";
import { EMPTY } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Diff } from "../../parts/record/diff.tsx";
import { columnsOf, Instant, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";

type Row = Item<typeof api.operatorBooks.cases>;

const of = columnsOf<Row>();
const columns = [
  of.ago("openedAt", "等待"),
  of.custom("title", "差错", (row) => <TwoLines first={row.title} second={row.class} />),
  of.text("subject", "对象"),
  of.custom("frozen", "已冻结", ({ frozen }) => (frozen.length === 0 ? EMPTY : "是")),
  of.instant("seenAt", "最近发现"),
];

const shown = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);

/** Ours and theirs by the names that either side has. */
const changesOf = ({ expected, actual }: Row) => {
  const ours = new Map(Object.entries(expected));
  const theirs = new Map(Object.entries(actual));
  return [...new Set([...ours.keys(), ...theirs.keys()])].map((field) => ({
    field,
    before: ours.has(field) ? shown(ours.get(field)) : "",
    after: theirs.has(field) ? shown(theirs.get(field)) : "",
  }));
};

const dismiss = (row: Row) =>
  askReason({
    op: api.operatorBooks.dismiss,
    input: { caseId: row.caseId },
    title: "驳回差错",
    effect: ["不入账，差错结束", ...(row.frozen.length > 0 ? ["因此冻结的资产解冻"] : [])],
    confirm: "驳回差错",
    look: "danger",
  });

function CasePanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const [isProposing, setProposing] = useState(false);
  const { proposal } = row;
  return (
    <Panel
      title={row.title}
      text={`${row.class} · ${row.subject}`}
      onClose={close}
      foot={
        row.state === "open" &&
        may("ledger:adjust") && (
          <>
            <Button look="danger" onClick={() => void dismiss(row)}>
              驳回
            </Button>
            <Button look="solid" onClick={() => setProposing(true)}>
              提议调账
            </Button>
          </>
        )
      }
    >
      <Presence place={`case.${row.caseId}`} />
      {row.frozen.length > 0 && <Notice tone="warn">会员的资产已因此冻结，处理后解冻。</Notice>}
      <Section title="下一步">
        {proposal
          ? "账本已算出更正分录，提议后由另一位同意入账。"
          : "先核对双方凭证；确认后提议调账，或写明原因驳回。"}
      </Section>
      <Section title="变更对比">
        <Diff changes={changesOf(row)} heads={["应为", "实际"]} />
      </Section>
      <Section title="处理">
        <Facts
          rows={[
            ["会员号", row.memberNo ?? EMPTY],
            ["发现于", <Instant key="opened" at={row.openedAt} />],
            ["处理人", row.closedBy ?? EMPTY],
            ["处理结果", row.closing ?? EMPTY],
          ]}
        />
      </Section>
      {isProposing && (
        <DrawerForm
          title="提议调账"
          op={api.operatorBooks.propose}
          fixed={{ caseId: row.caseId }}
          initial={{
            memberNo: row.memberNo,
            ...amountInitial(proposal ?? {}),
          }}
          toInput={amountInput}
          fields={[
            { kind: "member", name: "memberNo", label: "会员", isRequired: true },
            ...adjustmentFields,
            { kind: "area", name: "reason", label: "原因" },
          ]}
          submit="提交给第二人"
          done="已提交，等第二人"
          onClose={() => setProposing(false)}
        />
      )}
    </Panel>
  );
}

export function CaseList(props: { readonly tabs: ReactNode; readonly state: Row["state"] }) {
  const { tabs, state } = props;
  const { topic, operation } = api.operatorBooks.cases;
  const fresh = useFresh("cases", { topic, operation, unit: "条新差错" });
  return (
    <ResourceTable
      title="差错"
      query={(paging) => apiQuery(api.operatorBooks.cases, { state, ...paging })}
      columns={columns}
      rowKey={({ caseId }) => caseId}
      views={tabs}
      fresh={state === "open" ? fresh : undefined}
      panel={(_key, row, close) => row && <CasePanel row={row} close={close} />}
      empty={{ title: "没有这类差错", text: "每天 10:30 前对完前一天，差错会列在这里。" }}
    />
  );
}
