/** Top-up packages with their bonus: read by members, set by operators. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { Package } from "../model.ts";
import { listPackages, upsertPackage } from "../store/topups.ts";
import { walletOf } from "./balance.ts";

/** Refuses TOPUP_LIMIT {min, max} in 元. */
export function checkAmount({ settings }: Pick<Context, "settings">, amountFen: number): void {
  const { topUpMinFen, topUpMaxFen } = settings;
  if (amountFen < topUpMinFen || amountFen > topUpMaxFen) {
    const limits = { min: topUpMinFen / 100, max: topUpMaxFen / 100 };
    throw new Refusal("TOPUP_LIMIT", { ...limits, field: "amountFen" });
  }
}

/** Returns the packages on offer, and how much more the member's balance may hold. */
export async function offeredPackages(
  context: Context,
  db: Db,
  memberId: string,
): Promise<Output<"wallet", "packages">> {
  const { settings, clock } = context;
  const [packages, wallet] = await Promise.all([
    listPackages(db, "offered"),
    walletOf(db, memberId, clock.sql()),
  ]);
  const { principal, bonus, reward, held } = wallet;
  return {
    list: packages.map(({ packageId, amountFen, bonusFen, isChosen }) => ({
      packageId,
      amountFen,
      bonusFen,
      isChosen,
    })),
    amountMinFen: settings.topUpMinFen,
    amountMaxFen: settings.topUpMaxFen,
    roomFen: Math.max(0, settings.balanceCapFen - principal - bonus - reward - held),
    bonusMonths: settings.bonusLifeMonths,
  };
}

/** Returns every package, including disabled ones. */
export const allPackages = (db: Db): Promise<Package[]> => listPackages(db, "all");

/**
 * Creates or changes a package; top-ups begun before keep their terms. Refuses TOPUP_LIMIT {min,
 * max}.
 */
export async function setPackage(context: Context, db: Db, wanted: Package): Promise<void> {
  checkAmount(context, wanted.amountFen);
  await transaction(db, (tx) => upsertPackage(tx, wanted, context.clock.sql()));
}
