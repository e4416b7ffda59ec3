/** 64 operators change one draft, price or stock at once; a price at its instant; and mutants that lose. */
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import {
  CONNECTIONS,
  connectAll,
  maxOverRounds,
  mutate,
  openRaceDatabase,
  type RaceDatabase,
  times,
} from "../ledger/race.fixture.ts";
import {
  changePrice,
  changeStock,
  createShop,
  publishBenefit,
  saveDraft,
  sellables,
} from "./actions.ts";
import { AHEAD_MS, readAround } from "./around.fixture.ts";
import { countStock, holdStock } from "./stock.fixture.ts";
import { createTestDraft, createTestOffer, testDraftDeps } from "./testing.ts";

let race: RaceDatabase;
beforeAll(async () => {
  race = await openRaceDatabase();
});
afterAll(() => race.close());

let made = 0;
async function savedDraft() {
  const { context, db } = race;
  const benefitId = `race-${++made}`;
  const operatorId = context.ids.next();
  const { sinceVersion, draft } = await createTestDraft(context, db, { benefitId, operatorId });
  const change = { benefitId, sinceVersion, operatorId, draft };
  const saved = await saveDraft(context, db, testDraftDeps, change);
  return { benefitId, draft, sinceVersion: saved };
}

const wonBy = async (attempts: readonly Promise<unknown>[]): Promise<number> => {
  const outcomes = await Promise.allSettled(attempts);
  return outcomes.filter(({ status }) => status === "fulfilled").length;
};

/** Returns how many of 64 editors of one version of a draft had theirs stored. */
async function saves(db: Db): Promise<number> {
  const { context } = race;
  const { draft, ...since } = await savedDraft();
  await connectAll(db);
  return wonBy(
    times(CONNECTIONS, (n) => {
      const body = { ...draft, title: `第 ${n} 位` };
      const change = { ...since, operatorId: context.ids.next(), draft: body };
      return saveDraft(context, db, testDraftDeps, change);
    }),
  );
}

/** Returns how many of 64 operators published a second draft, and how many versions there are. */
async function publications(db: Db) {
  const { context } = race;
  const { benefitId, draft, sinceVersion: first } = await savedDraft();
  const by = { benefitId, operatorId: context.ids.next() };
  await publishBenefit(context, race.db, { ...by, sinceVersion: first, reason: "上新" });
  const change = { ...by, sinceVersion: first, draft: { ...draft, title: "改过" } };
  const sinceVersion = await saveDraft(context, race.db, testDraftDeps, change);
  await connectAll(db);
  const won = await wonBy(
    times(CONNECTIONS, () => {
      const operatorId = context.ids.next();
      return publishBenefit(context, db, { benefitId, sinceVersion, operatorId, reason: "上新" });
    }),
  );
  const { rows } = await race.db.execute<{ versions: number; prices: number }>(sql`
    SELECT (SELECT count(*)::int FROM benefit_version WHERE benefit_id = ${benefitId}) AS versions,
           (SELECT count(*)::int FROM sku_price WHERE sku_id = ${benefitId}) AS prices`);
  return { won, ...rows[0] };
}

async function withMutant(mutant: { from: RegExp; to: string }, run: (db: Db) => Promise<void>) {
  const { context, appUrl } = race;
  const { db, used } = openMutantDatabase({ url: appUrl, log: context.log, size: CONNECTIONS }, [
    mutant,
  ]);
  try {
    await run(db);
    expect(used()).toBeGreaterThan(0);
  } finally {
    await closeDatabase(db);
  }
}

test("a draft saved by 64 editors at once is saved by one of them", async () => {
  expect(await saves(race.db)).toBe(1);
  const mutant = {
    from: /AND version = (\$\d+) RETURNING/,
    to: "AND version >= $1::int RETURNING",
  };
  await withMutant(mutant, async (db) => expect(await saves(db)).toBe(CONNECTIONS));
});

test("a draft published by 64 operators at once is published once", async () => {
  expect(await publications(race.db)).toEqual({ won: 1, versions: 2, prices: 1 });
  await withMutant({ from: / AND is_open$/, to: "" }, async (db) => {
    expect((await publications(db)).versions).toBeGreaterThan(2);
  });
});

/** Returns how many next versions a price has after 32 publications and 32 changes of it at once. */
async function nextVersions(db: Db): Promise<number> {
  const { context } = race;
  const { benefitId, draft, sinceVersion } = await savedDraft();
  const operatorId = context.ids.next();
  const publish = (pool: Db, since: number) =>
    publishBenefit(context, pool, { benefitId, sinceVersion: since, operatorId, reason: "上新" });
  await publish(race.db, sinceVersion);
  const [sku] = draft.skus;
  const price = { marketFen: 1_000, priceFen: 450, levels: {}, costFen: 300 };
  const skus = sku ? [{ ...sku, priceVersion: 1, price }] : [];
  const change = { benefitId, sinceVersion, operatorId, draft: { ...draft, skus } };
  const since = await saveDraft(context, race.db, testDraftDeps, change);
  const dearer = { ...price, priceFen: 600, skuId: benefitId, sinceVersion: 1, operatorId };
  await connectAll(db);
  await wonBy([
    ...times(CONNECTIONS / 2, () => publish(db, since)),
    ...times(CONNECTIONS / 2, () => changePrice(context, db, dearer)),
  ]);
  const { rows } = await race.db.execute<{ price_fen: number; is_open: boolean }>(sql`
    SELECT p.price_fen, d.is_open FROM sku_price p, benefit_draft d
    WHERE p.sku_id = ${benefitId} AND p.version > 1 AND d.benefit_id = ${benefitId}`);
  // The draft is published with its price, or stays open beside the other one.
  const isLost = rows.length === 1 && rows[0]?.is_open !== (rows[0]?.price_fen === 600);
  return isLost ? 0 : rows.length;
}

