/** The checklist before a publication: everything that is missing, each with its field. Pure. */
import type { BenefitDraft, DraftCheck, DraftSku } from "@yunjing/contract/schemas/operators/goods";
import { daysPromisedIn } from "../validity.ts";
import { allTextsOf } from "./benefit-texts.ts";
import { deliveryKinds } from "./delivery-kinds.ts";
import { isDraftBelowCost, isPriceKept, type LiveGoods, versionInForce } from "./draft.ts";
import { inducementText } from "../../../platform/member-text.ts";

export type CheckScene = {
  readonly live: LiveGoods;
  /** SKU ids of the draft that belong to another benefit. */
  readonly takenSkuIds: readonly string[];
  readonly nowMs: number;
};

const check = (field: string, isGood: boolean, good: string, bad: string): DraftCheck => ({
  field,
  isGood,
  text: isGood ? good : bad,
});

function textChecks(draft: BenefitDraft): DraftCheck[] {
  const own = [...allTextsOf(draft), ...draft.skus.map(({ spec }) => spec)];
  const blocks = (draft.detail ?? []).flatMap((block) =>
    block.kind === "text" ? [block.text] : [],
  );
  const texts = [...own, ...blocks];
  const tempting = inducementText(...own);
  const isWritten = blocks.every((text) => text.trim() !== "");
  const { validDays, delivery } = draft.contract;
  const isMembership = deliveryKinds[delivery].validDays === "membership";
  const wrong = isMembership
    ? undefined
    : texts.find((text) => daysPromisedIn(text).some((days) => days !== validDays));
  return [
    check("title", draft.title.trim() !== "", "名称已填写", "还没有名称"),
    check("texts", tempting === undefined, "文案无诱导词", tempting ?? ""),
    ...(draft.detail === undefined || draft.detail.length === 0
      ? []
      : [
          check(
            "detail",
            isWritten && inducementText(...blocks) === undefined,
            `详情图文 ${draft.detail.length} 段齐全`,
            isWritten ? `详情图文：${inducementText(...blocks)}` : "详情图文里有空的文字",
          ),
        ]),
    check(
      "contract.validDays",
      wrong === undefined,
      "文案与有效期一致",
      `文案「${wrong}」与有效期 ${validDays ?? "不限"} 天不一致`,
    ),
  ];
}

function termChecks(draft: BenefitDraft, { nowMs }: CheckScene): DraftCheck[] {
  const { contract, limits, saleFrom, saleTo, couponTemplateIds } = draft;
  const { perDay = Infinity, perMonth = Infinity, life = Infinity } = limits;
  const isInOrder = saleFrom === undefined || saleTo === undefined || saleFrom < saleTo;
  const isOver = saleTo !== undefined && saleTo <= nowMs;
  const needsForm =
    contract.usedIn === "account" || deliveryKinds[contract.delivery].supply === "topup";
  const isPack = deliveryKinds[contract.delivery].supply === "coupon_pack";
  return [
    check(
      "saleTo",
      isInOrder && !isOver,
      "上下架时间有效",
      isOver ? "下架时间已过" : "下架时间早于上架时间",
    ),
    check(
      "limits",
      perDay <= perMonth && perMonth <= life,
      "限购一致",
      "限购不一致：每天不大于每月，每月不大于终身",
    ),
    ...(needsForm
      ? [check("contract.form", contract.form.length > 0, "有填写项", "直充需要会员填写账号")]
      : []),
    ...(isPack
      ? [check("couponTemplateIds", couponTemplateIds.length > 0, "已选优惠券", "还没有选优惠券")]
      : []),
    ...(deliveryKinds[contract.delivery].isSoldInShop
      ? []
      : [check("contract.delivery", false, "", "点餐不在商城销售")]),
  ];
}

const nameOf = ({ spec, skuId }: DraftSku): string => `规格「${spec || skuId}」`;

/** Returns what is wrong with a price by itself, or undefined. */
function priceFault({ price }: DraftSku): string | undefined {
  if (!price) return "还没有价格";
  const { marketFen, priceFen, levels, pointsPrice, pointsCashFen } = price;
  if (priceFen > marketFen) return "售价高于市场价";
  if (Object.values(levels).some((fen) => fen > priceFen)) return "等级价高于售价";
  if (pointsPrice === undefined ? pointsCashFen !== undefined : pointsPrice === 0)
    return "积分价不完整";
  return undefined;
}

function skuChecks(sku: DraftSku, draft: BenefitDraft, { live, takenSkuIds }: CheckScene) {
  const at = `skus.${sku.skuId}`;
  const bad = (field: string, text: string): DraftCheck => ({
    field: `${at}.${field}`,
    isGood: false,
    text: `${nameOf(sku)}${text}`,
  });
  const fault = priceFault(sku);
  const inForce = versionInForce(live, sku.skuId);
  const isStale = !isPriceKept(sku, live) && inForce !== sku.priceVersion;
  const isAgreed = isPriceKept(sku, live) && live.lossApprovedBy !== null;
  const isOff = (supplierId: string) =>
    live.routes.some(
      (one) => one.skuId === sku.skuId && one.supplierId === supplierId && !one.isOn,
    );
  const isPack = deliveryKinds[draft.contract.delivery].supply === "coupon_pack";
  const hasRoute = isPack || sku.routes.some(({ supplierId }) => !isOff(supplierId));
  return [
    ...(takenSkuIds.includes(sku.skuId) ? [bad("skuId", "的编号已被其他商品使用")] : []),
    ...(sku.quantityMin > sku.quantityMax ? [bad("quantityMax", "最多件数少于最少件数")] : []),
    ...(fault === undefined ? [] : [bad("price", fault)]),
    ...(isStale ? [bad("price", `的线上价已改为第 ${inForce} 版，请核对后再发布`)] : []),
    ...(hasRoute ? [] : [bad("routes", "没有可用的供应渠道")]),
    ...(isDraftBelowCost(sku) && !isAgreed
      ? [{ ...bad("price", "售价低于成本，需两人审批"), isLoss: true }]
      : []),
  ];
}

/** Returns every point; those of SKUs only where something is wrong, and one that sums them up. */
export function checkDraft(draft: BenefitDraft, scene: CheckScene): DraftCheck[] {
  const skus = draft.skus.flatMap((sku) => skuChecks(sku, draft, scene));
  const { length } = draft.skus;
  const isSold = length > 0 && skus.length === 0;
  return [
    ...textChecks(draft),
    ...termChecks(draft, scene),
    ...(length === 0 || isSold
      ? [check("skus", isSold, `规格、价格与渠道 ${length} 项齐全`, "还没有规格")]
      : skus),
  ];
}

/** Returns what stands against a publication; `isLossAgreed` when a second person agreed to losses. */
export const faultsOf = (
  checks: readonly DraftCheck[],
  { isLossAgreed }: { readonly isLossAgreed: boolean },
): DraftCheck[] =>
  checks.filter(({ isGood, isLoss }) => !isGood && !(isLossAgreed && isLoss === true));
