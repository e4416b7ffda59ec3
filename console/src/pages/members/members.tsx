/** 会员: the list with its filters, and the search by phone, which is counted and limited. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, apiQuery, type Item, type OutputOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { SearchForm } from "../../parts/search-form.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { exactSpan, exactSpanFilters, exactSpanSpec } from "../../parts/table/exact-span.ts";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { tell, tellFailure } from "../../parts/toast.tsx";
import { memberStates } from "./member-words.ts";

type Row = Item<typeof api.operatorMembers.list>;
type Found = OutputOf<typeof api.operatorMembers.find>;

const SPEC = {
  status: oneOf("ACTIVE", "RESTRICTED", "FROZEN", "CANCELLING", "CANCELLED"),
  has: oneOf("balance", "debt", "frozen", "risk"),
  tag: text(12),
  ...exactSpanSpec,
};
const filters = [
  {
    key: "status",
    label: "状态",
    choices: Object.entries(memberStates).map(([id, [, word]]) => [id, word] as const),
  },
  {
    key: "has",
    label: "资产与风险",
    choices: [
      ["balance", "余额"],
      ["debt", "欠积分"],
      ["frozen", "冻结的资产"],
      ["risk", "受限或冻结"],
    ],
  },
] as const;

const columns = (() => {
  const of = columnsOf<Row>();
  return [
    of.person("member", "会员", (row) => ({ name: row.nickname, second: row.phoneMask })),
    of.no("memberNo", "会员号"),
    of.text("levelName", "等级"),
    of.points("points", "积分"),
    of.money("balanceFen", "余额"),
    of.custom("orders", "订单", ({ orders }) => (orders < 100 ? orders : "99+"), {
      align: "right",
      from: 1200,
    }),
    of.custom("tags", "标签", ({ tags }) => tags.join("、") || "—", { from: 1200 }),
    of.state("status", "状态", memberStates),
    of.instant("lastSeenAt", "最近", { from: 1200 }),
    of.instant("createdAt", "注册"),
  ];
})();

/** What is typed decides where it looks: 4 or 11 digits are a phone, 9 a member number. */
function PhoneSearch(props: { readonly onFound: (found: Found | undefined) => void }) {
  const navigate = useNavigate();
  const search = async (typed: string) => {
    const digits = typed.replace(/\D/g, "");
    if (/^[1-9]\d{8}$/.test(digits)) {
      await navigate({ to: `/members/${digits}` });
      return;
    }
    const term = digits.length === 11 ? { phone: digits } : { last4: digits };
    if (digits.length !== 4 && digits.length !== 11) {
      tellFailure("请输入手机号、手机后四位或九位会员号");
      return;
    }
    const found = await api.operatorMembers.find(term);
    const [only] = found.list;
    tell(`找到 ${found.list.length} 位，今天已查 ${found.used} / ${found.most} 次`);
    if (only && found.list.length === 1) {
      await navigate({ to: `/members/${only.memberNo}` });
    } else props.onFound(found);
  };
  return (
    <SearchForm
      label="手机号、手机后四位或会员号"
      placeholder="手机号、后四位或会员号"
      maxLength={13}
      isNumeric
      button="查找"
      busy="查找中"
      onSearch={search}
      onFault={tellFailure}
    />
  );
}

export default function MembersPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const [found, setFound] = useState<Found | undefined>(undefined);
  const navigate = useNavigate();
  const { from: _from, to: _to, ...rest } = values;
  const filter = { ...rest, ...exactSpan(values) };
  const isFiltered = Object.values(values).some((value) => value !== undefined);
  return (
    <FixedPage>
      <PageHead
        title="会员"
        text="按手机号查找会计入审计，每人每天有次数上限"
        actions={<PhoneSearch onFound={setFound} />}
      />
      <ResourceTable<Row>
        key={found === undefined ? "all" : "found"}
        title="会员"
        query={(paging) =>
          found === undefined
            ? apiQuery(api.operatorMembers.list, { ...filter, ...paging })
            : {
                queryKey: ["operatorMembers", "found", found.used],
                queryFn: () => Promise.resolve({ list: found.list }),
              }
        }
        columns={columns}
        rowKey={({ memberNo }) => memberNo}
        filters={
          found === undefined ? (
            <FilterBar
              savedAs="members"
              values={values}
              onChange={setSearch}
              filters={[...exactSpanFilters(values), ...filters]}
            />
          ) : (
            <Button size="small" onClick={() => setFound(undefined)}>
              清除查找结果
            </Button>
          )
        }
        tools={<ExportButton kind="members" title="会员" filter={filter} />}
        isFiltered={isFiltered || found !== undefined}
        onClear={() => {
          setFound(undefined);
          setSearch(noFilters(SPEC));
        }}
        onOpen={({ memberNo }) => void navigate({ to: `/members/${memberNo}` })}
        empty={{ title: "还没有会员", text: "注册的会员会出现在这里。" }}
      />
    </FixedPage>
  );
}
