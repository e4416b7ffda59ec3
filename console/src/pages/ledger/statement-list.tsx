/** The statement of one account: opening balance, lines, closing balance. */
import { useQuery } from "@tanstack/react-query";
import { isMembersAccount } from "@yunjing/contract/shared-words";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { CardRow, Figure } from "../../parts/page-head.tsx";
import { EMPTY, fullTime, moneyText, pointsText } from "../../parts/format.ts";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { fromOf, spanFilter } from "../../parts/table/span-filter.ts";
import { Amount, purposeFilter, purposeParser, SubjectLinks } from "./ledger-words.tsx";

type Line = Item<typeof api.operatorLedger.statement>;
type Asset = "CNY" | "PTS";

const SPEC = { span: oneOf("1", "7", "30"), purpose: purposeParser, keyword: text(64) };
const days = spanFilter("时间");
const filters: readonly Filter<"span" | "purpose">[] = [
  purposeFilter,
  { ...days, choices: days.choices.filter(([id]) => id !== "90") },
];
const PAGE_SIZE = 20;

/** `+` before what comes in, so that no amount is marked by its colour alone. */
const changeText = (asset: Asset, change: number): string =>
  `${change > 0 ? "+" : ""}${asset === "PTS" ? pointsText(change) : moneyText(change)}`;

/** The lines of one member's account have a balance, those of others a member. */
const columnsFor = (asset: Asset, isOneMembers: boolean) => {
  const of = columnsOf<Line>();
  return [
    {
      ...of.custom("kindText", "事由", ({ kindText, title }) => (
        <TwoLines first={kindText} second={title} />
      )),
      isFixed: true,
    },
    of.text("otherText", "对方账户"),
    of.custom("subject", "关联单据", (row) => <SubjectLinks row={row} />, { from: 1200 }),
    ...(isOneMembers ? [] : [of.no("memberNo", "会员号", { from: 1200 })]),
    of.custom("change", "变动", ({ change }) => changeText(asset, change), { align: "right" }),
    ...(isOneMembers
      ? [
          of.custom(
            "after",
            "余额",
            ({ after }) => (after === undefined ? EMPTY : <Amount asset={asset} amount={after} />),
            { align: "right" },
          ),
        ]
      : []),
    of.instant("at", "时间"),
  ];
};
const columns = {
  CNY: { ofMember: columnsFor("CNY", true), ofAll: columnsFor("CNY", false) },
  PTS: { ofMember: columnsFor("PTS", true), ofAll: columnsFor("PTS", false) },
} as const;
const pointsPurposes = /^(available|pending|held|debt|points_.*)$/;

/** Opening and closing balance of the span, and what lies between them. */
function Ends({ input }: { readonly input: Parameters<typeof api.operatorLedger.statement>[0] }) {
  // The same key as the list's first page, so that it is read once.
  const query = useQuery(apiQuery(api.operatorLedger.statement, { ...input, pageSize: PAGE_SIZE }));
  const { data } = query;
  if (!data) return null;
  const shown = data.account.asset === "PTS" ? pointsText : moneyText;
  const isEqual = data.opening + data.added - data.taken === data.closing;
  return (
    <CardRow>
      <Figure label="期初余额" value={shown(data.opening)} aside={fullTime(data.from)} />
      <Figure label="增加" value={shown(data.added)} />
      <Figure label="减少" value={shown(data.taken)} />
      <Figure
        label="期末余额"
        value={shown(data.closing)}
        aside={isEqual ? "＝ 期初 ＋ 增加 − 减少" : "与分录不符，请到「对账与差错」核查"}
        tone={isEqual ? "ink" : "bad"}
      />
    </CardRow>
  );
}

/** Numbers of members and names of parties; phones and codes may not be in the address. */
const isOwner = (keyword: string): boolean =>
  /^[0-9A-Za-z_:-]{1,64}$/.test(keyword) && !/^1[3-9]\d{9}$/.test(keyword);

export function StatementList({ tabs }: { readonly tabs: ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { span = "30", purpose = "clearing", keyword } = values;
  const account = keyword === undefined ? purpose : `${purpose}.${keyword}`;
  const isOneMembers = keyword !== undefined && isMembersAccount(purpose);
  const shown = columns[pointsPurposes.test(purpose) ? "PTS" : "CNY"];
  const input = { account, from: fromOf(span) };
  return (
    <>
      {(keyword === undefined || isOwner(keyword)) && <Ends input={input} />}
      <ResourceTable
        key={account}
        title="账户对账单"
        query={(paging) => apiQuery(api.operatorLedger.statement, { ...input, ...paging })}
        columns={isOneMembers ? shown.ofMember : shown.ofAll}
        rowKey={({ txnId, seq }) => `${txnId} ${seq}`}
        views={tabs}
        filters={
          <FilterBar
            values={{ ...values, span, purpose }}
            onChange={(patch) => {
              if (patch.keyword === undefined || isOwner(patch.keyword)) setSearch(patch);
            }}
            filters={filters}
            placeholder="会员号，或供应商、渠道编号"
          />
        }
        isFiltered={keyword !== undefined}
        onClear={() => setSearch({ keyword: undefined })}
        pageSize={PAGE_SIZE}
        empty={{ title: "这段时间没有变动", text: "期初与期末余额相同；可以换一段时间。" }}
      />
    </>
  );
}
