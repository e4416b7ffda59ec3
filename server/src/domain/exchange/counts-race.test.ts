/**
 * The counts of a batch equal its codes, while 64 connections redeem, operators change many codes at
 * once and several jobs add up the entries; without a guard they do not.
 */
import { afterEach, expect, test, vi } from "vitest";
import type { Mutant } from "../../platform/database/mutant.fixture.ts";
import { openSession } from "./actions/open.ts";
import { redeemCode } from "./actions/redeem.ts";
import { grantCodes } from "./batches/grant.ts";
import { findBatch } from "./batches/store.ts";
import { extendBatch, moveCodes } from "./batches/store/change.ts";
import { foldCounts, recountCodes } from "./store/counts.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

const CONNECTIONS = 64;
/** Codes that are redeemed, and later ones of the same batch that operators freeze and resume. */
const CODES = 60;
const OTHERS = 10;
const DAY_MS = 86_400_000;
let testEnv: ExchangeTestEnv;
afterEach(() => testEnv.close());

const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

/** How many states of a batch have another count than codes, in one snapshot. */
const wrongCounts = () =>
  count(
    testEnv.db,
    `SELECT count(*) FROM (
       SELECT batch_id, CASE WHEN state = 'LOCKED' THEN 'ACTIVE' ELSE state END AS state,
              CASE WHEN state IN ('ACTIVE', 'LOCKED') THEN valid_until ELSE 'infinity' END AS valid_until,
              count(*) AS codes, sum(uses) AS uses FROM code GROUP BY 1, 2, 3) c
     FULL JOIN (SELECT batch_id, state, valid_until, sum(codes) AS codes, sum(uses) AS uses
                FROM code_count GROUP BY 1, 2, 3 HAVING sum(codes) <> 0 OR sum(uses) <> 0) n
       USING (batch_id, state, valid_until)
     WHERE c.codes IS DISTINCT FROM n.codes OR c.uses IS DISTINCT FROM n.uses`,
  );

const recountOnce = () =>
  testEnv.db.transaction((tx) => recountCodes(tx, testEnv.context.ids.next()));

/** Redeems every code, each on a session of its own. */
async function redeemAll(codes: readonly string[]): Promise<void> {
  const { context, db } = testEnv;
  const members = await Promise.all(times(codes.length, (n) => testEnv.member(100 + n)));
  await Promise.all(
    codes.map(async (code, n) => {
      const memberId = members[n] ?? "";
      const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
      const { session } = await openSession(context, db, caller);
      await redeemCode(context, db, { input: { session }, memberId, key: `${session}:1` });
    }),
  );
}

async function batchIds(): Promise<string[]> {
  const { rows } = await testEnv.db.$client.query<{ id: string }>(
    "SELECT batch_id AS id FROM code_batch WHERE state = 'active' ORDER BY count, batch_id",
  );
  return rows.map(({ id }) => id);
}

async function countsStayRight(mutants: readonly Mutant[]): Promise<void> {
  testEnv = await createExchangeTestEnv({}, CONNECTIONS, mutants);
  const { context, db, makerId, checkerId } = testEnv;
  const codes = await grantCodes(context, db, {
    target: "points-500",
    makerId,
    checkerId,
    count: CODES + OTHERS,
  });
  const known = await batchIds();
  const seen: number[] = [];
  const work = redeemAll(codes.slice(0, CODES));
  let isDone = false;
  const fold = async () => {
    while (!isDone) {
      await foldCounts(db);
      seen.push(await wrongCounts());
    }
  };
  // Finds nothing: codes and counts are of one moment.
  const recount = async () => {
    while (!isDone) seen.push(await recountOnce());
  };
  const range = { from: CODES + 1, to: CODES + OTHERS };
  const change = async () => {
    for (let days = 1; !isDone; days++) {
      for (const batchId of known) {
        await db.transaction((tx) => moveCodes(tx, batchId, range, "freeze"));
        await db.transaction((tx) => moveCodes(tx, batchId, range, "resume"));
        const until = context.clock.now().getTime() + (400 + days) * DAY_MS;
        await db.transaction((tx) => extendBatch(tx, batchId, until));
      }
    }
  };
  const ends = work.finally(() => (isDone = true));
  // All end before the first failure is thrown, so that none runs on a closed pool.
  const ended = await Promise.allSettled([ends, fold(), fold(), fold(), recount(), change()]);
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  seen.push(await wrongCounts());
  await foldCounts(db);
  seen.push(await wrongCounts());
  expect([...new Set(seen)]).toEqual([0]);
  const batches = await Promise.all(known.map((batchId) => findBatch(db, batchId)));
  const sum = (of: "made" | "redeemed") =>
    batches.reduce((all, batch) => all + (batch?.[of] ?? 0), 0);
  expect(sum("redeemed")).toBe(
    await count(db, "SELECT count(*) FROM code WHERE state = 'REDEEMED'"),
  );
  expect(sum("redeemed")).toBe(CODES);
  expect(sum("made")).toBe(await count(db, "SELECT count(*) FROM code"));
}

