/**
 * Promise 10 of reliability.md: after any actions in any order, coupons, counts and fen equal those
 * of a simple model.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_NOON } from "../../platform/testing.ts";
import { type CouponTestEnv, DAY_MS, createTestEnv, outcomeOf } from "./testing.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const RUNS = repeatCount({ suite: 40, slow: 1_000 });
const OFF = 500;
const BUDGET = 1_200;
const LEASE_MS = 15 * 60_000;
const GRACE_MS = 7 * DAY_MS;

type Held = { coupon: number; state: "held" | "used" | "void" | "returned" };
type Hold = { state: "held" | "spent" | "void"; until: number };
type Coupon = {
  until: number;
  lock: { order: number; until: number } | undefined;
  usedBy: number | undefined;
  returned: number;
};

/** The expected state: two coupons, three orders that each use one, a budget for two. */
class Model {
  now = TEST_NOON.getTime();
  coupons: Coupon[] = [1, 2].map((days) => ({
    until: this.now + days * DAY_MS,
    lock: undefined,
    usedBy: undefined,
    returned: 0,
  }));
  orders = new Map<number, Held>();
  holds = new Map<number, Hold>();

  sum(state: Hold["state"]): number {
    return [...this.holds.values()].filter((hold) => hold.state === state).length * OFF;
  }
  isFree({ lock, usedBy, until }: Coupon): boolean {
    return usedBy === undefined && until > this.now && (!lock || lock.until <= this.now);
  }
  take(order: number, until: number): boolean {
    const fits = () => this.sum("held") + this.sum("spent") + OFF <= BUDGET;
    if (!fits())
      for (const hold of this.holds.values())
        if (hold.state === "held" && hold.until <= this.now) hold.state = "void";
    if (!fits()) return false;
    this.holds.set(order, { state: "held", until });
    return true;
  }
  lock(order: number, at: number): boolean {
    const coupon = this.coupons[at];
    if (!coupon || !this.isFree(coupon)) return false;
    const until = this.now + LEASE_MS;
    if (!this.take(order, until)) return false;
    coupon.lock = { order, until };
    this.orders.set(order, { coupon: at, state: "held" });
    return true;
  }
  use(order: number): boolean {
    const held = this.orders.get(order);
    const coupon = held && this.coupons[held.coupon];
    if (!held || !coupon || held.state === "used") return true;
    const { lock } = coupon;
    const isOurs = held.state === "held" && lock?.order === order && lock.until > this.now;
    if (held.state === "returned" || !(isOurs || this.isFree(coupon))) return false;
    const hold = this.holds.get(order);
    if (hold?.state !== "held" && !this.take(order, this.now)) return false;
    this.holds.set(order, { state: "spent", until: 0 });
    held.state = "used";
    Object.assign(coupon, { usedBy: order, lock: undefined });
    return true;
  }
  unlock(order: number): void {
    const held = this.orders.get(order);
    const coupon = held && this.coupons[held.coupon];
    if (held?.state !== "held" || !coupon) return;
    held.state = "void";
    if (coupon.lock?.order === order) coupon.lock = undefined;
    const hold = this.holds.get(order);
    if (hold?.state === "held") hold.state = "void";
  }
  giveBack(order: number): void {
    const held = this.orders.get(order);
    const coupon = held && this.coupons[held.coupon];
    if (held?.state !== "used" || !coupon) return;
    held.state = "returned";
    this.holds.set(order, { state: "void", until: 0 });
    const until = coupon.until > this.now ? coupon.until : this.now + GRACE_MS;
    Object.assign(coupon, { usedBy: undefined, until, returned: coupon.returned + 1 });
  }
}

let testEnv: CouponTestEnv;
let phones = 0;
beforeAll(async () => {
  testEnv = await createTestEnv();
}, 60_000);
afterAll(() => testEnv.close());

const order = fc.constantFrom(0, 1, 2);
const command = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant("lock"), order, fc.constantFrom(0, 1)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("use"), order, fc.constant(0)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("unlock"), order, fc.constant(0)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("return"), order, fc.constant(0)) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant("wait"),
      fc.constant(0),
      fc.constantFrom(LEASE_MS - 1, LEASE_MS + 1_000, DAY_MS, 8 * DAY_MS),
    ),
  },
);

type Cast = {
  readonly member: string;
  readonly orders: readonly string[];
  readonly ids: readonly string[];
};

/** Runs one action in the database and in the model; returns both results. */
async function act(
  model: Model,
  { member, orders, ids }: Cast,
  [verb, at, more]: readonly [string, number, number],
): Promise<readonly [said: unknown, due: unknown]> {
  const on = orders[at] ?? "";
  switch (verb) {
    case "wait":
      model.now += more;
      testEnv.context.clock.advance(more);
      return [model.now, testEnv.now().getTime()];
    case "lock": {
      if (model.orders.has(at)) return [true, true];
      const outcome = await outcomeOf(testEnv.lock(member, on, [ids[more] ?? ""], [OFF]));
      return [outcome === "", model.lock(at, more)];
    }
    case "use":
      return [await testEnv.use(member, on), model.use(at)];
    case "unlock":
      return [await testEnv.unlock(member, on).then(() => undefined), model.unlock(at)];
    default:
      return [await testEnv.giveBack(member, on).then(() => undefined), model.giveBack(at)];
  }
}

/** Returns the database's figures in the model's terms. */
const figures = (template: string, coupons: readonly string[]) =>
  testEnv.ask(
    `SELECT jsonb_build_object(
       'coupons', (SELECT jsonb_agg(jsonb_build_array(state = 'USED', returned_count,
                                    floor(extract(epoch FROM valid_until) * 1000)) ORDER BY array_position($2::uuid[], id))
                   FROM member_coupon WHERE id = ANY ($2::uuid[])),
       'held', (SELECT sum(held_fen) FROM campaign_spend WHERE template_id = $1),
       'spent', (SELECT sum(spent_fen) FROM campaign_spend WHERE template_id = $1),
       'used', (SELECT sum(used) FROM campaign_stock WHERE template_id = $1))`,
    [template, coupons],
  );

test("lock, pay, cancel, refund and expiry in any order match the model", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 14 }), async (commands) => {
      const model = new Model();
      testEnv.context.clock.set(TEST_NOON);
      const member = await testEnv.member(++phones);
      const template = await testEnv.template({ budgetFen: [BUDGET] });
      const ids = [testEnv.context.ids.next(), testEnv.context.ids.next()];
      for (const [at, id] of ids.entries()) {
        await testEnv.grant(member, template, "grant", String(at), id);
        await testEnv.db.$client.query("UPDATE member_coupon SET valid_until = $2 WHERE id = $1", [
          id,
          new Date(model.coupons[at]?.until ?? 0),
        ]);
      }
      const orders = [0, 1, 2].map(() => testEnv.context.ids.next());
      for (const step of commands) {
        const [outcome, due] = await act(model, { member, orders, ids }, step);
        expect(outcome).toBe(due);
        const spent = model.sum("spent");
        expect(spent).toBeLessThanOrEqual(BUDGET);
        expect(await figures(template, ids)).toEqual({
          coupons: model.coupons.map(({ usedBy, returned, until }) => [
            usedBy !== undefined,
            returned,
            until,
          ]),
          held: model.sum("held"),
          spent,
          used: spent / OFF,
        });
      }
    }),
    { numRuns: RUNS },
  );
});
