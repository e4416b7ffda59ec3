/**
 * A pack is issued as a whole and never beyond its total: 200 claims over 64 connections, and mutants
 * that fail.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectAll, CONNECTIONS } from "../ledger/race.fixture.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";
import { packRulesOf } from "./pack.ts";
import { type CouponTestEnv, createTestEnv, outcomeOf, tally, times } from "./testing.ts";

const RACERS = 200;
const PACKS = 17;
const SIZE = 3;
const LOOKS = { look: "plain", scopeText: "", tips: [], useAt: {} } as const;
const RULES = packRulesOf([
  {
    templateId: "five",
    count: 2,
    title: "五元券",
    looks: LOOKS,
    rules: { type: "amount", valueFen: 500 },
  },
  {
    templateId: "ten",
    count: 1,
    title: "十元券",
    looks: LOOKS,
    rules: { type: "amount", valueFen: 1_000 },
  },
]);

let testEnv: CouponTestEnv;
beforeEach(async () => {
  testEnv = await createTestEnv(CONNECTIONS);
  await connectAll(testEnv.db);
}, 60_000);
afterEach(() => testEnv.close());

/** Re-creates the issuing functions with one line replaced. */
async function mutate(guard: string, instead: string): Promise<void> {
  const text = readFileSync(new URL("./functions/grant.sql", import.meta.url), "utf8");
  expect(text).toContain(guard);
  await testEnv.asOwner(text.replaceAll(guard, instead));
}
const issueOne: readonly [string, string] = [
  "FROM unnest(v_contents) WITH ORDINALITY AS c (snapshot, seq)",
  "FROM unnest(v_contents) WITH ORDINALITY AS c (snapshot, seq) WHERE c.seq = 1",
];

/** Each of 200 members claims the pack twice at once. */
async function raceToClaim(): Promise<Record<string, number>> {
  const template = await testEnv.template({
    rules: RULES,
    stock: [10 * SIZE, 7 * SIZE],
    limits: { perMember: 1 },
  });
  const members = await Promise.all(times(RACERS, (n) => testEnv.member(n)));
  const claims = members.flatMap((member) =>
    ["1", "2"].map((ref) => outcomeOf(testEnv.grant(member, template, "claim", ref))),
  );
  return tally(await Promise.all(claims));
}
const coupons = () => testEnv.ask<number>("SELECT count(*)::int FROM member_coupon");
/** How many members have neither no coupon nor a whole pack. */
const withPart = () =>
  testEnv.ask<number>(
    "SELECT count(*)::int FROM (SELECT FROM member_coupon GROUP BY member_id HAVING count(*) <> $1) part",
    [SIZE],
  );

test("17 packs go to 17 members, each whole", async () => {
  const { granted, CLAIM_OVER = 0, CLAIM_LIMIT = 0, ...other } = await raceToClaim();
  expect(other).toEqual({});
  expect(granted).toBe(PACKS);
  expect(CLAIM_OVER + CLAIM_LIMIT).toBe(2 * RACERS - PACKS);
  expect(await coupons()).toBe(PACKS * SIZE);
  expect(await withPart()).toBe(0);
  expect(await testEnv.ask("SELECT sum(claimed)::int FROM campaign_stock")).toBe(PACKS * SIZE);
});

test("one coupon of a pack alone is refused by the database", async () => {
  await mutate(...issueOne);
  const { granted = 0, member_coupon_whole_pack = 0 } = await raceToClaim();
  expect(granted).toBe(0);
  expect(member_coupon_whole_pack).toBeGreaterThan(0);
  expect(await coupons()).toBe(0);
});

test.runIf(isSlowTier)("without that key members get a part", async () => {
  await mutate(...issueOne);
  await testEnv.asOwner("ALTER TABLE member_coupon DROP CONSTRAINT member_coupon_whole_pack");
  await raceToClaim();
  expect(await withPart()).toBeGreaterThan(0);
});

test.runIf(isSlowTier)("without the statement's condition the CHECK holds the total", async () => {
  await mutate("AND (total IS NULL OR claimed + p_count <= total)", "");
  const { campaign_stock_claimed = 0 } = await raceToClaim();
  expect(campaign_stock_claimed).toBeGreaterThan(0);
  expect(await coupons()).toBeLessThanOrEqual(PACKS * SIZE);
});

test("counting a pack as one coupon gives more than the total", async () => {
  await mutate("claimed + p_count", "claimed + 1");
  await raceToClaim();
  expect(await coupons()).toBeGreaterThan(PACKS * SIZE);
});
