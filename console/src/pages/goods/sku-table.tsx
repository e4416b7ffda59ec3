/** 规格与价格: the SKUs of a draft with amounts in place, margin and stock, and the chosen one's fields. */
import { CalendarClock, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { moneyText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { PageLink } from "../../parts/record/record-links.tsx";
import { Notice } from "../../parts/panel.tsx";
import type { DraftSku, Goods } from "./draft-fields.ts";
import styles from "./goods.module.css";
import { PlannedPrices } from "./planned-prices.tsx";
import { PriceInput } from "./price-input.tsx";
import { PriceSchedule } from "./price-schedule.tsx";
import { skuOf, skuValues, type SkuValues, tablePrices } from "./sku-fields.ts";
import { SkuForm } from "./sku-form.tsx";
import { changeStock, type LiveSku, marginOf, skuName, stockText, switchSku } from "./sku-words.ts";

const heads = ["规格", "市场价", "售价", "成本", "最低毛利", "占用 / 总", "在售"];

function StockCell({
  sku,
  known,
}: {
  readonly sku: DraftSku;
  readonly known: LiveSku | undefined;
}) {
  const text = stockText(sku, known);
  return known?.stock && may("catalog:edit") ? (
    <Button
      look="text"
      size="small"
      aria-label={`调整 ${sku.skuId} 的库存，现在 ${text}`}
      onClick={() => void changeStock(sku, known)}
    >
      {text}
    </Button>
  ) : (
    text
  );
}

/** A price as a text that does not depend on the order of its fields. */
const priceText = (price: DraftSku["price"]): string =>
  JSON.stringify(Object.entries(price ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The price in force is another one than the draft was made from: go on with either. */
function StalePrice(props: {
  readonly sku: DraftSku;
  readonly known: LiveSku;
  readonly onChange: (sku: DraftSku) => void;
}) {
  const { sku, known, onChange } = props;
  const { price, priceVersion } = known;
  return (
    <Notice
      tone="warn"
      action={
        <>
          {price && (
            <Button size="small" onClick={() => onChange({ ...sku, price, priceVersion })}>
              用线上价
            </Button>
          )}
          <Button size="small" onClick={() => onChange({ ...sku, priceVersion })}>
            用草稿价
          </Button>
        </>
      }
    >
      「{skuName(sku)}」的线上价已变为 {price ? moneyText(price.priceFen) : "停售"}
      （第 {priceVersion} 版），草稿是 {sku.price ? moneyText(sku.price.priceFen) : "未定价"}。
    </Notice>
  );
}

export function SkuTable(props: {
  readonly goods: Goods;
  readonly skus: readonly DraftSku[];
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (skus: DraftSku[]) => void;
  /** Takes another whole draft of the SKUs, so that every field begins anew. */
  readonly onReplace: (skus: DraftSku[]) => void;
  readonly onScheduled: () => void;
}) {
  const { goods, skus, onChange } = props;
  const [open, setOpen] = useState(0);
  const [typed, setTyped] = useState<ReadonlyMap<number, SkuValues>>(new Map());
  const [isPlanning, setPlanning] = useState(false);
  const live = new Map(goods.skus.map((sku) => [sku.skuId, sku]));
  const chosen = skus[open];
  const chosenLive = chosen && live.get(chosen.skuId);
  const valuesAt = (at: number, sku: DraftSku) => typed.get(at) ?? skuValues(sku);
  const change = (at: number, sku: DraftSku) => (name: string, value: FieldValue) => {
    const next = { ...valuesAt(at, sku), [name]: value };
    setTyped(new Map(typed).set(at, next));
    onChange(skus.with(at, skuOf(sku, next)));
  };
  const add = () => {
    const skuId = `${goods.benefitId}-${skus.length + 1}`;
    const base = { skuId, spec: "", stockMode: "supplier" as const, lowAlert: 0 };
    onChange([...skus, { ...base, quantityMin: 1, quantityMax: 10, priceVersion: 0, routes: [] }]);
    setOpen(skus.length);
  };
  const row = (sku: DraftSku, at: number): ReactNode => {
    const { text, lossFen } = marginOf(sku.price);
    const known = live.get(sku.skuId);
    const values = new Map(Object.entries(valuesAt(at, sku)));
    return (
      <tr key={at} data-chosen={at === open || undefined}>
        <th scope="row">
          <button type="button" onClick={() => setOpen(at)} aria-expanded={at === open}>
            {sku.spec || "默认规格"}
            <small>{sku.skuId}</small>
          </button>
        </th>
        {tablePrices.map(([name, label]) => (
          <td key={name}>
            <PriceInput
              label={`${sku.skuId} ${label}`}
              value={values.get(name)}
              isBad={name === "priceFen" && lossFen > 0}
              onChange={(fen) => change(at, sku)(name, fen)}
            />
          </td>
        ))}
        <td data-loss={lossFen > 0 || undefined}>{text}</td>
        <td>
          <StockCell sku={sku} known={known} />
        </td>
        <td>
          {known ? (
            <input
              type="checkbox"
              role="switch"
              aria-label={`规格 ${sku.skuId} 在售`}
              checked={known.isOn}
              disabled={!may("catalog:edit")}
              onChange={() => void switchSku(sku, !known.isOn)}
            />
          ) : (
            "发布后"
          )}
        </td>
      </tr>
    );
  };
  const losses = skus.filter(({ price }) => marginOf(price).lossFen > 0);
  const stale = skus.flatMap((sku, at) => {
    const known = live.get(sku.skuId);
    const isStale = known && known.priceVersion !== sku.priceVersion;
    return isStale && priceText(known.price) !== priceText(sku.price) ? [{ sku, at, known }] : [];
  });
  return (
    <section className={styles.skus} aria-label="规格与价格">
      <header>
        <h2>规格与价格</h2>
        <span>发布后生效，另存版本；低于成本要两人同意</span>
        {chosenLive?.price && may("catalog:edit") && (
          <Button size="small" icon={<CalendarClock />} onClick={() => setPlanning(true)}>
            排期改价
          </Button>
        )}
        <Button size="small" icon={<Plus />} onClick={add}>
          加规格
        </Button>
      </header>
      <table aria-label="规格">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{skus.map(row)}</tbody>
      </table>
      {losses.map((sku) => (
        <Notice key={sku.skuId} tone="warn">
          「{skuName(sku)}」低于成本 {moneyText(marginOf(sku.price).lossFen)}
          。要么改价，要么写明原因交两人审批（最长 7 天）。
        </Notice>
      ))}
      {stale.map(({ sku, at, known }) => (
        <StalePrice
          key={sku.skuId}
          sku={sku}
          known={known}
          onChange={(next) => props.onReplace(skus.with(at, next))}
        />
      ))}
      <PlannedPrices benefitId={goods.benefitId} skus={skus} />
      {chosen && (
        <SkuForm
          key={`${open}:${live.has(chosen.skuId)}`}
          sku={chosen}
          values={valuesAt(open, chosen)}
          isLive={live.has(chosen.skuId)}
          faultOf={props.faultOf}
          onChange={change(open, chosen)}
        />
      )}
      {chosen && (
        <p className={styles.links}>
          <Gate may={["supply:manage", "supply:read", "supply:money"]}>
            <PageLink to={`/suppliers?tab=routes&keyword=${chosen.skuId}`}>渠道与成本记录</PageLink>
          </Gate>
          {chosen.routes.some(({ supplierId }) => supplierId === "own") && (
            <Gate may={["supply:manage", "stock:import"]}>
              <PageLink to="/card-stock">导入卡密</PageLink>
            </Gate>
          )}
        </p>
      )}
      {isPlanning && chosen && chosenLive && (
        <PriceSchedule
          sku={chosen}
          live={chosenLive}
          onClose={() => setPlanning(false)}
          onDone={props.onScheduled}
        />
      )}
    </section>
  );
}
