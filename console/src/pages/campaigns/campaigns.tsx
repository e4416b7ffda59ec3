/**
 * 优惠券活动: tabs by state, budgets as bars, what a yuan of discount brought, the review by a second
 * person, and the three ways to stop.
 */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText, dayText, EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { fromOf, spanFilter, spanParser } from "../../parts/table/span-filter.ts";
import { UsedBar } from "../../parts/table/used-bar.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { CampaignButtons, stateOf, states, stopWords, wizardPath } from "./campaign-actions.tsx";
import { typeWords } from "./campaign-fields.ts";
import { RETURN_TITLE, ReturnCell } from "./return-cell.tsx";
import styles from "./campaigns.module.css";

type Row = Item<typeof api.operatorCampaigns.list>;
type CountFilter = Parameters<typeof api.operatorCampaigns.counts>[0];
const SPEC = {
  state: oneOf("draft", "review", "active", "paused", "ended", "archived"),
  type: oneOf("amount", "percent", "exchange", "fixed_price", "pack"),
  span: spanParser,
  keyword: text(64),
  open: text(80),
};
const filters: readonly Filter<"type" | "span">[] = [
  { key: "type", label: "类型", choices: Object.entries(typeWords) },
  spanFilter("创建时间"),
];

/** What the coupon takes off, as short as on its face: ¥10, 8 折. */
function shortFace({ type, valueFen = 0, percent = 0, size }: Row): string {
  if (type === "pack") return `${size} 张`;
  if (type === "percent") return `${percent / 10} 折`;
  return type === "exchange" ? "兑换" : `¥${valueFen / 100}`;
}

const of = columnsOf<Row>();
const columns = [
  of.custom("title", "活动", (row) => (
    <TwoLines
      picture={<span className={styles.face}>{shortFace(row)}</span>}
      first={row.title}
      second={row.templateId}
    />
  )),
  of.custom("type", "类型", ({ type }) => typeWords[type], { from: 1440 }),
  of.custom(
    "claimed",
    "领取 / 总数",
    ({ claimed, total }) =>
      `${countText(claimed)} / ${total === undefined ? "不限" : countText(total)}`,
    { align: "right" },
  ),
  of.custom(
    "used",
    "使用率",
    ({ used, claimed }) => (claimed === 0 ? EMPTY : `${((used / claimed) * 100).toFixed(0)}%`),
    { align: "right" },
  ),
  of.custom("budget", "预算（已用和预占）", ({ budgetFen, heldFen, spentFen }) => (
    <UsedBar
      used={spentFen + heldFen}
      total={budgetFen}
      text={
        budgetFen === undefined
          ? `${moneyText(spentFen + heldFen)}，不限`
          : `${moneyText(spentFen + heldFen)} / ${moneyText(budgetFen)}`
      }
    />
  )),
  of.custom("return", RETURN_TITLE, ({ templateId }) => <ReturnCell templateId={templateId} />, {
    align: "right",
  }),
  of.state("status", "状态", states),
];

const ALL = "all";
const shownAlways = ["active", "review", "draft", "paused", "ended"] as const;

/** The tabs by state; archived campaigns have one only where there are any. */
function StateTabs(props: {
  readonly value: keyof typeof states | undefined;
  readonly filter: CountFilter;
  readonly onChange: (state: keyof typeof states | undefined) => void;
}) {
  const { value, filter, onChange } = props;
  const counts = useQuery(apiQuery(api.operatorCampaigns.counts, filter)).data;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const hasArchived = value === "archived" || (counts?.archived ?? 0) > 0;
  const shown = [...shownAlways, ...(hasArchived ? (["archived"] as const) : [])];
  return (
    <Tabs
      label="活动状态"
      value={value ?? ALL}
      onChange={(next) => onChange(next === ALL ? undefined : next)}
      tabs={[
        { id: ALL, label: "全部", count: all },
        ...shown.map((id) => ({ id, label: states[id][1], count: counts?.[id] })),
      ]}
    />
  );
}

/** What all campaigns gave and took off today; undefined before it is known. */
function useToday(): string | undefined {
  const today = useQuery(apiQuery(api.operatorCampaigns.effects, {})).data?.today;
  if (!today) return undefined;
  const { given, used, offFen } = today;
  return `今天领 ${countText(given)} 张、用 ${countText(used)} 张、抵 ${moneyText(offFen)}`;
}

