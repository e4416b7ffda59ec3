/** 供应商: money, health and circuit of each supplier, and what an operator can do about them. */
import { api, apiQuery } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText, EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { PageLink } from "../../parts/record/record-links.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { ConnectionFacts, useConnectionTest } from "./connection.tsx";
import { RouteList } from "./route-list.tsx";
import { SupplierChart } from "./supplier-chart.tsx";
import { SupplierLights } from "./supplier-lights.tsx";
import {
  daysLeftText,
  Health,
  payWord,
  rateOf,
  type SupplierRow as Row,
} from "./supplier-words.tsx";
import { UnknownSummary } from "./unknown-orders.tsx";

const SPEC = { tab: oneOf("suppliers", "routes"), keyword: text(64), open: text(40) };

const of = columnsOf<Row>();
const columns = [
  of.custom("name", "供应商", (row) => <TwoLines first={row.name} second={row.supplierId} />),
  of.custom("health", "状态", (row) => <Health row={row} />),
  of.count("good", "近期成功"),
  of.count("bad", "近期失败"),
  of.custom(
    "paid",
    "累计预付",
    (row) => (row.prepaid ? moneyText(row.prepaid.paidFen) : payWord(row)),
    {
      align: "right",
    },
  ),
  of.custom("settings", "接入", ({ settings, isConnected }) =>
    settings.length === 0 ? (
      EMPTY
    ) : (
      <StateTag tone={isConnected ? "ok" : "warn"}>{isConnected ? "已接入" : "未接入"}</StateTag>
    ),
  ),
];

const topUp = ({ supplierId, name }: Row) =>
  askReason({
    op: api.operatorSupply.topUp,
    input: { supplierId },
    title: "登记预付",
    effect: [`${name} 的预付余额增加下面的金额`, "原因里写明付款凭证号"],
    fields: [{ kind: "money", name: "amountFen", label: "金额", isRequired: true }],
    confirm: "登记预付",
    look: "coral",
  });

const switchOn = ({ supplierId, name, isOn }: Row) =>
  askReason({
    op: api.operatorSupply.switch,
    input: { supplierId, isOn: !isOn },
    title: isOn ? "停新单" : "恢复新单",
    effect: isOn
      ? [`新订单不再发给 ${name}，由其他供应商承接`, "已发出的订单继续等结果"]
      : [`新订单可以发给 ${name}`],
    confirm: isOn ? "停新单" : "恢复新单",
    look: isOn ? "danger" : "solid",
  });

const closeCircuit = ({ supplierId, name }: Row) =>
  askReason({
    op: api.operatorSupply.closeCircuit,
    input: { supplierId },
    title: "合上熔断",
    effect: [`${name} 立即恢复接单`, "再次连续失败会重新熔断"],
    confirm: "合上熔断",
  });

/** The pages that show what belongs to one supplier. */
function RelatedPages({ supplierId }: { readonly supplierId: string }) {
  const search = `?supplierId=${supplierId}`;
  const pages = [
    ["资料、曲线和回调记录", `/suppliers/${supplierId}`] as const,
    ...(may("orders:handle") ? [["客服处理", `/desk${search}`] as const] : []),
    ["按日结算", `/settlements${search}`] as const,
  ];
  return (
    <Section title="相关">
      {pages.map(([label, to]) => (
        <p key={to}>
          <PageLink to={to}>{label}</PageLink>
        </p>
      ))}
    </Section>
  );
}

function SupplierPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const test = useConnectionTest(row.supplierId);
  return (
    <Panel
      title={row.name}
      tags={<Health row={row} />}
      text={row.supplierId}
      onClose={close}
      foot={
        <>
          {may("supply:manage") && (
            <Button look={row.isOn ? "danger" : "outline"} onClick={() => void switchOn(row)}>
              {row.isOn ? "停新单" : "恢复新单"}
            </Button>
          )}
          {row.circuit !== "closed" && may("supply:manage") && (
            <Button onClick={() => void closeCircuit(row)}>合上熔断</Button>
          )}
          {row.prepaid && may("supply:manage", "supply:money") && (
            <Button look="coral" onClick={() => void topUp(row)}>
              登记预付
            </Button>
          )}
        </>
      }
    >
      {row.circuit !== "closed" && (
        <Notice tone="bad">
          已熔断，新订单由其他供应商承接
          {row.retryAt !== undefined && `，${timeText(row.retryAt)} 后试恢复`}。
        </Notice>
      )}
      <Section title="近期">
        <Facts
          rows={[
            ["近期成功", `${countText(row.good)} 单`],
            ["近期失败", `${countText(row.bad)} 单`],
            ["成功率", rateOf(row)],
            [
              "常用时长",
              row.usualMs === undefined ? EMPTY : `${(row.usualMs / 1_000).toFixed(1)} 秒`,
            ],
            ...(row.prepaid
              ? ([
                  ["累计预付", moneyText(row.prepaid.paidFen)],
                  ["已用", moneyText(row.prepaid.usedFen)],
                  ["按近 7 天还够", daysLeftText(row.prepaid.daysLeft)?.text ?? EMPTY],
                ] as const)
              : []),
          ]}
          {...(row.prepaid ? { total: ["预付余额", moneyText(row.prepaid.leftFen)] as const } : {})}
        />
      </Section>
      <UnknownSummary supplierId={row.supplierId} />
      {row.settings.length > 0 && (
        <Section>
          <SupplierChart supplierId={row.supplierId} isInPanel />
        </Section>
      )}
      {row.settings.length > 0 && (
        <Section title="接入" aside={may("supply:manage") && test.button}>
          <ConnectionFacts row={row} result={test.result} />
        </Section>
      )}
      <RelatedPages supplierId={row.supplierId} />
    </Panel>
  );
}

export default function SuppliersPage() {
  const [{ tab = "suppliers", open }, setSearch] = useSearchState(SPEC);
  const tabs = (
    <Tabs
      label="供应商"
      value={tab}
      onChange={(next) => setSearch({ tab: next, keyword: undefined, open: undefined })}
      tabs={[
        { id: "suppliers", label: "供应商" },
        { id: "routes", label: "渠道与价格" },
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead title="供应商" text="熔断和停新单只影响新订单；结果未知的订单只按原单号查询" />
      {tab !== "routes" && (
        <SupplierLights opened={open} onOpen={(next) => setSearch({ open: next })} />
      )}
      {tab === "routes" ? (
        <RouteList tabs={tabs} />
      ) : (
        <ResourceTable
          title="供应商"
          query={() => apiQuery(api.operatorSupply.suppliers, {})}
          columns={columns}
          rowKey={({ supplierId }) => supplierId}
          views={tabs}
          panel={(_key, row, close) => row && <SupplierPanel row={row} close={close} />}
          empty={{ title: "还没有供应商", text: "在部署配置里接入后，会列在这里。" }}
        />
      )}
    </FixedPage>
  );
}
