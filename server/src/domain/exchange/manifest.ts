/** Builds the view of what a code can become, as shown to its holder. */
import type { Manifest } from "@yunjing/contract/schemas/exchange";
import { brandOf } from "../dining/model.ts";
import type { Choices } from "./choices.ts";
import { needsMember } from "./model.ts";
import type { CodeTarget, HeldTarget } from "./store.ts";

/** Formats fen for display: 2000 → ¥20.00. */
export const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

/**
 * Describes how often the code may be redeemed: once, or by several members with a maximum each.
 */
function usesText({ perMember }: HeldTarget): string {
  if (perMember === undefined) return "每个兑换码只能兑换一次";
  return `该兑换码可多人使用，每人最多兑换 ${perMember} 次；未登录时按设备计算`;
}

function rulesOf(target: HeldTarget): string[] {
  const once = usesText(target);
  switch (target.target) {
    case "meal":
      return [once, "请在有效期内选择门店和取餐时间", "出码失败时，兑换码自动退回，可重新兑换"];
    case "voucher":
      return [
        once,
        "请在有效期内选择门店、餐品和取餐时间",
        "未用完的面额不找零、不退款",
        "出码失败时，兑换码自动退回，可重新兑换",
      ];
    case "benefit":
      return [once, "选定一项兑换后不可更换", "未发放成功时，兑换码自动退回，可重新兑换"];
    case "level":
      return [
        once,
        "兑换后立即生效；同一等级未到期的，有效期接续延长",
        "已有更高等级且有效期更长时不会扣码",
      ];
    default:
      return [once, "兑换后存入当前登录的会员账户，不可转赠"];
  }
}

const artworkOf = ({ target, brand }: CodeTarget): string => {
  if (target === "points") return "coins";
  if (target === "balance") return "wallet";
  if (target === "coupon") return "coupon";
  if (target === "level") return "crown";
  return brand === undefined ? "gift" : brandOf(brand).artwork;
};

/** Returns the only choice of a code, by the name that `redeem` accepts. */
export const choiceOf = ({ target, setMealId }: CodeTarget): string => setMealId ?? target;

export type SetMealItems = NonNullable<Manifest["setMeal"]>["items"];

/**
 * Details that need a query: the items of a fixed meal, when the brand still offers it, and the
 * available choices.
 */
export type TargetDetails = {
  readonly items?: SetMealItems | undefined;
  readonly choices?: Choices;
};

export function manifestOf(
  target: HeldTarget,
  code: { readonly last4: string; readonly validUntil: number },
  { items, choices }: TargetDetails,
): Manifest {
  const { brand, valueFen, points, title, usesLeft } = target;
  const isMeal = target.target === "meal";
  const faceFen = target.faceFen || valueFen;
  return {
    target: target.target,
    title,
    ...code,
    ...(brand === undefined ? {} : { brand, brandName: brandOf(brand).name }),
    artwork: choices?.[0]?.artwork ?? artworkOf(target),
    ...(choices?.[0]?.photo === undefined ? {} : { photo: choices[0].photo }),
    ...(valueFen === undefined ? {} : { valueFen }),
    ...(faceFen === undefined ? {} : { faceFen }),
    ...(points === undefined ? {} : { points }),
    ...(usesLeft === undefined ? {} : { usesLeft }),
    needsLogin: needsMember(target) || (choices?.every(({ needsLogin }) => needsLogin) ?? false),
    rules: rulesOf(target),
    choices: choices ?? [
      { skuId: choiceOf(target), title, available: !isMeal || items !== undefined },
    ],
    ...(isMeal && items !== undefined ? { setMeal: { items } } : {}),
  };
}