test("a price changed beside 32 publications of another price has one next version", async () => {
  expect(await nextVersions(race.db)).toBe(1);
  // A change that takes the next free number instead of the one after the version that was read.
  const mutant = {
    from: /(INSERT INTO sku_price [^;]*?VALUES \()(\$\d+), (\$\d+)/,
    to: "$1$2, coalesce((SELECT max(version) + 1 FROM sku_price WHERE sku_id = $2), $3)",
  };
  await withMutant(mutant, async (db) =>
    expect(await maxOverRounds(1, () => nextVersions(db))).toBeGreaterThan(1),
  );
});

/** Returns how many of 40 pieces 32 buyers hold and 32 operators remove at once, and how many fail. */
async function takenPieces() {
  const { context, db } = race;
  const skuId = `scarce-${++made}`;
  // More pieces than buyers, who are faster: the operators compete for what is left.
  await createTestOffer(db, { id: skuId, stock: 40 });
  await connectAll(db);
  const expiresAt = new Date(Date.now() + 60_000);
  const by = { skuId, delta: -1, reason: "盘点" };
  const taken = await Promise.allSettled(
    times(CONNECTIONS, (n) =>
      n % 2 === 0
        ? changeStock(context, db, { ...by, operatorId: context.ids.next() })
        : holdStock(db, { hold: context.ids.next(), quantity: 1, skuId, expiresAt }),
    ),
  );
  const { total, held } = await countStock(db, skuId);
  expect(held).toBeLessThanOrEqual(total);
  const outcomes = taken.map((one) => {
    if (one.status === "rejected") return one.reason instanceof Refusal ? "refused" : "failed";
    return typeof one.value === "string" ? "refused" : "taken";
  });
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  return { taken: count("taken"), failed: count("failed") };
}

test("of 40 pieces that 32 buyers want and 32 operators remove, each is taken once", async () => {
  expect(await takenPieces()).toEqual({ taken: 40, failed: 0 });
  // Without the lock two operators see the same free piece, and the CHECK fails one of them.
  const text = readFileSync(new URL("functions/stock-add.sql", import.meta.url), "utf8");
  const file = { module: "catalog", file: "stock-add.sql" };
  const lock = "PERFORM 1 FROM sku_stock WHERE sku_id = p_sku ORDER BY bucket FOR UPDATE;";
  // Others take the piece between its reading and its removal.
  const read = "EXIT WHEN v_left = 0;";
  await mutate(race.owner, [
    { ...file, from: lock, to: "" },
    { ...file, from: read, to: `${read} PERFORM pg_sleep(0.02);` },
  ]);
  expect(await maxOverRounds(0, async () => (await takenPieces()).failed)).toBeGreaterThan(0);
  await race.owner.query(text);
});

/** Schedules another price and reads it around its instant, in quotes and on pages of two processes. */
async function pricesAround(pools: readonly [Db, Db]) {
  const { context, db } = race;
  const skuId = `planned-${++made}`;
  await createTestOffer(db, { id: skuId, priceFen: 500 });
  const instantMs = Date.now() + AHEAD_MS;
  const price = { marketFen: 1_000, priceFen: 450, levels: {}, costFen: 50, skuId };
  const planned = { ...price, sinceVersion: 1, startsAt: new Date(instantMs) };
  await changePrice(context, db, { ...planned, operatorId: context.ids.next() });
  const readers = pools.flatMap((pool) => {
    const shop = createShop(context, pool, () => undefined);
    return [
      async () => (await shop.catalog()).byId.get(skuId)?.shown.price.priceFen,
      async () => {
        const found = await sellables(pool, { skuIds: [skuId], grade: 1, now: null });
        return found.get(skuId)?.priceFen;
      },
    ];
  });
  return Promise.all(readers.map((read) => readAround(db, instantMs, read)));
}

test("a scheduled price is that of every quote and page from its instant on, in two processes", async () => {
  const { context, appUrl, db } = race;
  const other = openDatabase({ url: appUrl, log: context.log, size: 4 });
  try {
    const exact = { before: [500], after: [450] };
    expect(await pricesAround([db, other])).toEqual([exact, exact, exact, exact]);
  } finally {
    await closeDatabase(other);
  }
  // A cache that does not know when the next price begins.
  const mutant = {
    from: /SELECT \(extract\(epoch FROM least/,
    to: "SELECT (nullif(1, 1) * extract(epoch FROM least",
  };
  await withMutant(mutant, async (pool) => {
    const [page, quote] = await pricesAround([pool, pool]);
    expect(page?.after).toContain(500);
    expect(quote?.after).toEqual([450]);
  });
});
