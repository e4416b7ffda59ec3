/** Tests that seeding the demo is idempotent, and that its sandbox endpoints work. */
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listedOrders } from "../domain/orders/testing.ts";
import { homePage, benefitDetail, createShop } from "../domain/catalog/actions.ts";
import { reconcile } from "../domain/reconciliation/actions.ts";
import { sampleMenu, sampleSource, sampleStore } from "../domain/dining/testing.ts";
import { openSession } from "../domain/exchange/actions.ts";
import { batchTargets } from "../domain/exchange/batches/target-choices.ts";
import { checkTarget } from "../domain/exchange/batches/target.ts";
import { cardsLeft } from "../domain/fulfilment/actions.ts";
import { trialBalance } from "../domain/ledger/actions.ts";
import { findOrCreateMemberByPhone } from "../domain/members/actions.ts";
import { pointsOf } from "../domain/points/actions.ts";
import { pageOfFriends } from "../domain/invitations/actions.ts";
import { loadRegions } from "../domain/regions/load-regions.ts";
import { walletOf } from "../domain/wallet/actions.ts";
import { reviewQueue } from "../domain/withdrawals/actions.ts";
import { closeDatabase, type Db, openDatabase } from "../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../platform/database/testing.ts";
import { transaction } from "../platform/database/transaction.ts";
import { createServer } from "../platform/http/server.ts";
import { testContext } from "../platform/testing.ts";
import { demoBenefits } from "./data/benefits.ts";
import { demoContracts } from "./data/contracts.ts";
import { seedOwnStock } from "./own-cards.ts";
import { sandboxRoutes } from "./sandbox-routes.ts";
import { type DemoSummary, seedDemo } from "./seed.ts";

const context = testContext();
const setMeals = sampleMenu.setMeals.map((meal) => ({ ...meal, id: "kfc-set" }));
const { source: diningSource } = sampleSource(
  [sampleStore("310100-01")],
  [{ ...sampleMenu, setMeals }],
);
let fresh: FreshDatabase;
let db: Db;
let server: FastifyInstance;
let first: DemoSummary;
let firstTrips: number;

/** Returns the result of `work`, and the number of statements it sent. */
async function countTrips<T>(work: () => Promise<T>): Promise<[T, number]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    return [await work(), query.mock.calls.length];
  } finally {
    query.mockRestore();
  }
}

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 4 });
  [first, firstTrips] = await countTrips(() => seedDemo(context, db, { diningSource }));
  server = await createServer({
    log: context.log,
    ids: context.ids,
    trustProxy: undefined,
    scriptHashes: [],
    styleHashes: [],
    floodPerMinute: undefined,
    isProduction: false,
  });
  await server.register(sandboxRoutes(context, db));
});
afterAll(async () => {
  await server.close();
  await closeDatabase(db);
  await fresh.drop();
});

const memberId = async (phone: string): Promise<string> =>
  (await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone))).memberId;

async function permissionsOf(phone: string): Promise<string[]> {
  const found = await db.execute<{ permissions: string[] }>(
    sql`SELECT permissions FROM member WHERE member_id = ${await memberId(phone)}`,
  );
  return found.rows[0]?.permissions ?? [];
}

test("the demo's ledger reconciles without differences", async () => {
  await reconcile(context, db, "full");
  // No handler has delivered the messages of the demo's history.
  const { rows } = await db.execute(sql`
    SELECT class, subject, expected, actual FROM recon_case WHERE class <> 'outbox_stuck'`);
  expect(rows).toEqual([]);
});

/** Returns everything the demo may have seeded, as counts and sums. */
async function inventory(): Promise<unknown> {
  const found = await db.execute(sql`
    SELECT (SELECT count(*)::int FROM member) AS members, (SELECT count(*)::int FROM benefit) AS benefits,
           (SELECT count(*)::int FROM sku) AS skus, (SELECT sum(total)::int FROM sku_stock) AS stock,
           (SELECT count(*)::int FROM sku_route) AS routes,
           (SELECT count(*)::int FROM card_stock) AS cards, (SELECT count(*)::int FROM brand) AS brands, (SELECT count(*)::int FROM home_block) AS blocks,
           (SELECT count(*)::int FROM code) AS codes, (SELECT count(*)::int FROM code_batch) AS batches,
           (SELECT count(*)::int FROM orders) AS orders,
           (SELECT sum(amount)::int FROM ledger_transfer) AS moved`);
  return found.rows[0];
}

