/**
 * Lots and ledger agree with each other and with the simple model on every outcome, for any steps
 * at any time.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseError, raisedRefusal } from "../../platform/database/failure.ts";
import { closeDatabase, type Db, runPrepared, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { uuidFromName } from "../ledger/scenario.fixture.ts";
import { pointsOf } from "./actions.ts";
import { DAY_MS, SimpleLots } from "./simple-lots.fixture.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const RUNS = repeatCount({ suite: 24, slow: 1000 });
const STEPS_MAX = 24;
const log = testContext().log;

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const points = fc.integer({ min: 1, max: 30 });
const days = fc.integer({ min: 1, max: 8 });
const name = (prefix: string, many: number) => fc.nat(many - 1).map((n) => `${prefix}${n}`);
const often = <T>(arbitrary: fc.Arbitrary<T>, weight: number) => ({ arbitrary, weight });
const step = fc.oneof(
  often(
    fc.record({
      verb: fc.constant("grant"),
      points: fc.integer({ min: 15, max: 90 }),
      days: fc.integer({ min: 1, max: 4 }),
    }),
    4,
  ),
  often(fc.record({ verb: fc.constant("hold"), hold: name("h", 4), points, days }), 4),
  often(fc.record({ verb: fc.constant("wait"), days }), 2),
  often(fc.record({ verb: fc.constant("wait"), days: fc.constant(0.1) }), 1),
  often(fc.record({ verb: fc.constant("earn"), order: name("o", 3), points, days }), 1),
  often(fc.record({ verb: fc.constant("sign in"), days }), 2),
  often(
    fc.record({ verb: fc.constant("clawback"), order: name("o", 3), retainedFen: fc.nat(2_500) }),
    1,
  ),
  often(fc.record({ verb: fc.constant("confirm"), hold: name("h", 4) }), 2),
  often(fc.record({ verb: fc.constant("void"), hold: name("h", 4) }), 2),
  often(
    fc.record({ verb: fc.constant("return"), ref: name("r", 9), hold: name("h", 4), points }),
    1,
  ),
  often(fc.record({ verb: fc.constant("expire") }), 1),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type PointsRun = {
  readonly context: ReturnType<typeof testContext>;
  readonly memberId: string;
  readonly simple: SimpleLots;
};

async function called(text: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await db.$client.query<{ answer: unknown }>(`SELECT ${text} AS answer`, [
    ...values,
  ]);
  const answer = rows[0]?.answer;
  if (answer !== null && typeof answer === "object") {
    return ["cancelled", "taken", "debt"].map((key) => Reflect.get(answer, key)).join(" ");
  }
  return String(answer);
}

/**
 * Returns the simple model's outcome, and the call for the real functions; times differ by the
 * step, so that lots are ordered.
 */
