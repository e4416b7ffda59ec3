/** 活动的会员: who got a campaign's coupons, how, and when they were used. */
import { useParams } from "@tanstack/react-router";
import { ownValue } from "@yunjing/contract/own-value";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { MemberLink, PageLink } from "../../parts/record/record-links.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { type Tone, StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorCampaigns.members>;

const states: Readonly<Record<Row["state"], readonly [Tone, string]>> = {
  available: ["ok", "可用"],
  pending: ["outline", "未生效"],
  locked: ["sea", "下单占用"],
  used: ["sand", "已用"],
  expired: ["sand", "已过期"],
  void: ["bad", "已作废"],
};
const sources: Readonly<Record<string, string>> = {
  claim: "领券中心",
  grant: "运营发放",
  compensation: "补偿",
  register: "注册",
  first_order: "首单",
  birthday: "生日",
  invite: "邀请",
  code: "兑换码",
  purchase: "购买",
  level: "等级",
};

const SPEC = { state: oneOf("available", "pending", "locked", "used", "expired", "void") };
const of = columnsOf<Row>();
const columns = [
  of.custom("member", "会员", ({ member }) => (
    <TwoLines
      first={<MemberLink memberNo={member.memberNo} />}
      second={`${member.nickname} ${member.phone}`}
    />
  )),
  of.text("title", "券", { from: 1200 }),
  of.custom("source", "来源", ({ source }) => ownValue(sources, source) ?? source),
  of.instant("givenAt", "得到"),
  of.custom("state", "状态", ({ state, validUntil }) => (
    <TwoLines
      first={<StateTag tone={states[state][0]}>{states[state][1]}</StateTag>}
      second={state === "available" ? `到 ${timeText(validUntil)}` : undefined}
    />
  )),
  of.custom("usedAt", "使用", ({ usedAt }) => (usedAt === undefined ? EMPTY : timeText(usedAt))),
  of.custom("offFen", "减了", ({ offFen }) => (offFen === undefined ? EMPTY : moneyText(offFen)), {
    align: "right",
  }),
];

export default function CampaignMembersPage() {
  const { templateId = "" }: { readonly templateId?: string } = useParams({ strict: false });
  const [{ state }, setSearch] = useSearchState(SPEC);
  return (
    <FixedPage>
      <PageHead
        title="活动的会员"
        text={<PageLink to={`/campaigns/${templateId}`}>{templateId}</PageLink>}
      />
      <ResourceTable
        title="活动的会员"
        query={(paging) =>
          apiQuery(api.operatorCampaigns.members, {
            templateId,
            ...(state && { state }),
            ...paging,
          })
        }
        columns={columns}
        rowKey={({ couponId }) => couponId}
        filters={
          <FilterBar
            values={{ state }}
            onChange={setSearch}
            filters={[
              {
                key: "state",
                label: "状态",
                choices: Object.entries(states).map(([id, [, word]]) => [id, word] as const),
              },
            ]}
          />
        }
        isFiltered={state !== undefined}
        onClear={() => setSearch({ state: undefined })}
        empty={{ title: "还没有会员得到这张券", text: "领取或发放后按时间显示，最近的在前。" }}
      />
    </FixedPage>
  );
}
