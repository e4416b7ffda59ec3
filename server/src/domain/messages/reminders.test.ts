/**
 * Tests reminders: coupons three days and one day before their end, points a week and a day before;
 * once each.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_NOON } from "../../platform/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { creditPoints, listExpiringPoints } from "../points/actions.ts";
import { listExpiringCoupons } from "../coupons/actions.ts";
import { continueReminders, pageOfMessages, createExpiryReminders } from "./actions.ts";
import { type MessagesTestEnv, createMessagesTestEnv } from "./test-env.fixture.ts";
import type { ExpiringItem, ExpiringReader } from "./port.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let testEnv: MessagesTestEnv;
beforeAll(async () => {
  testEnv = await createMessagesTestEnv();
});
afterAll(() => testEnv.close());
beforeEach(() => testEnv.context.clock.set(TEST_NOON));

/** A list of expiring items, read in pages as from the database. */
const expiringReaderOf =
  (coupons: readonly ExpiringItem[], pages: number[] = []): ExpiringReader =>
  async (kind, { from, to, after, limit }) => {
    if (kind === "points") return [];
    const placeOf = ({ at, memberId, id }: Pick<ExpiringItem, "at" | "memberId" | "id">) =>
      `${at} ${memberId} ${id}`;
    const found = coupons
      .filter(({ endsAt }) => endsAt > from.getTime() && endsAt <= to.getTime())
      .filter((one) => after === undefined || placeOf(one) > placeOf(after))
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
      .slice(0, limit);
    pages.push(found.length);
    return found;
  };

const coupon = (memberId: string, n: number, endsAt: number): ExpiringItem => ({
  memberId,
  id: String(n).padStart(4, "0"),
  endsAt,
  at: new Date(endsAt).toISOString(),
  amount: 1,
  title: "满 20 减 5",
});
const remind = (expiring: ExpiringReader) =>
  createExpiryReminders(testEnv.context, testEnv.db, { ...testEnv.deps, expiring });
const textsOf = async (memberId: string) =>
  (await pageOfMessages(testEnv.context, testEnv.db, testEnv.deps.orders, memberId, {})).list.map(
    ({ text }) => text,
  );
/** Returns the last millisecond of the day, in Shanghai time, this many days from now. */
const endOfDay = (days: number) => Date.parse("2026-11-20T16:00:00Z") + days * DAY_MS - 1;

test("a member gets one reminder of everything that ends on a day, three days and one day before", async () => {
  const memberId = await testEnv.member();
  const two = [coupon(memberId, 1, endOfDay(3)), coupon(memberId, 2, endOfDay(3) - HOUR_MS)];
  for (let day = 0; day < 4; day++) {
    for (const _ of [1, 2]) await remind(expiringReaderOf(two));
    testEnv.context.clock.advance(DAY_MS);
  }
  const text = "「满 20 减 5」等 2 张优惠券将于 11月23日到期，记得使用。";
  expect(await textsOf(memberId)).toEqual([text, text]);
});

test("what ends at midnight counts to the previous day", async () => {
  const memberId = await testEnv.member();
  await remind(expiringReaderOf([coupon(memberId, 1, endOfDay(1) + 1)]));
  expect(await textsOf(memberId)).toEqual(["「满 20 减 5」将于 11月21日到期，记得使用。"]);
});

test("a long list is read in pages, and no member is missed", async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => testEnv.member()));
  const many = Array.from({ length: 1_100 }, (_, n) =>
    coupon(members[n % 3] ?? "", n, endOfDay(3) - 1_100 + n),
  );
  const pages: number[] = [];
  await remind(expiringReaderOf(many, pages));
  expect(pages).toEqual([500, 500, 100, 0]);
  for (const memberId of members) expect(await textsOf(memberId)).toHaveLength(1);
});

test("a run of the job ends after its pages, the next goes on there, and a day that is done is not read again", async () => {
  const memberId = await testEnv.member();
  const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
  const many = Array.from({ length: 1_100 }, (_, n) => ({
    ...coupon(memberId, n, endOfDay(3) - 1_100 + n),
    id: id(n),
  }));
  const pages: number[] = [];
  const run = () =>
    continueReminders(
      testEnv.context,
      testEnv.db,
      { ...testEnv.deps, expiring: expiringReaderOf(many, pages) },
      2,
    );
  expect(await run()).toBe(1);
  expect(pages).toEqual([500, 500]);
  // The rest of these coupons, and those that end tomorrow; then the points, which are none.
  expect(await run()).toBe(0);
  expect(pages).toEqual([500, 500, 100, 0]);
  await run();
  await run();
  expect(pages).toHaveLength(4);
  expect(await textsOf(memberId)).toHaveLength(1);
  expect(await testEnv.rows("SELECT FROM message_reminder WHERE ended_at IS NULL")).toEqual([]);
  testEnv.context.clock.advance(DAY_MS);
  await run();
  expect(pages.length).toBeGreaterThan(4);
  expect(await testEnv.rows("SELECT DISTINCT day FROM message_reminder")).toHaveLength(1);
});

test("expiring points are found by the day of their end, and the query for coupons works in the same way", async () => {
  const memberId = await testEnv.member();
  const { context, db } = testEnv;
  await transaction(db, (tx) =>
    creditPoints(context, tx, {
      memberId,
      kind: "adjust",
      ref: "t1",
      points: 120,
      actor: "system",
    }),
  );
  const [lot] = await testEnv.rows<{ at: Date }>(
    "SELECT expires_at AS at FROM points_lot WHERE member_id = $1",
    [memberId],
  );
  if (!lot) throw new Error("points were given");
  const span = { from: new Date(lot.at.getTime() - DAY_MS), to: lot.at, limit: 10 };
  const page = await listExpiringPoints(db, { ...span, after: undefined });
  expect(page).toMatchObject([{ memberId, points: 120, endsAt: lot.at.getTime() }]);
  expect(await listExpiringPoints(db, { ...span, after: page[0] })).toEqual([]);
  expect(await listExpiringCoupons(db, { ...span, after: page[0] })).toEqual([]);
});
