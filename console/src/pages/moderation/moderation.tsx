/** 内容审核: nicknames and pictures that wait for a person, what was decided, and the list of words. */
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Evidence } from "../../parts/record/evidence.tsx";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { WordList } from "./words.tsx";

type Row = Item<typeof api.operatorModeration.list>;
const SPEC = {
  tab: oneOf("REVIEW", "SCREENING", "PASSED", "REJECTED", "words"),
  kind: oneOf("nickname", "avatar", "ticket"),
  open: text(40),
};
const LATE_MS = 4 * 3_600_000;
const kinds = { nickname: "昵称", avatar: "头像", ticket: "工单图片" } as const;
const states = {
  SCREENING: ["sea", "自动审核中"],
  REVIEW: ["warn", "待审核"],
  PASSED: ["ok", "已通过"],
  REJECTED: ["bad", "已驳回"],
} as const;

/** What is decided waits no longer: it has the time of its submission. */
const columnsFor = (state: Row["state"]) => {
  const of = columnsOf<Row>();
  return [
    state === "REVIEW" || state === "SCREENING"
      ? of.ago("createdAt", "等待", { lateMs: LATE_MS })
      : of.instant("createdAt", "提交于"),
    of.custom("kind", "内容", ({ kind, text: name }) => name ?? kinds[kind]),
    of.person("member", "会员", ({ member }) => ({ name: member.memberNo, second: member.phone })),
    of.state("state", "状态", states),
    of.custom("note", "说明", ({ note }) => note ?? EMPTY),
  ];
};

const approve = ({ caseId }: Row) =>
  askReason({
    op: api.operatorModeration.approve,
    input: { caseId },
    title: "审核通过",
    effect: ["别人可以看到这个昵称或图片"],
    confirm: "通过",
    done: "已通过",
  });

const reject = ({ caseId, kind }: Row) =>
  askReason({
    op: api.operatorModeration.reject,
    input: { caseId },
    title: "审核驳回",
    effect: [
      kind === "ticket" ? "图片停用，工单和文字不变" : `${kinds[kind]}恢复默认`,
      "会员收到消息，可以更换后再提交",
    ],
    confirm: "驳回",
    look: "danger",
    reasonHelp: "会员会读到",
    done: "已驳回",
  });

function CasePanel({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const [tone, word] = states[row.state];
  const canApprove = row.state === "REVIEW" || row.state === "SCREENING";
  return (
    <Panel
      title={row.text ?? kinds[row.kind]}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={`${kinds[row.kind]} · ${timeText(row.createdAt)}`}
      onClose={onClose}
      foot={
        row.state !== "REJECTED" && (
          <>
            <Button look="danger" onClick={() => void reject(row)}>
              驳回
            </Button>
            {canApprove && (
              <Button look="solid" onClick={() => void approve(row)}>
                通过
              </Button>
            )}
          </>
        )
      }
    >
      {row.pictureUrl !== undefined && (
        <Section title="图片">
          <Evidence urls={[row.pictureUrl]} />
        </Section>
      )}
      <Facts
        rows={[
          ["会员", <MemberLink key="member" {...row.member} />],
          ["说明", row.note ?? EMPTY],
          ...(row.endedAt === undefined
            ? []
            : ([
                ["审核人", row.decidedBy?.name ?? "自动审核"],
                ["审核时间", timeText(row.endedAt)],
              ] as const)),
        ]}
      />
    </Panel>
  );
}

export default function ModerationPage() {
  const [{ tab = "REVIEW", kind }, setSearch] = useSearchState(SPEC);
  const tabs = (
    <Tabs
      label="内容审核"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "REVIEW", label: "待审核" },
        { id: "SCREENING", label: "自动审核中" },
        { id: "PASSED", label: "已通过" },
        { id: "REJECTED", label: "已驳回" },
        { id: "words", label: "词库" },
      ]}
    />
  );
  const filter = kind === undefined ? {} : { kind };
  const list = (state: Row["state"]) => (
    <ResourceTable
      key={state}
      title="内容审核"
      query={(paging) => apiQuery(api.operatorModeration.list, { state, ...filter, ...paging })}
      columns={columnsFor(state)}
      rowKey={({ caseId }) => caseId}
      views={tabs}
      filters={
        <FilterBar
          values={{ kind }}
          onChange={setSearch}
          filters={[{ key: "kind", label: "内容", choices: Object.entries(kinds) }]}
        />
      }
      isFiltered={kind !== undefined}
      onClear={() => setSearch({ kind: undefined })}
      onApprove={(row) => row.state === "REVIEW" && void approve(row)}
      onReject={(row) => row.state === "REVIEW" && void reject(row)}
      panel={(key, row, close) =>
        row ? (
          <CasePanel row={row} onClose={close} />
        ) : (
          <Panel title={`审核 ${key.slice(-8)}`} onClose={close}>
            <Empty title="不在这一页里" text="可能已经处理，请到其他分类查看。" />
          </Panel>
        )
      }
      empty={{ title: "没有内容", text: "会员改昵称、换头像、在工单里传图片后，按审核结果出现。" }}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="内容审核"
        text="审核通过前，别人看到默认昵称和头像；驳回后恢复默认，并把原因告诉会员"
      />
      {tab === "words" ? <WordList tabs={tabs} /> : list(tab)}
    </FixedPage>
  );
}
