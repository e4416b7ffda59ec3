/** Operators make a benefit and keep its draft; members see nothing of it before a publication. */
import type { Delivery } from "@yunjing/contract/schemas/benefit";
import type { BenefitDraft } from "@yunjing/contract/schemas/operators/goods";
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../../platform/refusal.ts";
import type { NamesOf } from "../../../../platform/person-names.ts";
import { deliveryKinds } from "../../model/delivery-kinds.ts";
import {
  firstDraft,
  isKnownField,
  type LiveGoods,
  withLiveSkus,
  withPresentPrices,
} from "../../model/draft.ts";
import {
  insertGoods,
  lockGoods,
  readDraft,
  readKnownNames,
  readLive,
  readVersionBody,
  storeDraft,
} from "../../store/drafts.ts";
import { lockPicture } from "../../store/pictures.ts";
import { withPresentTerms } from "./contracts.ts";
import { recordOperatorChange } from "./change-history.ts";

export type DraftDeps = {
  readonly namesOf: NamesOf;
  /** The suppliers that orders can be sent to. */
  readonly supplierIds: readonly string[];
};

/** `field` is a path from the root of the input (decision 0092), `text` says what to do. */
const invalid = (field: string, text: string): Refusal =>
  new Refusal("INPUT_INVALID", { field, text });
const invalidDraft = (field: string, text: string): Refusal => invalid(`draft.${field}`, text);

/** Refuses a brand or category that is not there with `refusal`. */
async function refuseUnknownNames(
  tx: Tx,
  named: Pick<BenefitDraft, "brandCode" | "categoryCode">,
  refusal: typeof invalid,
): Promise<void> {
  const { brand, category } = await readKnownNames(tx, named);
  if (brand === undefined) throw refusal("brandCode", "没有这个品牌，请重新选择");
  if (category === undefined) throw refusal("categoryCode", "没有这个分类，请重新选择");
}

export type NewGoods = {
  readonly benefitId: string;
  readonly title: string;
  readonly brandCode: string;
  readonly categoryCode: string;
  readonly delivery: Delivery;
  readonly operatorId: string;
};

/**
 * Makes a benefit with its first draft and returns the draft's version. Refuses INPUT_INVALID for a
 * taken id, an unknown brand or category, and a delivery that needs more than the console offers.
 */
export const createGoods = (context: Context, db: Db, goods: NewGoods): Promise<number> =>
  transaction(db, async (tx) => {
    const { benefitId, delivery, operatorId } = goods;
    const kind = deliveryKinds[delivery];
    // The templates of a pack of coupons are chosen where campaigns are made.
    if (!kind.isSoldInShop || kind.supply === "coupon_pack")
      throw invalid("delivery", "这种发放方式不能在这里新建，请换一种");
    await refuseUnknownNames(tx, goods, invalid);
    const draft = firstDraft(goods);
    if (!(await insertGoods(tx, { benefitId, kind: kind.orderKind, draft })))
      throw invalid("benefitId", "编码已被使用，请换一个");
    const version = await storeDraft(tx, {
      benefitId,
      sinceVersion: 0,
      body: draft,
      savedBy: operatorId,
      now: context.clock.sql(),
    });
    invariant(version !== undefined, "a new benefit has no draft");
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "benefit",
      name: benefitId,
      event: "created",
    });
    return version;
  });

/** A SKU that orders name stays, and so do its stock and its face value. */
function refuseSkus(draft: BenefitDraft, live: LiveGoods, { supplierIds }: DraftDeps): void {
  const ids = draft.skus.map(({ skuId }) => skuId);
  if (new Set(ids).size !== ids.length) throw invalidDraft("skus", "规格编码重复，请修改");
  for (const { skuId, stockMode, faceFen } of live.skus) {
    const kept = draft.skus.find((sku) => sku.skuId === skuId);
    if (!kept) throw invalidDraft("skus", `规格 ${skuId} 已有订单引用，不能删除，可以停售`);
    if (kept.stockMode !== stockMode)
      throw invalidDraft(`skus.${skuId}.stockMode`, "已有规格的库存方式不能改");
    if (kept.faceFen !== faceFen)
      throw invalidDraft(`skus.${skuId}.faceFen`, "已有规格的面值不能改");
  }
  for (const { skuId, routes } of draft.skus) {
    const suppliers = routes.map(({ supplierId }) => supplierId);
    const isKnown = (id: string) =>
      supplierIds.includes(id) ||
      live.routes.some((route) => route.skuId === skuId && route.supplierId === id);
    if (new Set(suppliers).size !== suppliers.length || !suppliers.every(isKnown))
      throw invalidDraft(`skus.${skuId}.routes`, "供应商不存在或重复，请重新选择");
  }
}

