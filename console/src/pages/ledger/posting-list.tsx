/** Postings of the ledger, newest first, each with its entries in a panel. */
import { ownValue } from "@yunjing/contract/own-value";
import { accountText, isMembersAccount, postingWords } from "@yunjing/contract/shared-words";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { EMPTY, fullTime } from "../../parts/format.ts";
import { Facts, Panel, Section } from "../../parts/panel.tsx";
import { MemberLink, PageLink } from "../../parts/record/record-links.tsx";
import { Postings } from "../../parts/record/postings.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, No, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { fromOf, spanFilter } from "../../parts/table/span-filter.ts";
import { tell } from "../../parts/toast.tsx";
import {
  Amount,
  purposeFilter,
  purposeParser,
  statementPath,
  SubjectLinks,
} from "./ledger-words.tsx";

type Row = Item<typeof api.operatorLedger.transactions>;

const kinds = Object.keys(postingWords) as readonly (keyof typeof postingWords)[];
const SPEC = {
  span: oneOf("1", "7", "30"),
  kind: oneOf(...kinds),
  purpose: purposeParser,
  keyword: text(64),
};
const NO_FILTERS = noFilters(SPEC);

const days = spanFilter("时间");
const filters: readonly Filter<"span" | "kind" | "purpose">[] = [
  { ...days, choices: days.choices.filter(([id]) => id !== "90") },
  {
    key: "kind",
    label: "事由",
    choices: kinds.map((kind) => [kind, postingWords[kind]] as const),
  },
  purposeFilter,
];

const isMemberNo = (keyword: string): boolean => /^\d{9}$/.test(keyword);
/** Phones and exchange codes may not be in the address. */
const isNumber = (keyword: string): boolean =>
  /^[0-9A-Za-z_:-]{4,64}$/.test(keyword) && !/^1[3-9]\d{9}$/.test(keyword);

/** 「订单清算 → 收入」, and how many entries follow. */
function Entries({ transfers }: { readonly transfers: Row["transfers"] }) {
  const [first] = transfers;
  if (!first) return EMPTY;
  const rest = transfers.length > 1 ? `等 ${transfers.length} 笔` : "";
  return <TwoLines first={`${first.debitText} → ${first.creditText}`} second={rest} />;
}

const columns = (() => {
  const of = columnsOf<Row>();
  return [
    {
      ...of.custom("kindText", "事由", ({ kindText, title }) => (
        <TwoLines first={kindText} second={title} />
      )),
      isFixed: true,
    },
    of.custom("entries", "从 → 到", (row) => <Entries transfers={row.transfers} />),
    of.custom(
      "amount",
      "金额",
      ({ transfers: [first] }) =>
        first ? <Amount asset={first.asset} amount={first.amount} /> : EMPTY,
      { align: "right" },
    ),
    of.custom("subject", "关联单据", (row) => <SubjectLinks row={row} />, { from: 1200 }),
    of.person(
      "member",
      "会员",
      ({ member }) => (member ? { name: member.nickname, second: member.memberNo } : undefined),
      { from: 1400 },
    ),
    of.instant("at", "时间"),
  ];
})();

/** The accounts of a posting, each with the way to its statement. */
function AccountLinks({ row }: { readonly row: Row }) {
  const names = [...new Set(row.transfers.flatMap(({ debit, credit }) => [debit, credit]))];
  const accounts = names.map((purpose) => {
    return isMembersAccount(purpose) && row.member ? `${purpose}.${row.member.memberNo}` : purpose;
  });
  return (
    <Facts
      rows={accounts.map((account) => [
        accountText(account.split(".")[0] ?? account),
        <PageLink key={account} to={statementPath(account)}>
          账户对账单
        </PageLink>,
      ])}
    />
  );
}

function PostingPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const { kind, kindText, title, at, transfers, member, ref, actorText, reverses } = row;
  return (
    <Panel
      title={ownValue(postingWords, kind) ?? kindText}
      text={`${fullTime(at)}${title && ` · ${title}`}`}
      onClose={close}
    >
      <Section title="分录" aside={`${transfers.length} 笔`}>
        <Postings
          postings={transfers.map(({ debitText, creditText, party, ...entry }) => ({
            ...entry,
            debit: debitText,
            credit: party === undefined ? creditText : `${creditText}（${party}）`,
          }))}
        />
      </Section>
      <Section title="来源">
        <Facts
          rows={[
            ["会员", member ? <MemberLink key="member" {...member} /> : "未登录的持码人"],
            ["关联单据", <SubjectLinks key="subject" row={row} />],
            ["操作方", actorText],
            ["参考号", <No key="ref" value={ref} />],
            ...(reverses === undefined
              ? []
              : ([["冲销的分录", <No key="reverses" value={reverses} />]] as const)),
          ]}
        />
      </Section>
      <Section title="涉及账户">
        <AccountLinks row={row} />
      </Section>
    </Panel>
  );
}

export function PostingList({ tabs }: { readonly tabs: ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { span = "1", kind, purpose, keyword } = values;
  const isMember = keyword !== undefined && isMemberNo(keyword);
  const filter = {
    ...(keyword === undefined ? { from: fromOf(span) } : {}),
    ...(kind && { kind }),
    ...(purpose && { account: purpose }),
    ...(keyword !== undefined && (isMember ? { memberNo: keyword } : { ref: keyword })),
  };
  const change = (patch: Parameters<typeof setSearch>[0]) => {
    if (patch.keyword === undefined || isNumber(patch.keyword)) setSearch(patch);
    else tell("这里按单号、参考号和会员号查；手机号和兑换码请用 ⌘K 搜索");
  };
  return (
    <ResourceTable
      title="分录"
      query={(paging) => apiQuery(api.operatorLedger.transactions, { ...filter, ...paging })}
      columns={columns}
      rowKey={({ txnId }) => txnId}
      views={tabs}
      filters={
        <FilterBar
          savedAs="ledger"
          values={keyword === undefined ? { ...values, span } : values}
          onChange={change}
          filters={filters}
          placeholder="单号、参考号或会员号"
        />
      }
      isFiltered={Object.keys(values).length > 0}
      onClear={() => setSearch(NO_FILTERS)}
      panel={(_key, row, close) =>
        row ? (
          <PostingPanel row={row} close={close} />
        ) : (
          <Panel title="账本分录" onClose={close}>
            <Empty title="不在这一页里" text="可以按单号、参考号或会员号查找。" />
          </Panel>
        )
      }
      empty={{ title: "这段时间没有分录", text: "按单号、参考号或会员号查找时不看时间。" }}
    />
  );
}
