/** Purchase limits of a member: counted over orders, days and months, and by time. */
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import { exceededLimit } from "./model/limits.ts";
import { purchaseCountsOf } from "./store.ts";

const MINUTE_MS = 60_000;
const context = testContext();
let fresh: FreshDatabase;
let db: Db;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 2 });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

type Limits = { perOrder?: number; perDay?: number; perMonth?: number; life?: number };

/** Creates a member for each test. */
function buyer(limits: Limits) {
  const memberId = context.ids.next();
  const take = async (at: string, quantity = 1, orderId = context.ids.next()) => {
    const now = new Date(at);
    const expires = new Date(now.getTime() + 16 * MINUTE_MS);
    const items = JSON.stringify([{ benefitId: "tart", quantity, ...limits }]);
    await db
      .execute(
        sql`SELECT catalog_limit_hold(${memberId}, ${orderId}, ${items}::jsonb, ${expires}, ${now})`,
      )
      .catch((error: unknown) => {
        throw raisedRefusal(error) ?? error;
      });
    return orderId;
  };
  const confirm = async (orderId: string, at: string) => {
    const found = await db.execute<{ done: boolean }>(
      sql`SELECT catalog_limit_confirm(${memberId}, ${orderId}, ${new Date(at)}) AS done`,
    );
    return found.rows[0]?.done;
  };
  const forget = (orderId: string) =>
    db.execute(sql`SELECT catalog_limit_void(${memberId}, ${orderId}, NULL)`);
  return { memberId, take, confirm, forget };
}

const refused = (limit: string, left: number) => ({
  code: "LIMIT_REACHED",
  data: { benefitId: "tart", limit, left },
});

describe("a purchase limit", () => {
  test("for one order is reported with the quantity left", async () => {
    const { take } = buyer({ perOrder: 2 });
    await take("2026-11-20T10:00:00+08:00", 2);
    await expect(take("2026-11-20T10:00:00+08:00", 3)).rejects.toMatchObject(
      refused("perOrder", 2),
    );
  });

  test("for a day starts again at midnight in Shanghai", async () => {
    const { take } = buyer({ perDay: 2 });
    await take("2026-11-20T23:55:00+08:00", 2);
    await expect(take("2026-11-20T23:59:59+08:00")).rejects.toMatchObject(refused("perDay", 0));
    await take("2026-11-21T00:00:00+08:00", 2);
  });

  test("for a month starts again on the first, and the narrowest limit is reported", async () => {
    const { take, confirm } = buyer({ perDay: 5, perMonth: 3 });
    const order = await take("2026-11-30T12:00:00+08:00", 2);
    expect(await confirm(order, "2026-11-30T12:05:00+08:00")).toBe(true);
    await expect(take("2026-11-30T13:00:00+08:00", 2)).rejects.toMatchObject(
      refused("perMonth", 1),
    );
    await take("2026-12-01T00:00:00+08:00", 3);
  });

  test("for a lifetime never starts again", async () => {
    const { take, confirm } = buyer({ life: 1 });
    await confirm(await take("2020-01-01T00:00:00+08:00"), "2020-01-01T00:01:00+08:00");
    await expect(take("2026-12-01T00:00:00+08:00")).rejects.toMatchObject(refused("life", 0));
  });
});

