/** Fills an empty database with a believable demo, once; later starts find everything in place. */
import { sql } from "drizzle-orm";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { syncStores } from "../domain/dining/actions.ts";
import type { DiningSource } from "../domain/dining/port.ts";
import type { PartnerGates } from "../domain/partners/port.ts";
import { type DemoTarget, standingCodes } from "../domain/exchange/actions.ts";
import { welcomeDealer } from "./dealer.ts";
import { daysBefore, giveBalance } from "./balance.ts";
import { payDeposits } from "./deposits.ts";
import { layOutShop } from "./catalogue.ts";
import { fillWallet, layOutCoupons } from "./coupons.ts";
import { giveGrowth, layOutPresents } from "./levels.ts";
import { giveGift, wasGiven } from "./grant.ts";
import { giveHistory } from "./orders.ts";
import { fillOwnStock } from "./own-cards.ts";
import { giveMessages } from "./messages.ts";
import { agreePrices } from "./prices.ts";
import { givePoints } from "./points.ts";
import { layOutPackages } from "./packages.ts";
import { layOutPartners, orderAtPartners } from "./partners.ts";
import { demoAccounts, seatPeople } from "./people.ts";
import { bringFriends } from "./invitations.ts";
import { askForReward } from "./withdrawals.ts";

export type DemoSummary = {
  readonly accounts: readonly { readonly phone: string; readonly what: string }[];
  readonly codes: readonly { readonly target: DemoTarget; readonly code: string }[];
};

const TARGETS: readonly DemoTarget[] = [
  "kfc-set",
  "kfc-value-50",
  "points-500",
  "balance-20",
  "coupon-10",
  "choice-3",
  "level-gold",
];
const CODES_SHOWN = 2;

/** Lays the demo out and tells its accounts and a few unused codes. */
export async function seedDemo(
  context: Context,
  db: Db,
  deps: {
    readonly diningSource: DiningSource;
    readonly sandboxOrigin?: string | undefined;
    readonly gates?: PartnerGates;
  },
): Promise<DemoSummary> {
  await layOutShop(db);
  if (deps.sandboxOrigin !== undefined) await agreePrices(db, deps.sandboxOrigin);
  await fillOwnStock(context, db);
  await payDeposits(context, db);
  await layOutPackages(context, db);
  await syncStores(context, db, deps.diningSource);
  const people = await seatPeople(daysBefore(context, 6), db);
  const { member: memberId, dealer: makerId, checker: checkerId } = people;
  const gift = { memberId, ref: "demo", principalFen: 10_850 };
  // A database of an earlier demo was given other things under the same name; it stays as it is.
  const outcome = (await wasGiven(db, gift)) ? "replay" : await giveGift(context, db, gift);
  await db.execute(sql`
    UPDATE member SET nickname = '林知夏' WHERE member_id = ${memberId} AND nickname LIKE '云鲸会员%'`);
  await giveGrowth(context, db, people);
  // The gift is posted once a database, whoever starts it: so the history beside it is laid down once.
  await layOutCoupons(context, db, people);
  await layOutPartners(context, db, people);
  if (outcome === "posted") {
    await givePoints(context, db, memberId);
    await giveBalance(context, db, memberId);
    // After the history, which would have spent it.
    await giveGift(context, db, { memberId, ref: "demo-bonus", bonusFen: 1_000 });
    await giveHistory(context, db, people);
    await fillWallet(context, db, people);
    await layOutPresents(db);
    await bringFriends(context, db, memberId);
    await giveMessages(context, db, people);
    await orderAtPartners(context, db, { memberId, ...deps });
  }
  await askForReward(context, db, memberId);
  await welcomeDealer(context, db, makerId);
  const codes: { target: DemoTarget; code: string }[] = [];
  for (const target of TARGETS) {
    const made = await standingCodes(context, db, {
      target,
      count: CODES_SHOWN,
      makerId,
      checkerId,
    });
    codes.push(...made.map((code) => ({ target, code })));
  }
  return { accounts: demoAccounts, codes };
}
