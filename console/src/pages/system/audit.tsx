/** 审计记录: what operators did, with before and after, and the check of the hash chain. */
import { useQueryClient } from "@tanstack/react-query";
import { ownValue } from "@yunjing/contract/own-value";
import { refusals } from "@yunjing/contract/refusals";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { EMPTY, fullTime } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel, Section } from "../../parts/panel.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { tellFailure } from "../../parts/toast.tsx";
import { useNow } from "../../parts/use-now.ts";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { operationLabel } from "./operation-labels.ts";

type Row = Item<typeof api.operatorAudit.list>;
type Verified = Awaited<ReturnType<typeof api.operatorAudit.verify>>;
const SPEC = {
  keyword: text(80),
  span: oneOf("day", "week", "month"),
  outcome: oneOf("done", "refused", "asked"),
  operatorId: text(40),
  object: text(80),
};
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const spans = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

function Outcome({ outcome }: { readonly outcome: string }) {
  if (outcome === "done") return <StateTag tone="ok">完成</StateTag>;
  if (outcome === "asked") return <StateTag tone="warn">结果未知</StateTag>;
  return <StateTag tone="bad">被拒绝</StateTag>;
}

/** Why a call was refused, in the words of the catalogue without its figures. */
function refusalOf(outcome: string): string | undefined {
  const known = ownValue(refusals, outcome);
  return known && `${known.text.replace(/[：，]?\{.*$/, "")}（${outcome}）`;
}

const of = columnsOf<Row>();
const columns = [
  of.instant("at", "时间"),
  of.person("operator", "谁", ({ operatorName }) => ({ name: operatorName })),
  of.custom("operation", "做了什么", ({ operation }) => (
    <TwoLines first={operationLabel(operation)} second={operation} />
  )),
  of.custom("object", "对象", ({ change }) => change?.object ?? EMPTY, { from: 1200 }),
  of.text("reason", "原因"),
  of.custom("outcome", "结果", ({ outcome }) => <Outcome outcome={outcome} />),
];

const shown = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "—");

function AuditPanel(props: {
  readonly row: Row;
  readonly close: () => void;
  readonly onOperator: () => void;
}) {
  const { row, close, onOperator } = props;
  const { before = {}, after = {}, object } = row.change ?? {};
  const refused = refusalOf(row.outcome);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <Panel
      title={operationLabel(row.operation)}
      tags={<Outcome outcome={row.outcome} />}
      text={`${row.operatorName} · ${fullTime(row.at)}`}
      onClose={close}
      foot={<Button onClick={onOperator}>此人的全部记录</Button>}
    >
      {fields.length > 0 && (
        <Section title="变更对比" aside={object ?? ""}>
          <Facts
            rows={fields.map((field) => [
              field,
              shown(after[field]),
              `改前 ${shown(before[field])}`,
            ])}
          />
        </Section>
      )}
      <Section title="请求">
        <Facts
          rows={[
            ["原因", row.reason ?? "—"],
            ...(refused === undefined ? [] : [["拒绝原因", refused] as const]),
            ["操作", row.operation],
            ["请求号", row.requestId],
            ["来自", row.address],
            ...Object.entries(row.input).map(([name, value]) => [name, shown(value)] as const),
          ]}
        />
      </Section>
      <Section title="指纹">
        <Facts
          rows={[
            ["序号", String(row.seq)],
            ["上一条", `${row.previous.slice(0, 8)}…${row.previous.slice(-4)}`],
            ["本条", `${row.hash.slice(0, 8)}…${row.hash.slice(-4)}`],
          ]}
        />
      </Section>
    </Panel>
  );
}

export default function AuditPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { keyword, span, outcome, operatorId, object } = values;
  const [verified, setVerified] = useState<Verified | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  // Whole minutes, so that the key of the query is the same while the page is drawn again.
  const now = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const filter = {
    ...(keyword === undefined ? {} : { q: keyword }),
    ...(span === undefined ? {} : { from: now - spans[span] }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(operatorId === undefined ? {} : { operatorId }),
    ...(object === undefined ? {} : { object }),
  };
  const nameOfOperator =
    useQueryClient()
      .getQueriesData<{ readonly list?: readonly Row[] }>({ queryKey: ["operatorAudit", "list"] })
      .flatMap(([, data]) => data?.list ?? [])
      .find((row) => row.operatorId === operatorId)?.operatorName ?? "一位运营";
  const verify = () => {
    setBusy(true);
    void api.operatorAudit
      .verify({})
      .then(setVerified, (failure: unknown) => tellFailure(sentenceFor(failure)))
      .finally(() => setBusy(false));
  };
  const clear = () =>
    setSearch({
      keyword: undefined,
      span: undefined,
      outcome: undefined,
      operatorId: undefined,
      object: undefined,
    });
  return (
    <FixedPage>
      <PageHead
        title="审计记录"
        text="只增不改；每条都连着上一条的指纹，每天的末条另存在库外"
        tags={
          verified &&
          (verified.isWhole ? (
            <StateTag tone="ok">{`链完整 · ${verified.chains} 人`}</StateTag>
          ) : (
            <StateTag tone="bad">{`链不完整 · ${verified.faults.length} 处`}</StateTag>
          ))
        }
        actions={
          <Button icon={<ShieldCheck />} busy={isBusy && "正在验…"} onClick={verify}>
            从头验一遍
          </Button>
        }
      />
      <ResourceTable
        title="审计记录"
        query={(paging) => apiQuery(api.operatorAudit.list, { ...filter, ...paging })}
        columns={columns}
        rowKey={({ entryId }) => entryId}
        filters={
          <FilterBar
            savedAs="audit"
            values={values}
            onChange={setSearch}
            placeholder="单号、会员号、请求号、原因"
            filters={[
              {
                key: "span",
                label: "时间",
                choices: [
                  ["day", "近 24 小时"],
                  ["week", "近 7 天"],
                  ["month", "近 30 天"],
                ],
              },
              {
                key: "outcome",
                label: "结果",
                choices: [
                  ["done", "完成"],
                  ["refused", "被拒绝"],
                  ["asked", "结果未知"],
                ],
              },
              // Set from a row; drawn so that it can be removed.
              ...(operatorId === undefined
                ? []
                : ([
                    { key: "operatorId", label: "谁", choices: [[operatorId, nameOfOperator]] },
                  ] as const)),
            ]}
          />
        }
        tools={<ExportButton kind="audit" title="审计记录" filter={filter} />}
        isFiltered={Object.keys(filter).length > 0}
        onClear={clear}
        panel={(_key, row, close) =>
          row && (
            <AuditPanel
              row={row}
              close={close}
              onOperator={() => setSearch({ operatorId: row.operatorId })}
            />
          )
        }
        empty={{ title: "没有审计记录", text: "运营的每次操作和对会员资料的查看都记在这里。" }}
      />
    </FixedPage>
  );
}
