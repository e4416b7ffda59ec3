/** 64 operators save or publish one draft at once; and mutants that lose. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import {
  CONNECTIONS,
  connectAll,
  openRaceDatabase,
  type RaceDatabase,
  times,
} from "../ledger/race.fixture.ts";
import { changePrice, publishBenefit, saveDraft } from "./actions.ts";
import { createTestDraft, testDraftDeps } from "./testing.ts";

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

test("a price changed beside 32 publications of another price has one next version", async () => {
  const { context, db } = race;
  const { benefitId, draft, sinceVersion } = await savedDraft();
  const operatorId = context.ids.next();
  const publish = (since: number) =>
    publishBenefit(context, db, { benefitId, sinceVersion: since, operatorId, reason: "上新" });
  await publish(sinceVersion);
  const [sku] = draft.skus;
  const price = { marketFen: 1_000, priceFen: 450, levels: {}, costFen: 300 };
  const skus = sku ? [{ ...sku, priceVersion: 1, price }] : [];
  const change = { benefitId, sinceVersion, operatorId, draft: { ...draft, skus } };
  const since = await saveDraft(context, db, testDraftDeps, change);
  const dearer = { ...price, priceFen: 600, skuId: benefitId, sinceVersion: 1, operatorId };
  await wonBy([
    ...times(CONNECTIONS / 2, () => publish(since)),
    ...times(CONNECTIONS / 2, () => changePrice(context, db, dearer)),
  ]);
  const { rows } = await db.execute<{ price_fen: number; is_open: boolean }>(sql`
    SELECT p.price_fen, d.is_open FROM sku_price p, benefit_draft d
    WHERE p.sku_id = ${benefitId} AND p.version > 1 AND d.benefit_id = ${benefitId}`);
  expect(rows).toHaveLength(1);
  // The draft is published with its price, or stays open beside the other one.
  expect(rows[0]?.is_open).toBe(rows[0]?.price_fen === 600);
});
