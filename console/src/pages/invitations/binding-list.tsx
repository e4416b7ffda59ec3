/** The invitation bindings, the latest first: who invited whom, and an operator's transfer or end of one. */
import type { ReactNode } from "react";
import { ownValue } from "@yunjing/contract/own-value";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { isMemberNo } from "../../parts/form/member-no.ts";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag, type Tone } from "../../parts/tag.tsx";
import { InviterGraph } from "./inviter-graph.tsx";

type Row = Item<typeof api.operatorInvitations.bindings>;

const states: Readonly<Record<string, readonly [Tone, string]>> = {
  BOUND: ["sea", "已绑定"],
  EFFECTIVE: ["ok", "已首单"],
  MOVED: ["sand", "已转出"],
  REJECTED: ["bad", "已解除"],
};
const channels: Readonly<Record<string, string>> = {
  poster: "海报",
  link: "链接",
  code: "邀请码",
  operator: "运营指定",
};
const verdicts: Readonly<Record<string, string>> = {
  pass: "通过",
  hold: "转人工",
  reject: "拒绝",
};

const riskText = ({ riskScore, riskReasons, riskVerdict }: Row): string => {
  if (riskScore === undefined) return EMPTY;
  const verdict = riskVerdict === undefined ? "" : (ownValue(verdicts, riskVerdict) ?? riskVerdict);
  return [`${riskScore} 分`, verdict, ...riskReasons].filter(Boolean).join("，");
};

const SPEC = { keyword: text(20) };

const of = columnsOf<Row>();
const columns = [
  of.instant("boundAt", "绑定时间"),
  of.no("inviterNo", "邀请人"),
  of.no("memberNo", "被邀请人"),
  of.custom("channel", "来自", ({ channel }) => ownValue(channels, channel) ?? channel, {
    from: 1200,
  }),
  of.custom("risk", "风险", riskText),
  of.state("state", "状态", states),
  of.instant("validUntil", "有效至", { from: 1200 }),
];

const transfer = ({ bindingId, memberId, inviterNo }: Row) =>
  askReason({
    op: api.operatorInvitations.transfer,
    input: { bindingId, memberId },
    title: "转给另一位邀请人",
    effect: [`现在的邀请人 ${inviterNo} 已得的奖励保留`, "之后的奖励归新的邀请人"],
    fields: [{ kind: "member", name: "inviterNo", label: "新的邀请人", isRequired: true }],
    confirm: "转给新的邀请人",
    done: "已转给新的邀请人",
  });

const end = ({ bindingId, memberId, memberNo }: Row) =>
  askReason({
    op: api.operatorInvitations.reject,
    input: { bindingId, memberId },
    title: "解除绑定",
    effect: [`${memberNo} 的邀请关系结束，不能恢复`, "双方由它得的奖励一并取消或扣回"],
    confirm: "解除绑定",
    look: "danger",
    done: "已解除绑定",
  });

function BindingPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const [tone, word] = ownValue(states, row.state) ?? ["outline", row.state];
  return (
    <Panel
      title="邀请关系"
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={`${row.inviterNo} 邀请 ${row.memberNo}`}
      onClose={close}
      foot={
        (row.state === "BOUND" || row.state === "EFFECTIVE") && (
          <>
            <Button look="danger" onClick={() => void end(row)}>
              解除绑定
            </Button>
            <Button look="solid" onClick={() => void transfer(row)}>
              转给另一位邀请人
            </Button>
          </>
        )
      }
    >
      <Presence place={`binding.${row.bindingId}`} />
      {row.reason !== undefined && <Notice tone="sea">处理原因：{row.reason}</Notice>}
      <Facts
        rows={[
          ["邀请人", <MemberLink key="inviter" memberNo={row.inviterNo} />],
          ["被邀请人", <MemberLink key="member" memberNo={row.memberNo} />],
          ["来自", ownValue(channels, row.channel) ?? row.channel],
          ["绑定", timeText(row.boundAt)],
          ["有效至", timeText(row.validUntil)],
          ["首单", row.earnedOrderId === undefined ? "还没有" : "已完成"],
          ["风险", riskText(row)],
        ]}
      />
      <InviterGraph inviterNo={row.inviterNo} />
    </Panel>
  );
}

export function BindingList({ tabs }: { readonly tabs: ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { keyword } = values;
  // A number in the making, which the server would refuse, is not sent.
  const filter = keyword !== undefined && isMemberNo(keyword) ? { inviterNo: keyword } : {};
  return (
    <ResourceTable
      title="邀请关系"
      query={(paging) => apiQuery(api.operatorInvitations.bindings, { ...filter, ...paging })}
      columns={columns}
      rowKey={({ bindingId }) => bindingId}
      views={tabs}
      filters={<FilterBar values={values} onChange={setSearch} placeholder="邀请人会员号" />}
      isFiltered={"inviterNo" in filter}
      onClear={() => setSearch({ keyword: undefined })}
      panel={(_key, row, close) =>
        row ? (
          <BindingPanel row={row} close={close} />
        ) : (
          <Panel title="邀请关系" onClose={close}>
            <Empty title="不在这一页里" text="可能已经转出，请刷新或翻页。" />
          </Panel>
        )
      }
      empty={{ title: "还没有邀请关系", text: "会员接受邀请后会列在这里，最近的在前。" }}
    />
  );
}
