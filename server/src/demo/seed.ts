/** Seeds an empty database with demo data, once; later starts change nothing. */
import { sql } from "drizzle-orm";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { syncStores } from "../domain/dining/actions.ts";
import type { DiningSource } from "../domain/dining/port.ts";
import type { PartnerGateways } from "../domain/partners/port.ts";
import { type DemoTarget, ensureCodes } from "../domain/exchange/actions.ts";
import { seedDealers } from "./dealer.ts";
import { seedBalanceHistory } from "./balance.ts";
import { contextDaysAgo, contextOnDay } from "./earlier.ts";
import { seedSupplierDeposits } from "./deposits.ts";
import { faceOf } from "./face.ts";
import { seedShop } from "./catalogue.ts";
import { seedCouponWallet, seedCoupons } from "./coupons.ts";
import { seedGrowth, seedLevelGifts } from "./levels.ts";
import { grantToMember, wasGranted } from "./grant.ts";
import { seedOrderHistory } from "./orders.ts";
import { seedOwnStock } from "./own-cards.ts";
import { seedMessages } from "./messages.ts";
import { sendPriceLists } from "./prices.ts";
import { seedPointsHistory } from "./points.ts";
import { seedPackages } from "./packages.ts";
import type { OpenPastProduct } from "./past/port.ts";
import { sendOrdersOnTheWay, sendPastPayments } from "./past-payments.ts";
import { type PastSize, seedPast } from "./past/seed-past.ts";
import { seedPartners, seedPartnerOrders } from "./partners.ts";
import { createOperators, createPeople, demoAccounts, FIRST_MEMBER } from "./people.ts";
import { seedInvitedFriends } from "./invitations.ts";
import { seedWithdrawal } from "./withdrawals.ts";

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
/** How long ago the demo's accounts joined, without a past and with one. */
const JOINED_DAYS = 6;
const JOINED_BEFORE_PAST_DAYS = 431;
const INVITING_DAYS = 10;
/** When the first member was given the balance that is left. */
const GIVEN_DAYS_AGO = 46;
const BONUS_DAYS_AGO = 3;
/** With a past, the campaigns began before it. */
const CAMPAIGNS_DAYS_AGO = 61;

/** Seeds the demo and returns its accounts and a few unused codes. */
export async function seedDemo(
  context: Context,
  db: Db,
  deps: {
    readonly diningSource: DiningSource;
    readonly sandboxOrigin?: string | undefined;
    readonly gates?: PartnerGateways;
    /** Opens the product for the past; without it the demo has none (`SEED=light`). */
    readonly past?: OpenPastProduct;
    /** How large the past is; for tests. */
    readonly pastSize?: PastSize;
  },
): Promise<DemoSummary> {
  await seedShop(db);
  if (deps.sandboxOrigin !== undefined) await sendPriceLists(db, deps.sandboxOrigin);
  await seedOwnStock(context, db);
  await seedSupplierDeposits(context, db);
  await seedPackages(context, db);
  await syncStores(context, db, deps.diningSource);
  const joinedDaysAgo = deps.past ? JOINED_BEFORE_PAST_DAYS : JOINED_DAYS;
  const people = await createPeople(contextDaysAgo(context, joinedDaysAgo), db);
  await createOperators(contextDaysAgo(context, joinedDaysAgo), db);
  const { member: memberId, dealer: makerId, checker: checkerId } = people;
  const gift = { memberId, ref: "demo", principalFen: 10_850, title: "老会员回馈" };
  // A database of an earlier demo has another grant under the same name; it stays unchanged.
  const outcome = (await wasGranted(db, gift))
    ? "replay"
    : await grantToMember(contextOnDay(context, GIVEN_DAYS_AGO), db, gift);
  await db.execute(sql`
    UPDATE member SET nickname = ${FIRST_MEMBER}, avatar_url = ${faceOf(FIRST_MEMBER)} WHERE member_id = ${memberId} AND nickname LIKE '云鲸会员%'`);
  await seedGrowth(context, db, people);
  // The grant is posted once per database, whichever process starts; so the history that depends on
  // it is seeded once.
  const then = deps.past ? contextDaysAgo(context, CAMPAIGNS_DAYS_AGO) : context;
  await seedCoupons(context, db, { people, then });
  await seedPartners(context, db, people);
  if (outcome === "posted") {
    await seedPointsHistory(context, db, memberId);
    await seedBalanceHistory(context, db, memberId);
    // After the history, which would otherwise spend it.
    const bonus = { memberId, ref: "demo-bonus", bonusFen: 1_000, title: "会员日赠送" };
    await grantToMember(contextOnDay(context, BONUS_DAYS_AGO), db, bonus);
    await seedOrderHistory(context, db, people, { hasPast: deps.past !== undefined });
    await seedCouponWallet(context, db, people);
    await seedLevelGifts(db);
    await seedInvitedFriends(context, db, {
      memberId,
      campaignDaysAgo: deps.past ? CAMPAIGNS_DAYS_AGO : INVITING_DAYS,
    });
    await seedMessages(context, db, people);
    await seedPartnerOrders(context, db, { memberId, ...deps });
  }
  await seedWithdrawal(context, db, memberId);
  await seedDealers(context, db, people);
  const codes: { target: DemoTarget; code: string }[] = [];
  for (const target of TARGETS) {
    const made = await ensureCodes(context, db, {
      target,
      count: CODES_SHOWN,
      makerId,
      checkerId,
    });
    codes.push(...made.map((code) => ({ target, code })));
  }
  if (deps.past) await seedPast(context, db, { open: deps.past, people, size: deps.pastSize });
  if (deps.sandboxOrigin !== undefined) {
    await sendPastPayments(db, deps.sandboxOrigin);
    await sendOrdersOnTheWay(db, deps.sandboxOrigin);
  }
  return { accounts: demoAccounts, codes };
}
