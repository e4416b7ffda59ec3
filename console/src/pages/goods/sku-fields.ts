/** The fields of one SKU: what is sold, its price, and the supplier that delivers it. */
import type { FieldValue } from "../../parts/form/check-field.ts";
import { fenOf } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { outsideSuppliers } from "../../parts/supplier-choices.ts";
import { type DraftSku, put } from "./draft-fields.ts";
import { stockChoices, withValue } from "./goods-words.ts";

export type SkuValues = Readonly<Record<string, FieldValue>>;

const supplierChoices = [...outsideSuppliers, ["own", "自有卡密"] as const];

/** What a price has besides the amounts in the table. */
const priceExtras: readonly FieldSpec[] = [
  {
    kind: "lines",
    name: "levels",
    label: "等级价",
    help: "每行：等级=价格，如 3=8.50",
    isRequired: false,
  },
  { kind: "points", name: "pointsPrice", label: "积分价" },
  { kind: "money", name: "pointsCashFen", label: "积分价另付" },
];

/** The amounts that the price table has in place. */
export const tablePrices = [
  ["marketFen", "市场价"],
  ["priceFen", "售价"],
  ["costFen", "成本"],
] as const;

/** The fields of a price that is scheduled. */
export const scheduleFields: readonly FieldSpec[] = [
  { kind: "money", name: "priceFen", label: "售价", isRequired: true },
  { kind: "instant", name: "startsAt", label: "开始时间", help: "空为立即" },
  { kind: "instant", name: "endsAt", label: "结束时间", help: "到时恢复之前的价格；空为长期" },
  { kind: "money", name: "marketFen", label: "市场价", isRequired: true },
  { kind: "money", name: "costFen", label: "成本", isRequired: true },
  ...priceExtras,
  { kind: "area", name: "reason", label: "原因", isRequired: true },
];

/** `isLive`: members know it, so its code, stock and face value stay. */
export const skuFields = (sku: DraftSku, isLive: boolean): readonly FieldSpec[] => [
  ...(isLive
    ? []
    : [{ kind: "text", name: "skuId", label: "规格编码", isRequired: true } as const]),
  { kind: "text", name: "spec", label: "规格名", help: "只有一种时留空" },
  ...priceExtras,
  {
    kind: "choice",
    name: "supplierId",
    label: "供应商",
    choices: withValue(supplierChoices, sku.routes[0]?.supplierId),
  },
  { kind: "text", name: "product", label: "供应商商品号" },
  ...(isLive
    ? []
    : ([
        { kind: "choice", name: "stockMode", label: "库存方式", choices: stockChoices },
        { kind: "money", name: "faceFen", label: "面值", help: "储值类填写" },
      ] as const)),
  { kind: "number", name: "quantityMin", label: "最少件数", isRequired: true },
  { kind: "number", name: "quantityMax", label: "最多件数", isRequired: true },
  { kind: "number", name: "lowAlert", label: "库存提醒", help: "低于时提醒", isRequired: true },
];

/** What stands in the fields of a price. */
export const priceValues = (price: DraftSku["price"]): SkuValues => ({
  levels: Object.entries(price?.levels ?? {}).map(
    ([grade, fen]) => `${grade}=${(fen / 100).toFixed(2)}`,
  ),
  marketFen: price?.marketFen,
  priceFen: price?.priceFen,
  costFen: price?.costFen,
  pointsPrice: price?.pointsPrice,
  pointsCashFen: price?.pointsCashFen,
});

/** What stands in the fields of a SKU. */
export function skuValues(sku: DraftSku): SkuValues {
  const { price, routes, skuId, spec, stockMode, quantityMin, quantityMax, lowAlert } = sku;
  return {
    ...priceValues(price),
    skuId,
    spec,
    stockMode,
    quantityMin,
    quantityMax,
    lowAlert,
    faceFen: sku.faceFen,
    supplierId: routes[0]?.supplierId,
    product: routes[0]?.product,
  };
}

/** Returns the prices of levels; undefined for a line that is none. */
export function levelsOf(lines: FieldValue): Record<string, number> | undefined {
  const entries = [lines ?? []].flat().map((line) => {
    const [grade = "", price = ""] = String(line).split(/[=:：]/);
    return [grade, /^[1-9]\d?$/.test(grade) ? fenOf(price) : undefined] as const;
  });
  const known = entries.flatMap(([grade, fen]) =>
    fen === undefined ? [] : [[grade, fen] as const],
  );
  return known.length === entries.length ? Object.fromEntries(known) : undefined;
}

/** Returns the fault of the level prices, or undefined. */
export const levelFault = (lines: FieldValue): string | undefined =>
  levelsOf(lines) === undefined ? "每行写「等级=价格」，如 3=8.50" : undefined;

const count = (value: FieldValue, fallback: number): number =>
  typeof value === "number" && Number.isInteger(value) ? value : fallback;

/** Returns the SKU with what stands in the fields; without a price while one of its parts lacks. */
export function skuOf(sku: DraftSku, values: SkuValues): DraftSku {
  const { marketFen, priceFen, costFen, pointsPrice, pointsCashFen, product, supplierId } = values;
  const levels = levelsOf(values["levels"]) ?? sku.price?.levels ?? {};
  const isPriced = [marketFen, priceFen, costFen].every(Number.isInteger);
  const plain = { marketFen, priceFen, levels, costFen };
  const price = put(put(plain, "pointsPrice", pointsPrice), "pointsCashFen", pointsCashFen);
  const route = { supplierId, product, costFen: count(costFen, 0) };
  const hasRoute = typeof supplierId === "string" && typeof product === "string";
  const [, ...others] = sku.routes;
  const next = {
    ...sku,
    skuId: String(values["skuId"] ?? sku.skuId),
    spec: String(values["spec"] ?? ""),
    stockMode: values["stockMode"] ?? sku.stockMode,
    quantityMin: count(values["quantityMin"], sku.quantityMin),
    quantityMax: count(values["quantityMax"], sku.quantityMax),
    lowAlert: count(values["lowAlert"], sku.lowAlert),
    routes: hasRoute ? [route, ...others] : others,
  };
  const faceFen = values["faceFen"] ?? sku.faceFen;
  return put(put(next, "price", isPriced ? price : undefined), "faceFen", faceFen) as DraftSku;
}
