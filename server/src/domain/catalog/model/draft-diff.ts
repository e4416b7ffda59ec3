/** What differs between two drafts, as operators read it. Pure. */
import type { BenefitDraft, DraftSku } from "@yunjing/contract/schemas/operators/goods";
import { yuanText as yuan } from "../../../platform/amount-text.ts";
import { SHANGHAI_MS } from "../../../platform/shanghai.ts";
import { durationText } from "../rules.ts";

export type DraftChange = {
  readonly field: string;
  readonly before: string;
  readonly after: string;
};

/** Names of codes: brands, categories. */
export type CodeNames = {
  readonly brands: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
};

const NONE = "—";
const list = (texts: readonly string[]): string => texts.join("、");
const days = (count: number | undefined): string => (count === undefined ? "" : `${count} 天`);
const pieces = (count: number | undefined): string => (count === undefined ? "" : `${count} 件`);
/** `2026-11-23 15:04` in Shanghai; empty without an instant. */
const time = (ms: number | undefined): string =>
  ms === undefined ? "" : new Date(ms + SHANGHAI_MS).toISOString().slice(0, 16).replace("T", " ");

const deliveries = {
  topup: "直充",
  card: "卡密（券码）",
  movie: "电影票",
  coupons: "优惠券包",
  meal: "点餐",
} as const;
const places = {
  account: "充入账号",
  store: "到店出示",
  online: "线上使用",
  cinema: "影院取票",
  order: "本站下单",
} as const;
const refunds = {
  unused_auto: "未使用随时退",
  before_code: "查看券码前可退",
  manual: "客服审核后退",
  never: "不支持退款",
} as const;
const lateMoneys = { revive: "恢复订单", refund: "原路退回" } as const;
const stocks = { own: "自有库存", supplier: "供应商库存", unlimited: "不限" } as const;

/** Of a picture's id. */
const SHOWN_DIGITS = 6;

type Line = readonly [field: string, text: string];

function priceText({ price }: DraftSku): string {
  if (!price) return "";
  const levels = Object.entries(price.levels).map(([grade, fen]) => `${grade} 级 ${yuan(fen)}`);
  const { pointsPrice, pointsCashFen } = price;
  const points =
    pointsPrice === undefined ? [] : [`${pointsPrice} 分 + ${yuan(pointsCashFen ?? 0)}`];
  return list([yuan(price.priceFen), `市场 ${yuan(price.marketFen)}`, ...levels, ...points]);
}

function skuLines(sku: DraftSku): Line[] {
  const at = `规格 ${sku.spec || sku.skuId}`;
  return [
    [`${at} · 价格`, priceText(sku)],
    [`${at} · 成本`, sku.price ? yuan(sku.price.costFen) : ""],
    [
      `${at} · 渠道`,
      list(sku.routes.map((one) => `${one.supplierId} ${one.product} ${yuan(one.costFen)}`)),
    ],
    [`${at} · 库存方式`, stocks[sku.stockMode]],
    [`${at} · 件数`, `${sku.quantityMin}–${sku.quantityMax} 件，低于 ${sku.lowAlert} 提醒`],
    [`${at} · 面值`, sku.faceFen === undefined ? "" : yuan(sku.faceFen)],
  ];
}

/** The texts and pictures below the rules, one a line. */
const blocksText = (blocks: BenefitDraft["detail"] = []): string =>
  blocks
    .map((block) =>
      block.kind === "text" ? block.text : `图片 ${block.pictureId.slice(-SHOWN_DIGITS)}`,
    )
    .join("\n");

function linesOf(draft: BenefitDraft, names: CodeNames): Line[] {
  const { contract, limits } = draft;
  return [
    ["名称", draft.title],
    ["副标题", draft.subtitle ?? ""],
    ["分享标题", draft.shareTitle ?? ""],
    ["分享文字", draft.shareText ?? ""],
    ["标签", list(draft.tags)],
    ["品牌", names.brands.get(draft.brandCode) ?? draft.brandCode],
    ["分类", names.categories.get(draft.categoryCode) ?? draft.categoryCode],
    ["主图", [draft.artwork, draft.alsoArtwork ?? ""].filter(Boolean).join(" + ")],
    ["图片", draft.pictureId === undefined ? "" : `图片 ${draft.pictureId.slice(-SHOWN_DIGITS)}`],
    ["底色", draft.tint],
    ["详情图文", blocksText(draft.detail)],
    ["搜索词", list(draft.searchWords)],
    ["可用城市", draft.regionCodes.length === 0 ? "全国" : list(draft.regionCodes)],
    ["优惠券", list(draft.couponTemplateIds)],
    ["每单限购", pieces(limits.perOrder)],
    ["每天限购", pieces(limits.perDay)],
    ["每月限购", pieces(limits.perMonth)],
    ["终身限购", pieces(limits.life)],
    ["最低等级", draft.gradeMin === undefined ? "" : `${draft.gradeMin} 级`],
    ["上架时间", time(draft.saleFrom)],
    ["下架时间", time(draft.saleTo)],
    ["排序", String(draft.sort)],
    ["履约合约", contract.basedOn ? `${contract.basedOn.code} v${contract.basedOn.version}` : ""],
    ["发放方式", deliveries[contract.delivery]],
    ["使用方式", places[contract.usedIn]],
    ["填写项", list(contract.form.map(({ label }) => label))],
    ["履约时限", durationText(contract.slaSeconds)],
    ["退款规则", refunds[contract.refundRule]],
    ["退款期限", days(contract.refundDays)],
    ["有效期", days(contract.validDays)],
    ["超时到账", lateMoneys[contract.lateMoney]],
    ...draft.skus.flatMap(skuLines),
  ];
}

/** Returns the fields that differ, in the order of the editor; a missing value is —. */
export function draftChanges(
  before: BenefitDraft,
  after: BenefitDraft,
  names: CodeNames,
): DraftChange[] {
  const old = new Map(linesOf(before, names));
  const now = new Map(linesOf(after, names));
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) || NONE, after: now.get(field) || NONE };
    return change.before === change.after ? [] : [change];
  });
}
