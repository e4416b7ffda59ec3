/** The clean-up of pictures against saves that begin to use one; the first save of the home page. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";
import {
  CONNECTIONS,
  connectAll,
  maxOverRounds,
  mutate,
  openRaceDatabase,
  type RaceDatabase,
  times,
} from "../ledger/race.fixture.ts";
import { createShop, removeUnusedPictures, saveDraft, saveHomeDraft } from "./actions.ts";
import { pictureCleanupJob } from "./jobs.ts";
import { insertPicture } from "./store/pictures.ts";
import { createTestDraft, testDraftDeps } from "./testing.ts";

let race: RaceDatabase;
beforeAll(async () => {
  race = await openRaceDatabase();
});
afterAll(() => race.close());

const DAY_MS = 86_400_000;
let made = 0;

/** Stores a picture that was made `ageDays` ago and returns its id. */
async function pictureOf(ageDays: number): Promise<string> {
  const { context, db } = race;
  const pictureId = context.ids.next();
  const now = new Date(context.clock.now().getTime() - ageDays * DAY_MS);
  const sizes = [{ width: 192, format: "webp", content: Buffer.from("a") }] as const;
  const picture = {
    pictureId,
    alt: "一杯咖啡",
    madeBy: context.ids.next(),
    now,
    widths: [192],
    sizes,
  };
  await transaction(db, (tx) => insertPicture(tx, picture));
  return pictureId;
}

const isStored = async (pictureId: string): Promise<boolean> => {
  const { rows } = await race.db.$client.query("SELECT FROM picture WHERE picture_id = $1", [
    pictureId,
  ]);
  return rows.length > 0;
};

async function draftWith(pictureId: string | undefined) {
  const { context, db } = race;
  const benefitId = `picture-${++made}`;
  const operatorId = context.ids.next();
  const { sinceVersion, draft } = await createTestDraft(context, db, { benefitId, operatorId });
  const body = pictureId === undefined ? draft : { ...draft, pictureId };
  return { benefitId, sinceVersion, operatorId, draft: body };
}
const save = (db: Db, draft: Awaited<ReturnType<typeof draftWith>>) =>
  saveDraft(race.context, db, testDraftDeps, draft);
test("a picture is removed a week after it was made, unless something names it", async () => {
  const [fresh, used, unused] = [await pictureOf(6), await pictureOf(30), await pictureOf(8)];
  await save(race.db, await draftWith(used));
  const inDetail = await pictureOf(30);
  const detailed = await draftWith(undefined);
  const detail = [{ kind: "picture", pictureId: inDetail } as const];
  await save(race.db, { ...detailed, draft: { ...detailed.draft, detail } });
  const brand = await pictureOf(30);
  await race.db.$client.query("UPDATE brand SET picture_id = $1 WHERE code = 'brand-1'", [brand]);
  await pictureCleanupJob(race.context, race.db).run();
  expect(await isStored(unused)).toBe(false);
  expect(await Promise.all([fresh, used, brand, inDetail].map(isStored))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

const REMOVERS = 8;

/**
 * Saves 56 drafts, each with a picture of its own, while 8 clean-ups take the pictures away one by
 * one; returns how many stored drafts name a removed picture.
 */
async function broken(db: Db): Promise<number> {
  const drafts = [];
  for (let n = 0; n < CONNECTIONS - REMOVERS; n++) drafts.push(await draftWith(await pictureOf(8)));
  await connectAll(db);
  let isOver = false;
  const before = race.context.clock.now();
  const removing = times(REMOVERS, async () => {
    while (!isOver) await removeUnusedPictures(db, { before, limit: 1 });
  });
  const saves = drafts.map((draft) =>
    save(db, draft).then(
      () => draft.draft.pictureId ?? "",
      () => undefined,
    ),
  );
  const saved = await Promise.all(saves);
  isOver = true;
  await Promise.all(removing);
  const stored = await Promise.all(saved.flatMap((id) => (id === undefined ? [] : isStored(id))));
  return stored.filter((is) => !is).length;
}

test("a draft saved while pictures are cleaned up never names a removed one", async () => {
  expect(await broken(race.db)).toBe(0);
});

test.runIf(isSlowTier)("without the lock of a save, drafts lose their picture", async () => {
  const right = race;
  race = await openRaceDatabase();
  try {
    await mutate(race.owner, [
      { module: "catalog", file: "pictures.sql", from: "FOR KEY SHARE", to: "" },
    ]);
    expect(await maxOverRounds(0, () => broken(race.db))).toBeGreaterThan(0);
  } finally {
    await race.close();
    race = right;
  }
});

/** Returns how many of 64 operators had the first draft of a new shop's home page stored. */
async function firstSaves(db: Db): Promise<number> {
  const shop = createShop(race.context, db, () => undefined);
  const deps = { shop, namesOf: testDraftDeps.namesOf, cities: [] };
  await race.owner.query("UPDATE home_draft SET version = 0, is_open = false");
  await connectAll(db);
  const outcomes = await Promise.allSettled(
    times(CONNECTIONS, () => {
      const operatorId = race.context.ids.next();
      return saveHomeDraft(deps, db, { sinceVersion: 0, blocks: [], operatorId });
    }),
  );
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

test("the first draft of the home page is stored once when 64 operators save at once", async () => {
  expect(await firstSaves(race.db)).toBe(1);
});

test.runIf(isSlowTier)("without its version it would be stored more often", async () => {
  const { context, appUrl } = race;
  const mutant = {
    from: /WHERE version = (\$\d+) RETURNING/,
    to: "WHERE version >= $1::int RETURNING",
  };
  const { db, used } = openMutantDatabase({ url: appUrl, log: context.log, size: CONNECTIONS }, [
    mutant,
  ]);
  expect(await maxOverRounds(1, () => firstSaves(db))).toBeGreaterThan(1);
  expect(used()).toBeGreaterThan(0);
  await closeDatabase(db);
});
