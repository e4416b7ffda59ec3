/** The orders that partners report, with our commission; those without a jump can be filtered. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, No, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import type { Partner } from "./link-form.tsx";
import { commissionStates, orderStates, partnerName } from "./partner-words.ts";

type Row = Item<typeof api.operatorPartners.orders>;
const SPEC = { partnerId: text(32), matched: oneOf("no"), keyword: text(64) };

function Matched({ row }: { readonly row: Row }) {
  if (row.isRisk) return <StateTag tone="bad">有风险</StateTag>;
  return row.memberNo === undefined ? (
    <StateTag tone="warn">没有跳转</StateTag>
  ) : (
    <StateTag tone="ok">已匹配</StateTag>
  );
}

function OrderPanel(props: {
  readonly row: Row;
  readonly name: string;
  readonly close: () => void;
}) {
  const { row, name, close } = props;
  return (
    <Panel title={row.title} text={`${name} · ${row.partnerNo}`} onClose={close}>
      {row.memberNo === undefined && (
        <Notice tone="warn">找不到对应的跳转。问合作方要追踪编号；收到更新后自动匹配。</Notice>
      )}
      <Facts
        rows={[
          ["会员", <MemberLink key="member" {...(row.memberNo && { memberNo: row.memberNo })} />],
          ["状态", orderStates[row.state]?.[1] ?? row.state],
          ["下单", timeText(row.placedAt)],
          ["最近更新", timeText(row.saidAt)],
          ["订单金额", moneyText(row.amountFen)],
          ["佣金状态", commissionStates[row.commission]?.[1] ?? row.commission],
          ["追踪编号", row.sid === undefined ? EMPTY : <No key="sid" value={row.sid} />],
        ]}
        total={["我方佣金", moneyText(row.commissionFen)]}
      />
    </Panel>
  );
}

export function OrderList(props: {
  readonly tabs: ReactNode;
  readonly partners: readonly Partner[];
}) {
  const { tabs, partners } = props;
  const [values, setSearch] = useSearchState(SPEC);
  const { partnerId, matched, keyword } = values;
  const filter = {
    ...(partnerId && { partnerId }),
    ...(matched === "no" && { unmatched: true }),
    ...(keyword && { partnerNo: keyword }),
  };
  const of = columnsOf<Row>();
  const columns = [
    of.custom("title", "订单", (row) => <TwoLines first={row.title} second={row.partnerNo} />),
    of.custom("partner", "合作方", (row) => partnerName(partners, row.partnerId), { from: 1200 }),
    of.no("memberNo", "会员", { from: 1200 }),
    of.money("amountFen", "金额"),
    of.money("commissionFen", "佣金"),
    of.state("state", "状态", orderStates),
    of.custom("matched", "匹配", (row) => <Matched row={row} />),
    of.instant("placedAt", "下单"),
  ];
  return (
    <ResourceTable
      title="合作方订单"
      query={() => apiQuery(api.operatorPartners.orders, filter)}
      columns={columns}
      rowKey={(row) => `${row.partnerId} ${row.partnerNo}`}
      views={tabs}
      filters={
        <FilterBar
          values={values}
          onChange={setSearch}
          placeholder="合作方的订单号"
          filters={[
            {
              key: "partnerId",
              label: "合作方",
              choices: partners.map((one) => [one.partnerId, one.name] as const),
            },
            { key: "matched", label: "匹配", choices: [["no", "没有跳转的"]] },
          ]}
        />
      }
      isFiltered={Object.keys(filter).length > 0}
      onClear={() => setSearch({ partnerId: undefined, matched: undefined, keyword: undefined })}
      panel={(_key, row, close) =>
        row ? (
          <OrderPanel row={row} name={partnerName(partners, row.partnerId)} close={close} />
        ) : (
          <Panel title="合作方订单" onClose={close}>
            <Empty title="不在这一页里" text="可以按合作方的订单号查找。" />
          </Panel>
        )
      }
      empty={{ title: "还没有合作方的订单", text: "合作方回传后列在这里；也可以立即取订单。" }}
    />
  );
}