test("the counts of a batch equal its codes in every snapshot", () => countsStayRight([]), 120_000);

test("entries count twice when the jobs read them without removing them", async () => {
  // The pause lets the jobs overlap on any machine.
  const fromTable =
    "FROM (SELECT c.* FROM code_count c, pg_sleep(0.02) WHERE entry_id <> batch_id) gone\n      GROUP";
  await expect(countsStayRight([{ from: /FROM gone\s+GROUP/, to: fromTable }])).rejects.toThrow(
    "to deeply equal",
  );
}, 120_000);

/** Extends a batch while a code of it is being frozen; returns how many codes keep the earlier end. */
async function leftByExtension(mutants: readonly Mutant[]): Promise<number> {
  testEnv = await createExchangeTestEnv({}, 8, mutants);
  const { context, db, makerId, checkerId } = testEnv;
  await grantCodes(context, db, { target: "points-500", makerId, checkerId, count: OTHERS });
  const [batchId = ""] = await batchIds();
  const until = context.clock.now().getTime() + 500 * DAY_MS;
  const freezing = await db.$client.connect();
  await freezing.query("BEGIN");
  await freezing.query("UPDATE code SET state = 'FROZEN' WHERE batch_id = $1 AND serial = 1", [
    batchId,
  ]);
  const extension = db.transaction((tx) => extendBatch(tx, batchId, until));
  const waiting = `SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(await count(db, waiting)).toBeGreaterThan(0), 10_000);
  await freezing.query("COMMIT");
  freezing.release();
  await extension;
  return count(
    db,
    `SELECT count(*) FROM code WHERE batch_id = '${batchId}' AND valid_until < to_timestamp(${until / 1000})`,
  );
}

test("a code that is frozen while its batch is extended gets the later end", async () => {
  expect(await leftByExtension([])).toBe(0);
});

test("it keeps the earlier end without a second look at the other states", async () => {
  const mutants = [
    { from: "AS end FROM code WHERE", to: "AS end FROM code WHERE state = 'ACTIVE' AND" },
  ];
  expect(await leftByExtension(mutants)).toBe(1);
});

/** Changes codes as a build before the counts does, and recounts four times at once. */
async function recountAfterFormerBuild(mutants: readonly Mutant[]) {
  testEnv = await createExchangeTestEnv({}, 8, mutants);
  const { context, db, makerId, checkerId } = testEnv;
  await grantCodes(context, db, { target: "points-500", makerId, checkerId, count: 10 });
  await testEnv.asOwner("UPDATE code SET state = 'FROZEN' WHERE state = 'ACTIVE'");
  const wrong = await wrongCounts();
  const corrected = await Promise.all(times(4, recountOnce));
  return {
    wrong,
    corrected: corrected.reduce((sum, one) => sum + one, 0),
    left: await wrongCounts(),
  };
}

test("a recount corrects what a former build did not count, once", async () => {
  const { wrong, corrected, left } = await recountAfterFormerBuild([]);
  expect(wrong).toBeGreaterThan(0);
  expect({ corrected, left }).toEqual({ corrected: wrong, left: 0 });
});

test("recounts at once correct it several times without their lock", async () => {
  const mutants = [
    { from: /SELECT pg_advisory_xact_lock\(\$1\)/, to: "SELECT $1::bigint, pg_sleep(0.2)" },
    { from: "FROM difference WHERE", to: "FROM difference, pg_sleep(0.2) WHERE" },
  ];
  expect((await recountAfterFormerBuild(mutants)).left).toBeGreaterThan(0);
});
