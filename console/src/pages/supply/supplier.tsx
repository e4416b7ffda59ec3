/** 供应商详情: health, figures, orders of unknown result, callbacks, and what operators keep about it. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Pencil, Upload } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText, EMPTY, moneyText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { Card, CardRow, Figure, PageHead } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { CallbackList } from "./callback-list.tsx";
import { ConnectionFacts, useConnectionTest } from "./connection.tsx";
import { PriceImport } from "./price-import.tsx";
import { SupplierChart } from "./supplier-chart.tsx";
import { KeptFacts, SupplierForm } from "./supplier-form.tsx";
import { daysLeftText, Health, payWord, rateOf, type SupplierRow } from "./supplier-words.tsx";
import styles from "./supplier.module.css";
import { UnknownOrders } from "./unknown-orders.tsx";

const SPEC = { tab: oneOf("overview", "unknown", "callbacks") };

function Figures({ row }: { readonly row: SupplierRow }) {
  const { good, bad, usualMs, prepaid } = row;
  const left = daysLeftText(prepaid?.daysLeft);
  return (
    <CardRow>
      <Figure
        label="近期成功率"
        value={rateOf(row)}
        aside={`成功 ${countText(good)}，失败 ${countText(bad)}`}
      />
      <Figure
        label="常用时长"
        value={usualMs === undefined ? EMPTY : `${(usualMs / 1_000).toFixed(1)} 秒`}
      />
      <Figure
        label="预付余额"
        value={prepaid ? moneyText(prepaid.leftFen) : payWord(row)}
        aside={left && `按近 7 天还够 ${left.text}`}
        tone={left?.isLow ? "bad" : "ink"}
      />
    </CardRow>
  );
}

export default function SupplierPage() {
  const { supplierId = "" }: { readonly supplierId?: string } = useParams({ strict: false });
  const [{ tab = "overview" }, setSearch] = useSearchState(SPEC);
  const test = useConnectionTest(supplierId);
  const [opened, setOpened] = useState<"form" | "prices">();
  const query = useQuery(apiQuery(api.operatorSuppliers.detail, { supplierId }));
  const suppliers = useQuery(apiQuery(api.operatorSupply.suppliers, {})).data?.list ?? [];
  const row = suppliers.find((one) => one.supplierId === supplierId);
  const kept = query.data;
  if (!kept) {
    return query.isError ? (
      <Failed failure={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={8} tall />
    );
  }
  const tabs = (
    <Tabs
      label="供应商详情"
      value={tab}
      onChange={(next) => setSearch({ tab: next })}
      tabs={[
        { id: "overview", label: "概况" },
        { id: "unknown", label: "结果未知" },
        { id: "callbacks", label: "回调记录" },
      ]}
    />
  );
  const close = () => setOpened(undefined);
  const head = (
    <PageHead
      title={kept.name}
      tags={row && <Health row={row} />}
      text={supplierId}
      actions={
        <Gate may="supply:manage">
          <Button icon={<Upload />} onClick={() => setOpened("prices")}>
            导入价格
          </Button>
          <Button look="solid" icon={<Pencil />} onClick={() => setOpened("form")}>
            修改资料
          </Button>
          {opened === "form" && <SupplierForm kept={kept} onClose={close} />}
          {opened === "prices" && <PriceImport supplierId={supplierId} onClose={close} />}
        </Gate>
      }
    />
  );
  if (tab !== "overview") {
    const List = tab === "unknown" ? UnknownOrders : CallbackList;
    return (
      <FixedPage>
        {head}
        <List supplierId={supplierId} tabs={tabs} />
      </FixedPage>
    );
  }
  return (
    <>
      {head}
      <div className={styles.tabs}>{tabs}</div>
      {row && <Figures row={row} />}
      <div className={styles.chart}>
        <Card>
          <SupplierChart supplierId={supplierId} />
        </Card>
      </div>
      <CardRow>
        <Card title="资料">
          <div className={styles.sheet}>
            <KeptFacts kept={kept} />
          </div>
        </Card>
        {row && row.settings.length > 0 && (
          <Card title="接入" aside={<Gate may="supply:manage">{test.button}</Gate>}>
            <div className={styles.sheet}>
              <ConnectionFacts row={row} result={test.result} />
              <p className={styles.note}>密钥等接入设置在部署配置里，这里只显示有没有设置。</p>
            </div>
          </Card>
        )}
      </CardRow>
    </>
  );
}
