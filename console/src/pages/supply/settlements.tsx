/** 结算与损失: what we owe suppliers by day beside their statements, and losses to settle. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText, EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { OrderLink } from "../../parts/record/record-links.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { columnsOf, Money, No } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { supplierName } from "../../parts/supplier-choices.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";

type Day = Item<typeof api.operatorSupply.settlements>;
type Loss = Item<typeof api.operatorSupply.losses>;
const SPEC = { tab: oneOf("days", "losses"), supplierId: text(32), open: text() };

const ofDay = columnsOf<Day>();
const ofLoss = columnsOf<Loss>();
const statements = {
  none: ["outline", "没有账单"],
  waiting: ["sea", "等账单"],
  compared: ["ok", "已核对"],
} as const;
const lossKinds: Readonly<Record<Loss["kind"], string>> = {
  issued_after_failed: "判失败后又发货",
  failed_after_issued: "判成功后又失败",
  issued_after_hand: "人工补发后又发货",
};
const differences = {
  only_here: "仅我方有",
  only_there: "仅对方有",
  amount: "金额不同",
  state: "状态不同",
  twice: "重复",
  other_day: "跨日：另一方记在别的日子",
} as const;

const lossColumns = [
  ofLoss.custom("kind", "类型", ({ kind }) => lossKinds[kind]),
  ofLoss.no("orderNo", "订单"),
  ofLoss.custom("supplier", "供应商", ({ supplierId }) => supplierName(supplierId)),
  ofLoss.money("costFen", "成本"),
  ofLoss.instant("at", "发生"),
  ofLoss.custom("settlement", "处理结果", ({ settlement }) =>
    settlement === undefined ? <StateTag tone="warn">未登记</StateTag> : settlement,
  ),
];

const settle = (loss: Loss) =>
  askReason({
    op: api.operatorSupply.settleLoss,
    input: { lossId: loss.lossId },
    title: "登记损失处理",
    effect: [`${lossKinds[loss.kind]}，成本 ${moneyText(loss.costFen)}`, "原因写明由谁承担"],
    confirm: "登记处理结果",
  });

const amountText = (fen: number | undefined): string =>
  fen === undefined ? EMPTY : moneyText(fen);

/** The lines that differ, or the sums, where a delivery came after the comparison. */
function Differences({ row }: { readonly row: Day }) {
  if (row.differences > 0) return <StateTag tone="bad">{`${row.differences} 条`}</StateTag>;
  const isEqual = row.theirFen === undefined || row.theirFen === row.owedFen;
  return isEqual ? EMPTY : <StateTag tone="warn">合计不同</StateTag>;
}

/** What both sides say of a day. */
function Totals({ settlement }: { readonly settlement: Day }) {
  const { deliveries, owedFen, statement, theirDeliveries, theirFen } = settlement;
  const theirs =
    theirDeliveries === undefined
      ? statements[statement][1]
      : `${countText(theirDeliveries)} 笔，${amountText(theirFen)}`;
  const gap = theirFen === undefined ? undefined : theirFen - owedFen;
  return (
    <Facts
      rows={[
        ["我方发货", `${countText(deliveries)} 笔`],
        ["对方账单", theirs],
        ["对方多收", gap === undefined ? EMPTY : moneyText(gap)],
      ]}
      total={["我方应付", moneyText(owedFen)]}
    />
  );
}

function DayPanel(props: { readonly row: Day; readonly name: string; readonly close: () => void }) {
  const { supplierId, day } = props.row;
  const query = useQuery(apiQuery(api.operatorSupply.settlement, { supplierId, day }));
  return (
    <Panel title={`${props.name} ${day}`} onClose={props.close}>
      {query.isPending && <Skeleton />}
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <>
          <Section title="当天">
            <Totals settlement={query.data.settlement} />
          </Section>
          <Section title="差异明细" aside={`${query.data.lines.length} 条`}>
            {query.data.lines.length === 0 ? (
              "没有差异。"
            ) : (
              <Facts
                rows={query.data.lines.map((line) => [
                  differences[line.difference],
                  `我方 ${amountText(line.ourFen)} / 对方 ${amountText(line.theirFen)}`,
                  <No key="no" value={line.outNo} />,
                ])}
              />
            )}
          </Section>
        </>
      )}
    </Panel>
  );
}

export default function SettlementsPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { tab = "days", supplierId } = values;
  const suppliers = useQuery(apiQuery(api.operatorSupply.suppliers, {})).data?.list ?? [];
  const nameOf = (id: string) => suppliers.find((one) => one.supplierId === id)?.name ?? id;
  const tabs = (
    <Tabs
      label="结算与损失"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "days", label: "按日结算" },
        { id: "losses", label: "损失" },
      ]}
    />
  );
  const dayColumns = [
    ofDay.custom("day", "日期", ({ day }) => day),
    ofDay.custom("supplier", "供应商", (row) => nameOf(row.supplierId)),
    ofDay.count("deliveries", "发货"),
    ofDay.money("owedFen", "我方应付"),
    ofDay.money("theirFen", "对方账单"),
    ofDay.state("statement", "核对", statements),
    ofDay.custom("differences", "差异", (row) => <Differences row={row} />),
  ];
  return (
    <FixedPage>
      <PageHead title="结算与损失" text="按日与供应商账单核对；事后反转造成的损失逐条登记" />
      {tab === "days" ? (
        <ResourceTable
          title="按日结算"
          query={() =>
            apiQuery(api.operatorSupply.settlements, supplierId === undefined ? {} : { supplierId })
          }
          columns={dayColumns}
          rowKey={(row) => `${row.supplierId} ${row.day}`}
          views={tabs}
          filters={
            <FilterBar
              values={values}
              onChange={setSearch}
              filters={[
                {
                  key: "supplierId",
                  label: "供应商",
                  choices: suppliers.map((one) => [one.supplierId, one.name] as const),
                },
              ]}
            />
          }
          isFiltered={supplierId !== undefined}
          onClear={() => setSearch({ supplierId: undefined })}
          panel={(_key, row, close) =>
            row && <DayPanel row={row} name={nameOf(row.supplierId)} close={close} />
          }
          empty={{ title: "这段时间没有结算", text: "有发货的日子会按供应商列在这里。" }}
        />
      ) : (
        <ResourceTable
          title="损失"
          query={() => apiQuery(api.operatorSupply.losses, {})}
          columns={lossColumns}
          rowKey={({ lossId }) => lossId}
          views={tabs}
          panel={(_key, row, close) =>
            row && (
              <Panel
                title={lossKinds[row.kind]}
                tags={row.settledAt === undefined && <StateTag tone="warn">未登记</StateTag>}
                onClose={close}
                foot={
                  row.settledAt === undefined &&
                  may("supply:manage", "supply:money") && (
                    <Button look="solid" onClick={() => void settle(row)}>
                      登记处理结果
                    </Button>
                  )
                }
              >
                <Facts
                  rows={[
                    ["订单", <OrderLink key="order" orderNo={row.orderNo} />],
                    ["供应商单号", <No key="no" value={row.outNo} />],
                    ["供应商", nameOf(row.supplierId)],
                    ["发生", timeText(row.at)],
                    ...(row.settlement === undefined
                      ? []
                      : [["处理结果", row.settlement] as const]),
                  ]}
                  total={["成本", <Money key="cost" fen={row.costFen} />]}
                />
              </Panel>
            )
          }
          empty={{ title: "没有损失", text: "供应商事后反转、造成损失的订单会列在这里。" }}
        />
      )}
    </FixedPage>
  );
}