/** Refuses INPUT_INVALID {field} for what no completion could make right. */
async function refuseDraft(
  tx: Tx,
  draft: BenefitDraft,
  live: LiveGoods,
  deps: DraftDeps,
): Promise<void> {
  await refuseUnknownNames(tx, draft, invalidDraft);
  refuseSkus(draft, live, deps);
  if (draft.pictureId !== undefined && !(await lockPicture(tx, draft.pictureId)))
    throw invalidDraft("pictureId", "图片不存在，请重新上传");
  for (const [at, block] of (draft.detail ?? []).entries())
    if (block.kind === "picture" && !(await lockPicture(tx, block.pictureId)))
      throw invalidDraft(`detail.${at}`, "图片不存在，请重新上传");
  const { form, delivery } = draft.contract;
  // Shared terms were checked when they were stored.
  if (!draft.contract.basedOn && !form.every((field) => isKnownField(field, live)))
    throw invalidDraft("contract.form", "下单填写项不存在，请重新选择");
  // What was ordered is delivered as it was sold; another delivery is another benefit.
  const isSold = live.status !== "draft";
  if (isSold && delivery !== live.benefit.contract.delivery)
    throw invalidDraft("contract.delivery", "已售商品的发放方式不能改，请另建商品");
  const known = live.benefit.couponTemplateIds;
  if (!draft.couponTemplateIds.every((id) => known.includes(id)))
    throw invalidDraft("couponTemplateIds", "券活动不能在这里增加");
}

type Change = {
  readonly benefitId: string;
  readonly sinceVersion: number;
  readonly operatorId: string;
};

/** Refuses STATE_CHANGED with the stored draft, who saved it and when. */
async function refuseStale(db: Db, benefitId: string, { namesOf }: DraftDeps): Promise<never> {
  const stored = await readDraft(db, benefitId);
  if (!stored) throw new Refusal("STATE_CHANGED");
  const { version, body, savedBy, savedAt } = stored;
  const nameOf = await namesOf(db, [savedBy]);
  const by = { id: savedBy, name: nameOf(savedBy) };
  throw new Refusal("STATE_CHANGED", {
    current: { sinceVersion: version, draft: body, savedBy: by, savedAt },
  });
}

/** Locks a benefit for a change of its draft. Refuses NOT_FOUND, and STATE_CHANGED when archived. */
async function lockForDraft(context: Context, tx: Tx, benefitId: string): Promise<LiveGoods> {
  const status = await lockGoods(tx, benefitId);
  if (status === undefined) throw new Refusal("NOT_FOUND");
  if (status === "archived") throw new Refusal("STATE_CHANGED");
  const live = await readLive(tx, benefitId, context.clock.sql());
  invariant(live, "a locked benefit exists");
  return live;
}

/**
 * Keeps a draft and returns its version. Refuses NOT_FOUND, INPUT_INVALID {field}, and STATE_CHANGED
 * {current} when another version was saved meanwhile; then nothing is stored.
 */
export async function saveDraft(
  context: Context,
  db: Db,
  deps: DraftDeps,
  { draft, ...change }: Change & { readonly draft: BenefitDraft },
): Promise<number> {
  const { benefitId, operatorId } = change;
  const version = await transaction(db, async (tx) => {
    const live = await lockForDraft(context, tx, benefitId);
    const body = await withPresentTerms(tx, draft);
    await refuseDraft(tx, body, live, deps);
    const now = context.clock.sql();
    return storeDraft(tx, { ...change, body, savedBy: operatorId, now });
  });
  return version ?? refuseStale(db, benefitId, deps);
}

/**
 * Puts what a version published into the draft, with the versions of the prices that are in force
 * now; SKUs made since stay. Refuses NOT_FOUND and STATE_CHANGED {current}.
 */
export async function restoreVersion(
  context: Context,
  db: Db,
  deps: DraftDeps,
  change: Change & { readonly version: number; readonly reason: string },
): Promise<number> {
  const { benefitId, version: wanted, sinceVersion, operatorId, reason } = change;
  const version = await transaction(db, async (tx) => {
    const live = await lockForDraft(context, tx, benefitId);
    const body = await readVersionBody(tx, benefitId, wanted);
    if (!body) throw new Refusal("NOT_FOUND");
    const draft = withPresentPrices(withLiveSkus(body, live), live);
    const now = context.clock.sql();
    const made = { benefitId, sinceVersion, body: draft, savedBy: operatorId, now };
    const stored = await storeDraft(tx, made);
    if (stored === undefined) return undefined;
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "benefit",
      name: benefitId,
      event: "restored",
      reason,
      data: { version: wanted },
    });
    return stored;
  });
  return version ?? refuseStale(db, benefitId, deps);
}
