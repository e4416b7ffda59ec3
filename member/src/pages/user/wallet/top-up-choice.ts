/**
 * The choice of a top-up: a package or a custom amount, its validation, and the credited amounts.
 */
import type { Output } from "@yunjing/contract/operations";
import type { WalletSummary } from "@yunjing/contract/schemas/wallet";
import { moneyText } from "../../../components/money.ts";
import { parseYuan } from "../../../components/yuan.ts";

export type Packages = Output<"wallet", "packages">;

/** Without `packageId` it is a custom amount; `typed` is in yuan. */
export interface TopUpChoice {
  readonly packageId?: string | undefined;
  readonly typed: string;
}

/** Returns the preselected package, else the first one, else a custom amount. */
export function firstChoice({ list }: Pick<Packages, "list">): TopUpChoice {
  const first = list.find(({ isChosen }) => isChosen) ?? list[0];
  return { packageId: first?.packageId, typed: "" };
}

/** Returns the price and the bonus in fen; `undefined` while no amount is entered. */
export function worthOf(
  { list }: Pick<Packages, "list">,
  { packageId, typed }: TopUpChoice,
): { readonly amountFen: number; readonly bonusFen: number } | undefined {
  if (packageId !== undefined) return list.find((item) => item.packageId === packageId);
  const amountFen = parseYuan(typed);
  return amountFen === undefined ? undefined : { amountFen, bonusFen: 0 };
}

/** Returns the error of a choice as text for the member; `undefined` when it can be paid. */
export function choiceError(packages: Packages, choice: TopUpChoice): string | undefined {
  const worth = worthOf(packages, choice);
  const { amountMinFen, amountMaxFen, roomFen } = packages;
  if (!worth) return "请输入充值金额";
  if (worth.amountFen < amountMinFen) return `最低充值 ${moneyText(amountMinFen, "shop")}`;
  if (worth.amountFen > amountMaxFen) return `单笔最多 ${moneyText(amountMaxFen, "shop")}`;
  if (worth.amountFen + worth.bonusFen > roomFen)
    return `余额将超过上限，最多还可充 ${moneyText(roomFen, "shop")}`;
  return undefined;
}

/** Returns 本金 ¥200.00 + 赠送 ¥12.00. */
export const creditText = (worth: { amountFen: number; bonusFen: number }): string =>
  worth.bonusFen > 0
    ? `本金 ${moneyText(worth.amountFen)} + 赠送 ${moneyText(worth.bonusFen)}`
    : `本金 ${moneyText(worth.amountFen)}`;

/** Returns the balance after the top-up, in fen. */
export const balanceAfterFen = (
  { totalFen }: Pick<WalletSummary, "totalFen">,
  worth: { amountFen: number; bonusFen: number },
): number => totalFen + worth.amountFen + worth.bonusFen;

/** Returns the choice as request input. */
export const topUpInputOf = (
  choice: TopUpChoice,
  amountFen: number,
): { readonly packageId: string } | { readonly amountFen: number } =>
  choice.packageId === undefined ? { amountFen } : { packageId: choice.packageId };
