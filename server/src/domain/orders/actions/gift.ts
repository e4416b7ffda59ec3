/**
 * Builds the order of a shop item that a code gives: at price 0, delivered as if it had been
 * bought.
 */
import type { Context } from "../../../platform/context.ts";
import type { Sellable } from "../../catalog/model.ts";
import { deliveryKinds } from "../../catalog/model/delivery-kinds.ts";
import type { Snapshot } from "../model.ts";
import { placedItemOf as placedItem } from "./place.ts";
import { quotedItemOf as quotedItem, nameOf } from "./build-quote.ts";

const FREE = {
  goodsFen: 0,
  levelOffFen: 0,
  couponOffFen: 0,
  pointsOffFen: 0,
  points: 0,
  balanceFen: 0,
  cashFen: 0,
};

/** Rules of the shop that concern buying; a code has its own rules. */
const OF_BUYING: ReadonlySet<string> = new Set(["退款规则", "购买限制"]);
const OF_CODES = "兑换码订单不支持退款；未发放成功时，兑换码自动退回";

/** Whether it is credited to a member's account: such a gift requires a member. */
export const isStoredInAccount = ({ delivery }: Pick<Sellable, "delivery">): boolean =>
  ["card", "coupon"].includes(deliveryKinds[delivery].keptAs);

/**
 * Builds the order of one piece and its item, as `orders_open` and `orders_gift` take them. The
 * code pays its value `priceFen`. `input` must be normalised and valid.
 */
export function giftOf(
  context: Context,
  { sellable, input }: { sellable: Sellable; input: Readonly<Record<string, string>> },
  codeLast4: string,
) {
  const quantity = sellable.quantityMin;
  const worthFen = sellable.priceFen * quantity;
  const quoted = quotedItem({ sellable, input, quantity }, { ...FREE, quantity });
  const item = placedItem(context, { ...quoted, unitFen: 0 }, 0);
  const { brandName, artwork, photo, spec, title, benefitId, rules } = sellable;
  const isAtOnce = deliveryKinds[sellable.delivery].supply === "coupon_pack";
  const snapshot: Snapshot = {
    brandName,
    codeLast4,
    rules: [
      ...rules.flatMap((rule) => (OF_BUYING.has(rule.title) ? [] : `${rule.title}：${rule.text}`)),
      OF_CODES,
    ],
    ...(quoted.inputMask.length === 0 ? {} : { inputs: [...quoted.inputMask] }),
    lines: [
      {
        name: title,
        optionsText: spec,
        artwork,
        ...(photo === undefined ? {} : { photo }),
        quantity,
        totalFen: worthFen,
        itemId: item.id,
        benefitId,
      },
    ],
  };
  return {
    kind: sellable.kind,
    title: nameOf(sellable),
    brandCode: sellable.brandCode,
    artwork,
    quantity,
    itemsText: `${nameOf(sellable)} × ${quantity}`,
    orderState: isAtOnce ? "DONE" : "ACTIVE",
    fulfilState: isAtOnce ? "DONE" : "QUEUED",
    goodsFen: worthFen,
    voucherFen: worthFen,
    snapshot,
    item,
  } as const;
}