/** When members may claim: 不限, 到 2026-12-01, 2026-11-01 起. */
function claimText({ claimFrom, claimUntil }: Row): string {
  if (claimFrom === undefined)
    return claimUntil === undefined ? "不限" : `到 ${dayText(claimUntil)}`;
  const from = dayText(claimFrom);
  return claimUntil === undefined ? `${from} 起` : `${from} 至 ${dayText(claimUntil)}`;
}

/** What it takes off, and from which amount: 减 ¥5.00，满 ¥30.00. */
function faceText({ valueFen, percent, thresholdFen, type, size }: Row): string {
  if (type === "pack") return `，一份 ${size} 张`;
  const off =
    percent !== undefined
      ? ` ${percent / 10} 折`
      : valueFen === undefined
        ? ""
        : ` ${type === "fixed_price" ? "" : "减 "}${moneyText(valueFen)}`;
  return `${off}，${thresholdFen === undefined ? "无门槛" : `满 ${moneyText(thresholdFen)}`}`;
}

function CampaignPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const { status } = row;
  const [tone, word] = stateOf(row);
  const navigate = useNavigate();
  const open = (path: string, search: Readonly<Record<string, string>> = {}) =>
    void navigate({ to: path as "/", search });
  return (
    <Panel
      title={row.title}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={row.templateId}
      onClose={close}
      foot={
        <>
          <CampaignButtons row={row} open={open} />
          <Button onClick={() => open(`/campaigns/${row.templateId}`)}>详情</Button>
        </>
      }
    >
      {status === "review" && (
        <Notice tone={row.isExpired ? "warn" : "sea"}>
          {row.isExpired
            ? "审核已过期，提交人可以重新提交。"
            : `等第二人同意${row.expiresAt === undefined ? "" : `，${timeText(row.expiresAt)} 前有效`}。`}
        </Notice>
      )}
      {status === "review" && !row.isExpired && (
        <ApprovalCard kind="campaign" no={row.templateId} />
      )}
      <Facts
        rows={[
          ["类型", `${typeWords[row.type]}${faceText(row)}`],
          ["创建人", row.maker.name || EMPTY],
          ["同意人", row.checker?.name ?? EMPTY],
          ["领取时间", claimText(row)],
          ["领取", `${countText(row.claimed)} 张`],
          ["使用", `${countText(row.used)} 张`],
          ["已用预算", moneyText(row.spentFen)],
          ["预占", moneyText(row.heldFen)],
          ...(row.endedHow === undefined
            ? []
            : [["结束方式", stopWords.get(row.endedHow) ?? row.endedHow] as const]),
        ]}
        total={["预算", row.budgetFen === undefined ? "不限" : moneyText(row.budgetFen)]}
      />
    </Panel>
  );
}

export default function CampaignsPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const navigate = useNavigate();
  const today = useToday();
  const { open: _open, span, state, ...rest } = values;
  const filter = { ...rest, ...(span && { from: fromOf(span) }) };
  return (
    <FixedPage>
      <PageHead
        title="优惠券活动"
        text="上线由另一位同意；停掉有三种方式，立即生效"
        actions={
          <Button
            look="solid"
            icon={<Plus />}
            onClick={() => void navigate({ to: wizardPath() as "/" })}
          >
            新建活动
          </Button>
        }
      />
      <ResourceTable
        title="优惠券活动"
        query={(paging) =>
          apiQuery(api.operatorCampaigns.list, { ...(state && { state }), ...filter, ...paging })
        }
        pageSize={50}
        columns={columns}
        rowKey={({ templateId }) => templateId}
        views={
          <StateTabs
            value={state}
            filter={filter}
            onChange={(next) => setSearch({ state: next, open: undefined })}
          />
        }
        footText={() => today}
        filters={
          <FilterBar
            savedAs="campaigns"
            values={values}
            onChange={setSearch}
            filters={filters}
            placeholder="券名、活动编号"
          />
        }
        isFiltered={Object.keys(filter).length > 0}
        onClear={() => setSearch({ type: undefined, span: undefined, keyword: undefined })}
        panel={(_key, row, close) => row && <CampaignPanel row={row} close={close} />}
        empty={
          state === undefined
            ? { title: "还没有活动", text: "新建草稿，提交后由另一位同意才开始发放。" }
            : { title: `没有${states[state][1]}的活动`, text: "其他状态的活动在上面的分类里。" }
        }
      />
    </FixedPage>
  );
}