function callFor(run: PointsRun, step: Step, n: number): [string, string, readonly unknown[]] {
  const { context, memberId, simple } = run;
  const now = context.clock.now();
  const later = (ms: number) => new Date(now.getTime() + ms);
  const holdId = "hold" in step ? uuidFromName(memberId + step.hold) : "";
  const orderId = "order" in step ? uuidFromName(memberId + step.order) : "";
  const id = (what: string) => uuidFromName(`${memberId}${n}${what}`);
  switch (step.verb) {
    case "grant":
      return [
        simple.grant(step.points, step.days + n / 1_000),
        `points_grant($1, $2, $5, $6,
           ROW($3, 'code_redeem', $4, '\\x00', 'system', NULL, '')::ledger_posting, $7)`,
        [
          memberId,
          id("lot"),
          id("txn"),
          `g${n}`,
          step.points,
          later((step.days + n / 1_000) * DAY_MS),
          now,
        ],
      ];
    case "earn": {
      // The same content for the same order; otherwise its ref would be used for different content.
      const cashFen = step.order.charCodeAt(1) * 40;
      const [activeAt, end] = [
        later(step.days * DAY_MS),
        later((step.days * 2 + n / 999) * DAY_MS),
      ];
      return [
        simple.earn(step.order, cashFen, activeAt.getTime(), end.getTime()),
        "points_earn($1, ROW($2, $3, $4, $5, 100, '', '')::points_earning, $6, $7, $8)",
        [memberId, id("lot"), id("txn"), orderId, cashFen, activeAt, end, now],
      ];
    }
    case "sign in": {
      const end = later((step.days + n / 997) * DAY_MS);
      return [
        simple.signIn(end.getTime()),
        "points_sign_in($1, $2, $3, $4, '', $5)",
        [memberId, id("lot"), id("txn"), end, now],
      ];
    }
    case "clawback":
      return [
        simple.clawback(step.order, step.retainedFen),
        "points_clawback($1, $2, $3, $4, 'system', '', $5)",
        [memberId, `c${n}`, orderId, step.retainedFen, now],
      ];
    case "hold":
      return [
        simple.hold(step.hold, step.points, step.days * DAY_MS + n),
        "points_hold($1, $2, NULL, $3, $4, 'system', '', $5)",
        [memberId, holdId, step.points, later(step.days * DAY_MS + n), now],
      ];
    case "confirm":
      return [
        simple.confirm(step.hold),
        `points_confirm($1, $2, $3, (SELECT jsonb_build_array(jsonb_build_object(
           'credit', 'points_spent', 'amount', points)) FROM points_hold WHERE member_id = $1 AND id = $3),
           'system', '', $4)`,
        [memberId, id("txn"), holdId, now],
      ];
    case "void":
      return [
        simple.void(step.hold),
        "points_void($1, $2, $3, 'system', $4)",
        [memberId, id("txn"), holdId, now],
      ];
    case "return":
      return [
        simple.return(step.ref, step.hold, step.points),
        "points_return($1, $2, $3, $4, 'system', '', $5)",
        [memberId, step.ref, holdId, step.points, now],
      ];
    case "expire":
      return [simple.expire(), "points_expire($1, '', $2)", [memberId, now]];
    case "wait":
      simple.wait(step.days * DAY_MS);
      context.clock.advance(step.days * DAY_MS);
      return ["waited", "$1::text", ["waited"]];
  }
}

const outcomeOfError = (error: unknown): string => {
  const refusal = raisedRefusal(error);
  return refusal
    ? [refusal.code, ...Object.values(refusal.data ?? {})].join(" ")
    : (databaseError(error)?.code ?? String(error));
};

/** Differences between lots, holds and ledger: all zero when they agree. */
const OUT_OF_STEP = `
  WITH part AS (
    SELECT h.id, h.state, h.points, h.returned, l.state AS leased, sum(t.taken - t.back) AS out
    FROM points_hold h JOIN ledger_hold l ON l.member_id = h.member_id AND l.id = h.id
    JOIN points_hold_lot t ON t.member_id = h.member_id AND t.hold_id = h.id
    WHERE h.member_id = $1 GROUP BY 1, 2, 3, 4, 5
  ), sums AS (
    SELECT coalesce(sum(remaining) FILTER (WHERE state = 'ACTIVE'), 0) AS active,
           coalesce(sum(remaining) FILTER (WHERE state = 'PENDING'), 0) AS pending,
           count(*) FILTER (WHERE remaining > 0 AND state NOT IN ('ACTIVE', 'PENDING')) AS stray
    FROM points_lot WHERE member_id = $1
  ), account AS (
    SELECT coalesce(sum(balance) FILTER (WHERE purpose = 'available'), 0) AS available,
           coalesce(sum(balance) FILTER (WHERE purpose = 'pending'), 0) AS pending,
           coalesce(sum(balance) FILTER (WHERE purpose = 'held'), 0) AS held
    FROM ledger_account WHERE member_id = $1 AND asset = 'PTS'
  ), ended AS (
    SELECT expires_at AS ends_at, sum(CASE state WHEN 'ACTIVE' THEN remaining ELSE 0 END) AS points,
           sum(CASE WHEN state = 'CANCELLED' OR source_kind = 'grace' THEN 0 ELSE amount - clawed END) AS received
    FROM points_lot WHERE member_id = $1 AND state <> 'PENDING' GROUP BY 1
  )
  SELECT (SELECT count(*) FROM ended e FULL JOIN (SELECT * FROM points_sum WHERE member_id = $1) s USING (ends_at)
          WHERE coalesce(e.points, 0) <> coalesce(s.points, 0)
            OR coalesce(e.received, 0) <> coalesce(s.received, 0)) AS "wrongSums",
         account.available - sums.active
           - (SELECT coalesce(sum(out), 0) FROM part WHERE state = 'open' AND leased = 'voided') AS available,
         account.pending - sums.pending AS pending,
         account.held - (SELECT coalesce(sum(out), 0) FROM part WHERE state = 'open' AND leased = 'open') AS held,
         sums.stray,
         (SELECT count(*) FROM part WHERE out <> CASE state WHEN 'open' THEN points
            WHEN 'confirmed' THEN points - returned ELSE 0 END) AS holds
  FROM account, sums`;
