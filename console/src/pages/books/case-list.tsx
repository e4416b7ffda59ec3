/** The differences of reconciliation by state: ours and theirs side by side, and what comes next. */
import { Lightbulb } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { useFresh } from "../../api/pulse.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { isMemberNo } from "../../parts/form/member-no.ts";
import { adjustmentFields, amountInitial, amountInput } from "../../parts/form/money-or-points.ts";
import { EMPTY, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { askChannel } from "../payments/ask-channel.ts";
import { Diff } from "../../parts/record/diff.tsx";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { columnsOf, No, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Segments } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { CaseTimeline } from "./case-timeline.tsx";
import { comparisonOf, sidesOf, subjectOf } from "./case-sides.ts";
import {
  billClasses,
  headsOf,
  nextStepOf,
  originOf,
  paymentOf,
  stateTones,
  stateWords,
} from "./case-words.ts";
import styles from "./books.module.css";

type Row = Item<typeof api.operatorBooks.cases>;

const SPEC = {
  who: oneOf("mine", "none"),
  keyword: text(20),
  class: oneOf(...billClasses.map(([id]) => id)),
};
const filters: readonly Filter<"class">[] = [
  { key: "class", label: "账单差异", choices: billClasses },
];
const frozenWords = { CNY: "资金", PTS: "积分" } as const;

/** The number or the member that a difference is about, with where it is from. */
function SubjectCell({ row }: { readonly row: Row }) {
  const { memberNo, no, text: words, second } = subjectOf(row);
  const member = memberNo !== undefined && (
    <>
      会员 <MemberLink memberNo={memberNo} />
    </>
  );
  return (
    <TwoLines first={member || (no === undefined ? words : <No value={no} />)} second={second} />
  );
}

const Side = (props: { readonly text: string }) => (
  <span className={styles.side} title={props.text}>
    {props.text}
  </span>
);

function Difference({ row }: { readonly row: Row }) {
  const { difference } = comparisonOf(row);
  if (!difference) return EMPTY;
  return (
    <b className={styles.difference} data-less={difference.isLess || undefined}>
      {difference.text}
    </b>
  );
}

const of = columnsOf<Row>();
/** What is over waits no longer: it has the time when it was found. */
const columnsFor = (state: Row["state"]) => [
  state === "open" || state === "proposed"
    ? of.ago("openedAt", "等待")
    : of.instant("openedAt", "发现于"),
  of.custom("title", "差错", (row) => (
    <TwoLines first={row.title} second={<span className={styles.class}>{row.class}</span>} />
  )),
  of.custom("subject", "对象", (row) => <SubjectCell row={row} />),
  of.custom("ours", "我们", (row) => <Side text={comparisonOf(row).ours} />, { align: "right" }),
  of.custom("theirs", "对方", (row) => <Side text={comparisonOf(row).theirs} />, {
    align: "right",
  }),
  of.custom("difference", "差", (row) => <Difference row={row} />, { align: "right" }),
  of.custom("frozen", "冻结", ({ frozen }) =>
    frozen.length === 0 ? (
      EMPTY
    ) : (
      <StateTag tone="warn">{frozen.map((asset) => frozenWords[asset]).join("、")}</StateTag>
    ),
  ),
  of.custom("assignee", "处理人", ({ assignee }) => assignee?.name ?? EMPTY, { from: 1200 }),
  of.instant("seenAt", "最近发现", { from: 1500 }),
];

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
  const payment = paymentOf(row);
  const { difference } = comparisonOf(row);
  const { no: subjectNo, text: about, second } = subjectOf(row);
  const isLive = row.state === "open" || row.state === "proposed";
  return (
    <Panel
      title={row.title}
      tags={<StateTag tone={stateTones[row.state]}>{stateWords[row.state]}</StateTag>}
      text={`${originOf(row)}首见 ${timeText(row.openedAt)}`}
      onClose={close}
      foot={
        row.state === "open" &&
        may("ledger:adjust") && (
          <>
            <Button look="danger" onClick={() => void dismiss(row)}>
              驳回
            </Button>
            <Button look={payment ? "outline" : "solid"} onClick={() => setProposing(true)}>
              提议调账
            </Button>
            {payment && (
              <Button look="solid" onClick={() => void askChannel(payment)}>
                问渠道
              </Button>
            )}
          </>
        )
      }
    >
      <Presence place={`case.${row.caseId}`} />
      {row.state === "proposed" && row.approvalId !== undefined && (
        <ApprovalCard kind="adjust" no={row.approvalId} />
      )}
      {row.frozen.length > 0 && <Notice tone="warn">会员的资产已因此冻结，处理后解冻。</Notice>}
      <Section title="双方对比">
        <Diff changes={sidesOf(row)} heads={headsOf(row)} isOfSides />
      </Section>
      {isLive && (
        <Section title="下一步">
          <Notice tone="sea" icon={<Lightbulb aria-hidden="true" />}>
            {nextStepOf(row.class)}
            {proposal && "账本已算出更正分录，提议后由另一位同意入账。"}
          </Notice>
        </Section>
      )}
      <Facts
        rows={[
          ...(subjectNo === undefined
            ? []
            : [["单号", <No key="subject" value={subjectNo} />, second] as const]),
          ...(about === undefined ? [] : [["对象", about, second] as const]),
          ...(row.memberNo === undefined
            ? []
            : [["会员", <MemberLink key="member" memberNo={row.memberNo} />] as const]),
          ...(difference === undefined ? [] : [["相差", difference.text] as const]),
          ["处理人", row.assignee?.name ?? "无人"],
          ...(row.closing === undefined ? [] : [["处理结果", row.closing] as const]),
          ["编号", <No key="class" value={`${row.class} ${row.caseId.slice(-12)}`} />],
        ]}
      />
      <CaseTimeline row={row} />
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

const emptyTexts = {
  open: ["没有未结的差错", "每天 10:30 前对完前一天，差错会列在这里。"],
  proposed: ["没有等第二人的差错", "提议调账后在这里等另一位同意。"],
  booked: ["没有入账的差错", "另一位同意调账后在这里。"],
  dismissed: ["没有驳回的差错", "写明原因驳回的在这里；差异变化后会重新出现。"],
  healed: ["没有自愈的差错", "后来的核对发现已一致的在这里。"],
} as const;

export function CaseList(props: { readonly tabs: ReactNode; readonly state: Row["state"] }) {
  const { tabs, state } = props;
  const [values, setSearch] = useSearchState(SPEC);
  const { topic, operation } = api.operatorBooks.cases;
  const fresh = useFresh("cases", { topic, operation, unit: "条新差错" });
  const { keyword } = values;
  // A number in the making, which the server would refuse, is not sent.
  const filter = {
    ...(values.who && { assignee: values.who }),
    ...(values.class && { class: values.class }),
    ...(keyword !== undefined && isMemberNo(keyword) && { memberNo: keyword }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  const [title, emptyText] = emptyTexts[state];
  return (
    <ResourceTable
      title="差错"
      query={(paging) => apiQuery(api.operatorBooks.cases, { state, ...filter, ...paging })}
      columns={columnsFor(state)}
      rowKey={({ caseId }) => caseId}
      views={tabs}
      filters={
        <>
          <Segments
            label="谁的差错"
            value={values.who ?? "all"}
            onChange={(who) => setSearch({ who: who === "all" ? undefined : who })}
            choices={[
              ["all", "全部"],
              ["mine", "我的"],
              ["none", "无人"],
            ]}
          />
          <FilterBar values={values} onChange={setSearch} filters={filters} placeholder="会员号" />
        </>
      }
      tools={<ExportButton kind="cases" title="对账差错" filter={{ state, ...filter }} />}
      isFiltered={isFiltered}
      onClear={() => setSearch({ who: undefined, class: undefined, keyword: undefined })}
      fresh={state === "open" && !isFiltered ? fresh : undefined}
      panel={(_key, row, close) =>
        row ? (
          <CasePanel row={row} close={close} />
        ) : (
          <Panel title="差错" onClose={close}>
            <Empty title="不在这一页里" text="可能已经处理，请到其他分类查看。" />
          </Panel>
        )
      }
      empty={{ title, text: emptyText }}
    />
  );
}