test("every target that a batch's form offers is one that the batch accepts", async () => {
  const validUntil = context.clock.now().getTime() + 86_400_000;
  for (const kind of ["meal", "voucher", "benefit", "coupon", "level"] as const) {
    const { list, hasMore } = await batchTargets(context, db, { target: kind });
    expect([list.length > 0, hasMore], kind).toEqual([true, false]);
    for (const { id, title, brand } of list) {
      const chosen = {
        meal: { brand: brand?.code ?? "", setMealId: id },
        voucher: { brand: id, valueFen: 100 },
        benefit: { choices: [{ skuId: id, title }] },
        coupon: { templateId: id },
        level: { grade: Number(id), days: 30 },
      };
      await checkTarget(context, db, { target: kind, title, validUntil, ...chosen[kind] });
    }
  }
});

describe("the demo", () => {
  test("has cards for every SKU delivered from our own stock, the same at each start", async () => {
    const skus = demoBenefits
      .flatMap((benefit) => benefit.skus)
      .filter(({ routes }) => routes.some(({ supplier }) => supplier === "own"));
    await seedOwnStock(context, db);
    const products = skus.map(({ id }) => id);
    const left = await cardsLeft(context, db, products);
    // As many cards as the stock of the SKU; a sold-out SKU has none.
    const due = skus.map(({ mode, stock }) => (mode === "own" ? stock : 30));
    expect(products.map((product) => left.get(product) ?? 0)).toEqual(due);
    expect(due.filter((count) => count > 0).length).toBeGreaterThan(5);
  });

  test("gives the first member points, balance, growth and a history", async () => {
    const member = await memberId("13800000001");
    const points = await pointsOf(db, member, context.clock.now());
    expect(points.available).toBe(3_260);
    expect(await walletOf(db, member)).toMatchObject({ principal: 12_850, bonus: 1_000 });
    const { list } = await listedOrders(context, db, member, {});
    expect(list.map(({ kind }) => kind).sort()).toEqual([
      "balance",
      "card",
      "meal",
      "points",
      "points_mall",
      "points_mall",
      "ride",
      "topup",
    ]);
  });

  test("has friends of the first member, each with the reward they brought", async () => {
    const inviter = await memberId("13800000001");
    const { list } = await pageOfFriends(context, db, inviter, {});
    expect(list.map(({ state, amount }) => ({ state, amount }))).toEqual([
      { state: "registered", amount: undefined },
      { state: "frozen", amount: 487 },
      { state: "rejected", amount: 243 },
      { state: "settled", amount: 487 },
    ]);
  });
  test("has a withdrawal of the first member in review, and the rest of the reward available", async () => {
    const [waiting, ...more] = await reviewQueue(context, db);
    expect(more).toEqual([]);
    expect(waiting).toMatchObject({ amountFen: 2_000, member: { phone: "138****0001" } });
    expect(waiting?.checks.filter(({ isGood }) => !isGood)).toMatchObject([{ name: "age" }]);
    const member = await memberId("13800000001");
    expect(await walletOf(db, member)).toMatchObject({ reward: 7_367, held: 2_000 });
  });

  test("gives no account both roles of a two-person approval", async () => {
    expect(await permissionsOf("13800000003")).toEqual(["exchange:generate"]);
    for (const phone of ["13800000004", "13800000005"]) {
      const permissions = await permissionsOf(phone);
      expect(permissions).toEqual(expect.arrayContaining(["devop:debug", "exchange:approve"]));
      expect(permissions).not.toContain("exchange:generate");
    }
    expect(await permissionsOf("13800000002")).toEqual([]);
  });

  test("fills the home page with two rows of five, prices that end tonight, and brands", async () => {
    const shop = createShop(context, db, loadRegions().byCode);
    const { blocks } = await homePage(shop, undefined, { memberId: undefined, grade: 1 });
    const kinds = blocks.map(({ kind }) => kind);
    expect(kinds).toEqual(["banner", "grid", "notice", "zone", "brands", "zone"]);
    expect(blocks[1]?.items).toHaveLength(10);
    expect(blocks[3]).toMatchObject({ endsAt: Date.parse("2026-11-20T22:00:00+08:00") });
  });

  test("returns the full detail of every benefit", async () => {
    const shop = createShop(context, db, loadRegions().byCode);
    for (const { id, skus } of demoBenefits) {
      const visitor = { memberId: undefined, grade: 1 };
      const found = await benefitDetail(shop, { benefitId: id }, visitor);
      expect({ id, skus: found.skus.length }).toEqual({ id, skus: skus.length });
      expect(found.rules.length).toBeGreaterThanOrEqual(4);
    }
  });

  test("has a card for each piece it sells from its own stock", async () => {
    const owned = demoBenefits
      .flatMap(({ skus }) => skus)
      .filter(({ routes, mode }) => mode === "own" && routes[0]?.supplier === "own");
    const left = await cardsLeft(
      context,
      db,
      owned.map(({ id }) => id),
    );
    expect(owned.length).toBeGreaterThan(3);
    for (const { id, stock } of owned)
      expect({ id, cards: left.get(id) ?? 0 }).toEqual({ id, cards: stock });
  });

  test("routes top-ups only to top-up suppliers, and cards only to suppliers with cards", () => {
    const deliveries = new Map(demoContracts.map((one) => [one.contractId, one.delivery]));
    const may = {
      topup: ["topup"],
      card: ["cards", "own"],
      movie: ["movie"],
      coupons: [],
      meal: [],
    };
    const odd = demoBenefits.flatMap(({ contract, skus }) => {
      const known: readonly string[] = may[deliveries.get(contract) ?? "meal"];
      return skus.filter(({ routes }) => routes.some(({ supplier }) => !known.includes(supplier)));
    });
    expect(odd.map(({ id }) => id)).toEqual([]);
  });

  test("does not change when seeded again, and needs few statements for it", async () => {
    const before = await inventory();
    const [second, trips] = await countTrips(() => seedDemo(context, db, { diningSource }));
    expect(trips).toBeLessThan(firstTrips / 8);
    expect(await inventory()).toEqual(before);
    expect(second).toEqual(first);
    expect((await trialBalance(db)).isSound).toBe(true);
  });

  test("prints codes that can be opened", async () => {
    const targets = [...new Set(first.codes.map(({ target }) => target))];
    expect(targets).toEqual([
      "kfc-set",
      "kfc-value-50",
      "points-500",
      "balance-20",
      "coupon-10",
      "choice-3",
      "level-gold",
    ]);
    for (const { code } of first.codes) {
      const caller = { memberId: undefined, device: `d-${code}`, address: "10.0.0.1" };
      const opened = await openSession(context, db, { code, session: undefined, ...caller });
      expect(opened.manifest.last4).toBe(code.replaceAll("-", "").slice(-4));
    }
  });

  test("seeds its history once, even when two processes start together", async () => {
    const other = await freshDatabase();
    const own = openDatabase({ url: other.appUrl, log: context.log, size: 8 });
    await Promise.all([1, 2].map(() => seedDemo(context, own, { diningSource })));
    const found = await own.execute<{ orders: number }>(
      sql`SELECT count(*)::int AS orders FROM orders`,
    );
    expect(found.rows[0]?.orders).toBe(11);
    await closeDatabase(own);
    await other.drop();
  });
});