describe("an unpaid order", () => {
  test("counts until it expires and not after, without any job", async () => {
    const { take, confirm } = buyer({ perDay: 1 });
    const late = await take("2026-11-20T10:00:00+08:00");
    await expect(take("2026-11-20T10:15:59+08:00")).rejects.toMatchObject(refused("perDay", 0));
    await take("2026-11-20T10:16:00+08:00");
    expect(await confirm(late, "2026-11-20T10:16:00+08:00")).toBe(false);
  });

  test("can hold again after it expired, and then counts again", async () => {
    const { take, confirm } = buyer({ perDay: 1 });
    const slow = await take("2026-11-20T10:00:00+08:00");
    expect(await confirm(slow, "2026-11-20T10:20:00+08:00")).toBe(false);
    await take("2026-11-20T10:20:00+08:00", 1, slow);
    expect(await confirm(slow, "2026-11-20T10:21:00+08:00")).toBe(true);
    await expect(take("2026-11-20T10:40:00+08:00")).rejects.toMatchObject(refused("perDay", 0));
  });

  test("no longer counts when it is cancelled, nor does a paid one after its refund", async () => {
    const { take, confirm, forget } = buyer({ life: 1 });
    await forget(await take("2026-11-20T10:00:00+08:00"));
    const paid = await take("2026-11-20T10:01:00+08:00");
    expect(await confirm(paid, "2026-11-20T10:02:00+08:00")).toBe(true);
    expect(await confirm(paid, "2026-11-20T10:02:00+08:00")).toBe(true);
    await forget(paid);
    await take("2026-11-20T10:03:00+08:00");
  });

  test("is not counted twice when it is repeated under its own number", async () => {
    const { take, memberId } = buyer({ perDay: 1 });
    const order = await take("2026-11-20T10:00:00+08:00");
    await take("2026-11-20T10:00:00+08:00", 1, order);
    const bought = await purchaseCountsOf(db, { memberId, benefitId: "tart", now: TEST_NOON });
    expect(bought).toMatchObject({ today: 0, month: 0, ever: 0 });
    const now = new Date("2026-11-20T10:01:00+08:00");
    expect(await purchaseCountsOf(db, { memberId, benefitId: "tart", now })).toMatchObject({
      today: 1,
    });
  });
});

const LimitSet = fc.record(
  {
    perOrder: fc.integer({ min: 1, max: 5 }),
    perDay: fc.integer({ min: 1, max: 5 }),
    perMonth: fc.integer({ min: 1, max: 6 }),
    life: fc.integer({ min: 1, max: 7 }),
  },
  { requiredKeys: [] },
);
const Purchase = fc.record({
  benefitId: fc.constantFrom("tart", "bun"),
  quantity: fc.integer({ min: 1, max: 3 }),
  hoursAgo: fc.integer({ min: 0, max: 24 * 45 }),
  isPaid: fc.boolean(),
});

test("the early answer about limits is the one that holding them gives", async () => {
  const hold = (
    memberId: string,
    items: readonly (Limits & { benefitId: string; quantity: number })[],
    now: Date,
  ) => {
    const orderId = context.ids.next();
    const expires = new Date(now.getTime() + 16 * MINUTE_MS);
    return db
      .execute(
        sql`SELECT catalog_limit_hold(${memberId}, ${orderId}, ${JSON.stringify(items)}::jsonb, ${expires}, ${now})`,
      )
      .then(() => orderId);
  };
  let refusals = 0;
  const scenario = fc.asyncProperty(
    fc.array(Purchase, { maxLength: 5 }),
    fc.tuple(LimitSet, LimitSet),
    fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })),
    async (purchases, [tartLimits, bunLimits], [tarts, buns]) => {
      const memberId = context.ids.next();
      for (const { hoursAgo, isPaid, ...item } of purchases) {
        const at = new Date(TEST_NOON.getTime() - hoursAgo * 60 * MINUTE_MS);
        const orderId = await hold(memberId, [item], at);
        if (isPaid)
          await db.execute(sql`SELECT catalog_limit_confirm(${memberId}, ${orderId}, ${at})`);
      }
      const wanted = [
        { benefitId: "tart", quantity: tarts, limits: tartLimits },
        { benefitId: "bun", quantity: buns, limits: bunLimits },
      ];
      const counts = new Map(
        await Promise.all(
          wanted.map(
            async ({ benefitId }) =>
              [
                benefitId,
                await purchaseCountsOf(db, { memberId, benefitId, now: TEST_NOON }),
              ] as const,
          ),
        ),
      );
      const items = wanted.map(({ limits, ...item }) => ({ ...item, ...limits }));
      const held = await hold(memberId, items, TEST_NOON).then(
        () => undefined,
        (error: unknown) => raisedRefusal(error)?.data,
      );
      if (held) refusals += 1;
      expect(exceededLimit(wanted, counts)).toEqual(held);
    },
  );
  await fc.assert(scenario, { numRuns: 60 });
  expect(refusals).toBeGreaterThan(10);
}, 60_000);
