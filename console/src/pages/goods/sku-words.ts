/** The words of a SKU: its margin, its stock, its name; and the writes that apply at once. */
import { api } from "../../api/client.ts";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import type { DraftSku, Goods } from "./draft-fields.ts";

export type LiveSku = Goods["skus"][number];
type Priced = {
  readonly priceFen: number;
  readonly costFen: number;
  readonly levels: Readonly<Record<string, number>>;
};

export const skuName = ({ spec, skuId }: Pick<DraftSku, "spec" | "skuId">): string => spec || skuId;

/** The margin of the lowest price of any level, as a share of that price. */
export function marginOf(price: Priced | undefined): {
  readonly text: string;
  /** By how much the lowest price is below cost, fen; 0 when it is not. */
  readonly lossFen: number;
} {
  if (!price || price.priceFen === 0) return { text: EMPTY, lossFen: 0 };
  const lowest = Math.min(price.priceFen, ...Object.values(price.levels));
  const percent = ((lowest - price.costFen) / lowest) * 100;
  const text = `${percent.toFixed(1).replace("-", "−")}%`;
  return { text: lowest === 0 ? EMPTY : text, lossFen: Math.max(0, price.costFen - lowest) };
}

export function stockText({ stockMode }: DraftSku, live: LiveSku | undefined): string {
  if (stockMode !== "own") return stockMode === "supplier" ? "供应商" : "不限";
  const { held = 0, total = 0 } = live?.stock ?? {};
  return `${held} / ${total}`;
}

export const switchSku = (sku: DraftSku, isOn: boolean) =>
  askReason({
    op: api.operatorCatalog.switchSku,
    input: { skuId: sku.skuId, isOn },
    title: isOn ? "恢复销售" : "停售规格",
    effect: [`规格「${skuName(sku)}」${isOn ? "恢复销售" : "停止销售"}，立即生效`],
    confirm: isOn ? "恢复销售" : "停售",
    reloads: [["operatorGoods"]],
  });

/** Adds pieces to own stock or removes free ones; what is held for orders stays. */
export const changeStock = (sku: DraftSku, { stock }: LiveSku) => {
  const { total = 0, held = 0, sold = 0 } = stock ?? {};
  return askReason({
    op: api.operatorCatalog.changeStock,
    input: { skuId: sku.skuId },
    title: `调整库存：${skuName(sku)}`,
    effect: [
      `现有 ${total} 件：已售 ${sold}，占用 ${held}，可调减 ${total - held - sold}`,
      "已占用和已售的不会减少，立即生效",
    ],
    fields: [
      {
        kind: "number",
        name: "delta",
        label: "增减件数",
        unit: "件",
        help: "增加写 100，减少写 -100",
        isRequired: true,
      },
    ],
    confirm: "调整库存",
    done: "库存已调整",
    reloads: [["operatorGoods"]],
  });
};

export const withdrawPrice = (price: {
  readonly skuId: string;
  readonly version: number;
  readonly priceFen: number;
}) =>
  askReason({
    op: api.operatorGoods.withdrawPrice,
    input: { skuId: price.skuId, version: String(price.version) },
    title: "撤销排期价",
    effect: [`${price.skuId} 的排期价 ${moneyText(price.priceFen)} 不再生效`, "其他价格不变"],
    confirm: "撤销",
    done: "已撤销",
  });