const IN_STEP = { available: "0", pending: "0", held: "0", stray: 0, holds: 0, wrongSums: 0 };

let waited = 0;
let graces = 0;
async function agree(steps: readonly Step[]): Promise<void> {
  const context = testContext();
  const memberId = uuidFromName(`member ${waited++}`);
  const run = { context, memberId, simple: new SimpleLots(context.clock.now().getTime()) };
  for (const [n, step] of steps.entries()) {
    const [expected, text, values] = callFor(run, step, n);
    expect([step, await called(text, values).catch(outcomeOfError)]).toEqual([step, expected]);
    const { available, pending, debt } = await pointsOf(db, memberId, context.clock.now());
    expect({ step, available, pending, debt }).toEqual({ step, ...run.simple.view });
    // A prepared statement, since it runs after each of several thousand steps.
    const [found] = await runPrepared<object>(db, { name: "out_of_step", text: OUT_OF_STEP }, [
      memberId,
    ]);
    expect({ step, ...found }).toEqual({ step, ...IN_STEP });
  }
  const { rows } = await db.$client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM points_lot WHERE member_id = $1 AND source_kind = 'grace'",
    [memberId],
  );
  graces += rows[0]?.n ?? 0;
}

/** Number of members simulated concurrently: they share nothing, and the test is faster. */
const SIDE_BY_SIDE = 8;

/** Points return after their lot has ended, as a lot of grace; few random histories reach it. */
const GRACE: readonly Step[] = [
  { verb: "grant", points: 30, days: 1 },
  { verb: "hold", hold: "h0", points: 20, days: 8 },
  { verb: "wait", days: 2 },
  { verb: "void", hold: "h0" },
];

test(`${RUNS} random histories of a member's points`, {
  timeout: 60_000 + RUNS * 1_000,
}, async () => {
  const steps = fc.array(step, { minLength: 8, maxLength: STEPS_MAX, size: "max" });
  const runs = fc.array(steps, { minLength: SIDE_BY_SIDE, maxLength: SIDE_BY_SIDE });
  const all = fc.asyncProperty(runs, async (each) => {
    await Promise.all(each.map(agree));
  });
  const examples: [Step[][]][] = [[Array.from({ length: SIDE_BY_SIDE }, () => [...GRACE])]];
  // A smaller example of a failure would take minutes; its seed and path are printed at once.
  const numRuns = 1 + Math.ceil(RUNS / SIDE_BY_SIDE);
  await fc.assert(all, { numRuns, examples, endOnFailure: true });
  expect(graces).toBeGreaterThanOrEqual(SIDE_BY_SIDE);
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
});
