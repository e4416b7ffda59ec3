/**
 * The validity of a coupon, who may claim it and how often, and which coupons a template's change
 * affects.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_NOON } from "../../platform/testing.ts";
import { countCoupons, couponsOf } from "./actions.ts";
import { type CouponTestEnv, DAY_MS, HOUR_MS, createTestEnv, outcomeOf } from "./testing.ts";

let testEnv: CouponTestEnv;
let member: string;
let phones = 0;
beforeAll(async () => {
  testEnv = await createTestEnv();
}, 60_000);
afterAll(() => testEnv.close());
beforeEach(async () => {
  testEnv.context.clock.set(TEST_NOON);
  member = await testEnv.member(++phones);
});

const id = () => testEnv.context.ids.next();
const after = (ms: number) => testEnv.context.clock.advance(ms);

/** Grants a coupon of a template with this validity. */
async function issued(validity: object) {
  const coupon = id();
  await testEnv.grant(member, await testEnv.template({ validity }), "grant", "1", coupon);
  return {
    coupon,
    state: async () => (await couponsOf(testEnv.db, member, testEnv.now()))[0]?.state,
    lock: () => outcomeOf(testEnv.lock(member, id(), [coupon], [500])),
  };
}

describe("the validity of a coupon", () => {
  const spanOf = async (validity: object) => {
    const { coupon } = await issued(validity);
    const { rows } = await testEnv.db.$client.query(
      "SELECT valid_from, valid_until FROM member_coupon WHERE id = $1",
      [coupon],
    );
    return [rows[0].valid_from.toISOString(), rows[0].valid_until.toISOString()];
  };

  test("counts days from the claim, or from the next day, and ends with a day in Shanghai", async () => {
    expect(await spanOf({ mode: "claim", days: 1 })).toEqual([
      "2026-11-20T04:00:00.000Z",
      "2026-11-20T15:59:59.999Z",
    ]);
    expect(await spanOf({ mode: "next_day", days: 1 })).toEqual([
      "2026-11-20T16:00:00.000Z",
      "2026-11-21T15:59:59.999Z",
    ]);
    const fixed = { from: "2026-12-01T00:00:00.000Z", until: "2026-12-31T15:59:59.999Z" };
    expect(await spanOf({ mode: "fixed", ...fixed })).toEqual([fixed.from, fixed.until]);
  });

  test("is checked at every order, whether or not a job has run", async () => {
    const { lock, state } = await issued({ mode: "next_day", days: 1 });
    expect(await state()).toBe("pending");
    expect(await lock()).toBe("COUPON_UNUSABLE");
    after(DAY_MS);
    expect(await state()).toBe("available");
    after(DAY_MS);
    expect(await lock()).toBe("COUPON_UNUSABLE");
    expect(await state()).toBeUndefined();
    expect(await countCoupons(testEnv.db, member, testEnv.now())).toMatchObject({
      available: 0,
      over: 1,
    });
  });
});

describe("claims", () => {
  test("are limited per member, in total and per day", async () => {
    const template = await testEnv.template({ limits: { perMember: 3, perDay: 2 } });
    const claim = (ref: string) => outcomeOf(testEnv.grant(member, template, "claim", ref));
    expect([await claim("1"), await claim("2"), await claim("3")]).toEqual([
      "granted",
      "granted",
      "CLAIM_LIMIT",
    ]);
    expect(await claim("2")).toBe("replay");
    after(12 * HOUR_MS);
    expect([await claim("3"), await claim("4")]).toEqual(["granted", "CLAIM_LIMIT"]);
  });

  test("are limited, but bought or granted coupons are not", async () => {
    const template = await testEnv.template({ limits: { perMember: 1 } });
    const outcomes = ["claim", "purchase", "code", "grant"].map((source) =>
      outcomeOf(testEnv.grant(member, template, source, "1")),
    );
    expect(await Promise.all(outcomes)).toEqual(["granted", "granted", "granted", "granted"]);
  });

  test("are limited to the claim period", async () => {
    const claimFrom = new Date(TEST_NOON.getTime() + HOUR_MS);
    const claimUntil = new Date(TEST_NOON.getTime() + 2 * HOUR_MS);
    const template = await testEnv.template({ claimFrom, claimUntil });
    const claim = () => outcomeOf(testEnv.grant(member, template, "claim", "1"));
    expect(await claim()).toBe("CLAIM_DENIED");
    after(2 * HOUR_MS);
    expect(await claim()).toBe("CLAIM_OVER");
    after(-HOUR_MS);
    expect(await claim()).toBe("granted");
  });

  test("of a paused campaign are refused, bought coupons are still granted", async () => {
    const paused = await testEnv.template({ status: "paused" });
    expect(await outcomeOf(testEnv.grant(member, paused, "claim", "1"))).toBe("CLAIM_OVER");
    expect(await outcomeOf(testEnv.grant(member, paused, "purchase", "1"))).toBe("granted");
    const retained = await testEnv.template({ status: "ended", endedHow: "keep" });
    expect(await outcomeOf(testEnv.grant(member, retained, "code", "1"))).toBe("granted");
    const ended = await testEnv.template({ status: "ended", endedHow: "unclaimed" });
    expect(await outcomeOf(testEnv.grant(member, ended, "code", "1"))).toBe("CLAIM_OVER");
    expect(await outcomeOf(testEnv.grant(member, "nothing", "code", "1"))).toBe("CLAIM_OVER");
  });

  test("a later change of the template affects only coupons issued later", async () => {
    const template = await testEnv.template({ rules: { type: "amount", valueFen: 500 } });
    await testEnv.grant(member, template, "grant", "1");
    await testEnv.db.$client.query(
      `UPDATE coupon_template SET rules = '{"type":"amount","valueFen":100}' WHERE template_id = $1`,
      [template],
    );
    await testEnv.grant(member, template, "grant", "2");
    const coupons = await couponsOf(testEnv.db, member, testEnv.now());
    expect(new Set(coupons.map(({ rules }) => rules.valueFen))).toEqual(new Set([100, 500]));
  });
});
