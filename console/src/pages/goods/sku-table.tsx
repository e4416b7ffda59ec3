/** 规格与价格: the SKUs of a draft with price, cost, margin and stock, and the fields of the chosen one. */
import { Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { may } from "../../api/operator.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import type { DraftSku, Goods } from "./draft-fields.ts";
import styles from "./goods.module.css";
import { SkuForm } from "./sku-form.tsx";

type LiveSku = Goods["skus"][number];

function marginOf({ price }: DraftSku): { readonly text: string; readonly isLoss: boolean } {
  if (!price || price.priceFen === 0) return { text: EMPTY, isLoss: false };
  const lowest = Math.min(price.priceFen, ...Object.values(price.levels));
  const percent = ((lowest - price.costFen) / lowest) * 100;
  return { text: `${percent.toFixed(1).replace("-", "−")}%`, isLoss: lowest < price.costFen };
}

function stockText({ stockMode }: DraftSku, live: LiveSku | undefined): string {
  if (stockMode !== "own") return stockMode === "supplier" ? "供应商" : "不限";
  const { held = 0, total = 0 } = live?.stock ?? {};
  return `${held} / ${total}`;
}

const switchSku = (sku: DraftSku, isOn: boolean) =>
  askReason({
    op: api.operatorCatalog.switchSku,
    input: { skuId: sku.skuId, isOn },
    title: isOn ? "恢复销售" : "停售规格",
    effect: [`规格「${sku.spec || sku.skuId}」${isOn ? "恢复销售" : "停止销售"}，立即生效`],
    confirm: isOn ? "恢复销售" : "停售",
    reloads: [["operatorGoods"]],
  });

export function SkuTable(props: {
  readonly goods: Goods;
  readonly skus: readonly DraftSku[];
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (skus: DraftSku[]) => void;
}) {
  const { goods, skus, onChange } = props;
  const [open, setOpen] = useState(0);
  const live = new Map(goods.skus.map((sku) => [sku.skuId, sku]));
  const chosen = skus[open];
  const add = () => {
    const skuId = `${goods.benefitId}-${skus.length + 1}`;
    const base = { skuId, spec: "", stockMode: "supplier" as const, lowAlert: 0 };
    onChange([...skus, { ...base, quantityMin: 1, quantityMax: 10, priceVersion: 0, routes: [] }]);
    setOpen(skus.length);
  };
  return (
    <section className={styles.skus} aria-label="规格与价格">
      <header>
        <h2>规格与价格</h2>
        <span>价格另存版本；低于成本要两人同意</span>
        <Button size="small" icon={<Plus />} onClick={add}>
          加规格
        </Button>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">规格</th>
            <th scope="col">市场价</th>
            <th scope="col">售价</th>
            <th scope="col">成本</th>
            <th scope="col">最低毛利</th>
            <th scope="col">占用 / 总</th>
            <th scope="col">在售</th>
          </tr>
        </thead>
        <tbody>
          {skus.map((sku, at) => {
            const { text, isLoss } = marginOf(sku);
            const known = live.get(sku.skuId);
            return (
              <tr key={at} data-chosen={at === open || undefined}>
                <th scope="row">
                  <button type="button" onClick={() => setOpen(at)} aria-expanded={at === open}>
                    {sku.spec || "默认规格"}
                    <small>{sku.skuId}</small>
                  </button>
                </th>
                <td>{sku.price ? <s>{moneyText(sku.price.marketFen)}</s> : EMPTY}</td>
                <td>{sku.price ? moneyText(sku.price.priceFen) : EMPTY}</td>
                <td>{sku.price ? moneyText(sku.price.costFen) : EMPTY}</td>
                <td data-loss={isLoss || undefined}>{text}</td>
                <td>{stockText(sku, known)}</td>
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
          })}
        </tbody>
      </table>
      {chosen && (
        <SkuForm
          key={`${open}:${live.has(chosen.skuId)}`}
          sku={chosen}
          isLive={live.has(chosen.skuId)}
          faultOf={props.faultOf}
          onChange={(sku) => onChange(skus.with(open, sku))}
        />
      )}
    </section>
  );
}