describe("the sandbox endpoints", () => {
  const call = async (url: string, payload: object) => {
    const answer = await server.inject({ method: "POST", url, payload });
    const body: unknown = answer.json();
    return { status: answer.statusCode, body };
  };

  test("create as many fresh codes as requested, each valid for a session", async () => {
    const { status, body } = await call("/sandbox/codes", { target: "points-500", count: 25 });
    expect(status).toBe(200);
    const codes = (body as { code: string }[]).map(({ code }) => code);
    expect(new Set(codes).size).toBe(25);
    const [code = ""] = codes;
    const caller = { memberId: undefined, device: "door", address: "10.0.0.2" };
    const opened = await openSession(context, db, { code, session: undefined, ...caller });
    expect(opened.manifest).toMatchObject({ target: "points", points: 500, needsLogin: true });
  });

  test("grant points and balance to a phone each time, and the ledger stays balanced", async () => {
    const phone = "13800000042";
    const gift = { phone, points: 70, principalFen: 1_234, bonusFen: 5 };
    for (let given = 0; given < 2; given++)
      expect((await call("/sandbox/grant", gift)).status).toBe(200);
    const member = await memberId(phone);
    expect((await pointsOf(db, member, context.clock.now())).available).toBe(140);
    expect(await walletOf(db, member)).toMatchObject({ principal: 2_468, bonus: 10 });
    expect((await trialBalance(db)).isSound).toBe(true);
  });

  test.each([
    ["/sandbox/codes", { target: "gold", count: 1 }],
    ["/sandbox/codes", { target: "points-500", count: 0 }],
    ["/sandbox/codes", { target: "points-500", count: 100_001 }],
    ["/sandbox/codes", { target: "points-500", count: "1" }],
    ["/sandbox/codes", {}],
    ["/sandbox/grant", { phone: "12345" }],
    ["/sandbox/grant", { phone: "13800000042", points: -1 }],
    ["/sandbox/grant", { phone: "13800000042", bonusFen: 0.5 }],
  ])("%s answers %j with 400 in the envelope", async (url, payload) => {
    const { status, body } = await call(url, payload);
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: false, code: "BAD_REQUEST" });
  });
});
