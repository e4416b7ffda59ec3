/**
 * Seeds the demo's coupon campaigns by the makers' own actions, and fills the demo member's wallet.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../platform/context.ts";
import type { Db, Tx } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { storeCards } from "../domain/cards/actions.ts";
import { grantToMembers, createActiveCampaign, packRulesFor } from "../domain/coupons/actions.ts";
import { couponsGrant, couponsLock, couponsUse } from "../sql/coupons.ts";
import { demoCoupons, demoPack } from "./data/coupons.ts";
import type { Role } from "./people.ts";

type People = Readonly<Record<Role, string>>;

/** Existing campaigns stay unchanged. New ones have run since the time of `then`. */
export async function seedCoupons(
  context: Context,
  db: Db,
  { people, then }: { readonly people: People; readonly then: Context },
): Promise<void> {
  const operators = { actorId: people.maker, checkerId: people.checker };
  for (const campaign of demoCoupons(context.clock.now()))
    await createActiveCampaign(then, db, { ...operators, ...campaign });
  const { draft, parts, ...figures } = demoPack;
  const rules = await packRulesFor(db, parts);
  await createActiveCampaign(then, db, {
    ...operators,
    ...figures,
    draft: { ...draft, rules },
  });
}

const GIVEN = [
  "meal-twenty",
  "gold-month",
  "phone-five",
  "movie-eight",
  "ride-twelve",
  "drink-three",
  "delivery-eight",
  "coffee-free",
  "ride-weekend",
];
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Not idempotent: call it once per database. One coupon is locked, one used, one expired; one
 * expires today.
 */
export async function seedCouponWallet(context: Context, db: Db, people: People): Promise<void> {
  const { member, second, maker: actorId } = people;
  const give = (memberId: string, templateId: string) => {
    const gift = { actorId, templateId, memberIds: [memberId], source: "grant" } as const;
    return grantToMembers(context, db, { ...gift, ref: "demo", reason: "老会员回馈" });
  };
  for (const templateId of GIVEN) await give(member, templateId);
  for (const templateId of ["new-ten", "bread-flash"]) await give(second, templateId);
  await transaction(db, async (tx) => {
    await lockOneCoupon(context, tx, member, "phone-five");
    const order = await lockOneCoupon(context, tx, member, "ride-weekend");
    await couponsUse(tx, { member, order, now: context.clock.sql() });
    const longAgo = new Date(context.clock.now().getTime() - 40 * DAY_MS);
    await couponsGrant(tx, {
      member,
      coupon: context.ids.next(),
      template: "movie-eighty",
      source: "register",
      ref: "demo",
      now: longAgo,
    });
    await storeDemoCards(context, tx, member);
  });
}

/** Locks the coupon of a template for an order, for half a day. */
async function lockOneCoupon(
  context: Context,
  tx: Tx,
  member: string,
  templateId: string,
): Promise<string> {
  const order = context.ids.next();
  const until = new Date(context.clock.now().getTime() + 12 * HOUR_MS);
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM member_coupon WHERE member_id = ${member} AND template_id = ${templateId}`);
  await couponsLock(tx, {
    member,
    order,
    coupons: rows.map(({ id }) => id),
    offs: rows.map(() => 500),
    expires: until,
    now: context.clock.sql(),
  });
  return order;
}

async function storeDemoCards(context: Context, tx: Tx, ownerId: string): Promise<void> {
  const inDays = (days: number) =>
    new Date(context.clock.now().getTime() + days * DAY_MS).toISOString();
  const cards = [
    {
      title: "瑞幸 29 元饮品券",
      brand: "瑞幸咖啡",
      artwork: "coffee",
      tint: "sand",
      cards: [{ code: "LK29DRINK7Q2K", validUntil: inDays(3) }],
    },
    {
      title: "影音会员月卡",
      brand: "爱奇艺",
      artwork: "video",
      tint: "plum",
      cards: [{ code: "IQY2026110190XD", secret: "829403175526", validUntil: inDays(130) }],
    },
    {
      title: "电影通兑票 2D",
      brand: "猫眼电影",
      artwork: "film",
      tint: "sea",
      cards: [
        { code: "3391 0275 8846", qr: "MY:339102758846", validUntil: inDays(40) },
        { code: "3391 0275 8853", qr: "MY:339102758853", validUntil: inDays(40) },
      ],
    },
    {
      title: "便利店 10 元代金券",
      brand: "7-ELEVEn",
      artwork: "stores",
      tint: "teal",
      cards: [{ code: "690123456789012", validUntil: inDays(60) }],
    },
  ];
  for (const card of cards) {
    const ids = { orderId: context.ids.next(), itemId: context.ids.next() };
    await storeCards(context, tx, { ownerId, ...ids, ...card });
  }
}
