/** 案件: what rules and lists found, with the evidence, and an operator's decision. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item, type OutputOf } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { useFresh } from "../../api/pulse.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Timeline } from "../../parts/record/timeline.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { listEffects, lists, places, subjectKinds, verdicts } from "./risk-words.ts";

type Row = Item<typeof api.operatorRisk.cases>;
type Case = OutputOf<typeof api.operatorRisk.caseDetail>;
const SPEC = { state: oneOf("released", "listed"), open: text(40) };
/** The most hits that the server sends as evidence. */
const EVIDENCE_MAX = 50;
const states = {
  open: ["warn", "待裁定"],
  released: ["ok", "已放行"],
  listed: ["sea", "已入名单"],
} as const;
const decisions = { release: "放行", block: "拦截", watch: "关注", allow: "不再判断" } as const;

const of = columnsOf<Row>();
const columns = [
  of.instant("lastHitAt", "最近命中"),
  of.custom("label", "对象", ({ subjectKind, label, member }) => (
    <TwoLines first={member?.nickname ?? label} second={`${subjectKinds[subjectKind]} ${label}`} />
  )),
  of.text("ruleLabel", "规则"),
  of.count("hits", "命中"),
  of.custom("state", "状态", ({ state }) => (
    <StateTag tone={states[state][0]}>{states[state][1]}</StateTag>
  )),
  of.custom("decidedBy", "裁定", ({ decidedBy, decision }) =>
    decidedBy && decision ? (
      <TwoLines first={decisions[decision]} second={decidedBy.name} />
    ) : (
      EMPTY
    ),
  ),
];

function release({ caseId, label }: Row) {
  return askReason({
    op: api.operatorRisk.decide,
    input: { caseId, decision: "release" },
    title: "放行",
    effect: [`「${label}」的计数从零开始`, "下次再超过，另开一个案件"],
    confirm: "放行",
    look: "solid",
    done: "已放行",
  });
}

function enlist({ caseId, label }: Row, decision: "block" | "watch") {
  return askReason({
    op: api.operatorRisk.decide,
    input: { caseId, decision },
    title: `${lists[decision][1]}「${label}」`,
    effect: [listEffects[decision], "已经下的订单、退款和打款继续进行"],
    fields: [{ kind: "instant", name: "endsAt", label: "到什么时候", help: "不填则一直有效" }],
    confirm: lists[decision][1],
    look: decision === "block" ? "danger" : "solid",
    done: "已加入名单",
  });
}

type Hit = Case["evidence"][number];

/** `查到 4，规则 3 · 会员 604210369 · 设备 ba00751dd53d · 网络 14bcb86f8493` */
function hitText({ found, figure, member, device, network }: Hit): string {
  const parts = [
    found === undefined ? undefined : `查到 ${found}，规则 ${figure ?? EMPTY}`,
    member && `会员 ${member.memberNo}`,
    device && `设备 ${device}`,
    network && `网络 ${network}`,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}

const evidenceOf = ({ evidence }: Case) =>
  evidence.map((hit, n) => ({
    id: `${hit.at} ${n}`,
    at: hit.at,
    title: `${places[hit.place]}：${verdicts[hit.verdict]}`,
    text: hitText(hit),
  }));

function CasePanel({ caseId, onClose }: { readonly caseId: string; readonly onClose: () => void }) {
  const query = useQuery(apiQuery(api.operatorRisk.caseDetail, { caseId }));
  const found = query.data;
  const mayDecide = may("risk:edit") && found?.state === "open";
  return (
    <Panel
      title={found ? `${subjectKinds[found.subjectKind]} ${found.label}` : "案件"}
      tags={found && <StateTag tone={states[found.state][0]}>{states[found.state][1]}</StateTag>}
      onClose={onClose}
      foot={
        mayDecide && (
          <>
            <Button look="danger" onClick={() => void enlist(found, "block")}>
              拦截
            </Button>
            <Button onClick={() => void enlist(found, "watch")}>关注</Button>
            <Button look="solid" onClick={() => void release(found)}>
              放行
            </Button>
          </>
        )
      }
    >
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={4} />}
      {found && (
        <>
          {found.decidedBy && (
            <Notice tone="sea">
              {found.decidedBy.name} 在 {timeText(found.decidedAt ?? 0)} 裁定
              {found.decision && decisions[found.decision]}：{found.reason}
            </Notice>
          )}
          <Facts
            rows={[
              ["规则", found.ruleLabel],
              [
                subjectKinds[found.subjectKind],
                found.member ? <MemberLink key="m" memberNo={found.label} /> : found.label,
              ],
              ["命中", `${found.hits} 次`],
              ["第一次", timeText(found.openedAt)],
              ["最近一次", timeText(found.lastHitAt)],
            ]}
          />
          <Timeline
            title={found.evidence.length < EVIDENCE_MAX ? "证据" : "证据，最近 50 次"}
            events={evidenceOf(found)}
          />
        </>
      )}
    </Panel>
  );
}

export function CaseList({ tabs }: { readonly tabs: React.ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { state } = values;
  const { topic, operation } = api.operatorRisk.cases;
  const fresh = useFresh("risk", { topic, operation, unit: "个新案件" });
  return (
    <ResourceTable
      title="案件"
      query={(paging) => apiQuery(api.operatorRisk.cases, { ...(state && { state }), ...paging })}
      columns={columns}
      rowKey={({ caseId }) => caseId}
      views={tabs}
      {...(state === undefined && { fresh })}
      filters={
        <FilterBar
          values={values}
          onChange={setSearch}
          filters={[
            {
              key: "state",
              label: "状态",
              choices: [
                ["released", "已放行"],
                ["listed", "已入名单"],
              ],
            },
          ]}
        />
      }
      isFiltered={state !== undefined}
      onClear={() => setSearch(noFilters(SPEC))}
      panel={(key, _row, close) => <CasePanel key={key} caseId={key} onClose={close} />}
      empty={{ title: "没有待裁定的案件", text: "启用的规则或名单命中后出现在这里。" }}
    />
  );
}
