/**
 * Promise 2 over HTTP: any number of parallel calls on 64 connections redeem each code once; a
 * mutant proves that the test can fail.
 */
import { readFileSync } from "node:fs";
import { grantCodes } from "@yunjing/server/domain/exchange/actions";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import {
  findOrCreateMemberByPhone,
  openSession,
  signToken,
} from "@yunjing/server/domain/members/actions";
import { closeDatabase } from "@yunjing/server/platform/database/pool";
import { type FreshDatabase, freshDatabase } from "@yunjing/server/platform/database/testing";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { isSlowTier, repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compose } from "../faults/composed.fixture.ts";
import { call, type Outcome } from "../faults/caller.fixture.ts";

const CONNECTIONS = 64;
/** How many codes are raced for, and how many racers each has. */
const CODES = repeatCount({ suite: 3, slow: 100 });
const RACERS = 100;
/**
 * An unreachable origin: this race calls no partner, since points are granted by the database
 * alone.
 */
const CLOSED_PORT_ORIGIN = "http://127.0.0.1:9";

let database: FreshDatabase;
let composed: Awaited<ReturnType<typeof compose>>;
let origin: string;

beforeEach(async () => {
  database = await freshDatabase();
  composed = await compose({
    DATABASE_URL: database.appUrl,
    SANDBOX_ORIGIN: CLOSED_PORT_ORIGIN,
    LOG_LEVEL: "silent",
    APP_SECRET: "a root secret that is long enough for this race",
  });
  origin = await composed.app.server.listen({ port: 0, host: "127.0.0.1" });
}, 60_000);
afterEach(async () => {
  await composed.app.server.close();
  await closeDatabase(composed.db);
  await database.drop();
});

/** Creates a member with this phone and logs in. */
async function member(phone: string): Promise<{ memberId: string; token: string }> {
  const { context, db } = composed;
  return transaction(db, async (tx) => {
    const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
    const { sessionId } = await openSession(context, tx, { memberId, device: "race" });
    const claims = { memberId, sessionId, sessionVersion: 1, roles: [], permissions: [] };
    const { token } = await signToken(context, "member", claims);
    return { memberId, token };
  });
}

/** Runs all attempts, 64 at a time. */
async function race<T>(attempts: readonly (() => Promise<Outcome<T>>)[]): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  let next = 0;
  const runner = async () => {
    for (let at = next++; at < attempts.length; at = next++) {
      const attempt = attempts[at];
      if (attempt) outcomes[at] = await attempt();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runner));
  return outcomes;
}

function tally(outcomes: readonly Outcome<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = outcome.kind === "refused" ? outcome.code : outcome.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

async function makeCodes(count: number): Promise<string[]> {
  const { context, db } = composed;
  const { memberId: makerId } = await member("13600000001");
  const { memberId: checkerId } = await member("13600000002");
  return grantCodes(context, db, { target: "points-500", count, makerId, checkerId });
}

async function raceToOpen(codes: readonly string[], tries: number) {
  const outcomes = await race(
    codes.flatMap((code) =>
      times(
        tries,
        () => () => call<{ session: string }>(origin, "/exchange/sessions", { body: { code } }),
      ),
    ),
  );
  const sessions = outcomes.flatMap((outcome) =>
    outcome.kind === "done" ? outcome.data.session : [],
  );
  return { counts: tally(outcomes), sessions };
}

async function raceToRedeem(sessions: readonly string[], tries: number, tokens: readonly string[]) {
  return tally(
    await race(
      sessions.flatMap((session, place) =>
        times(tries, (n) => () => {
          const token = tokens[place % tokens.length];
          const path = `/exchange/sessions/${session}/redeem`;
          return call(origin, path, { body: {}, token, key: `${session}:${n}` });
        }),
      ),
    ),
  );
}

test(`of ${RACERS} sessions on each of ${CODES} codes one gets the lease, and of ${RACERS} redemptions on it one succeeds`, async () => {
  const codes = await makeCodes(CODES);
  const members = await Promise.all(times(10, (n) => member(`1350000000${n}`)));
  const { counts, sessions } = await raceToOpen(codes, RACERS);
  expect(counts).toEqual({ done: CODES, CODE_BUSY: CODES * (RACERS - 1) });

  const redeemed = await raceToRedeem(
    sessions,
    RACERS,
    members.map(({ token }) => token),
  );
  expect(redeemed).toEqual({ done: CODES, SESSION_OVER: CODES * (RACERS - 1) });

  const { isSound, txns } = await trialBalance(composed.db);
  expect({ isSound, txns }).toEqual({ isSound: true, txns: { code_redeem: CODES } });
}, 240_000);

test.runIf(isSlowTier)(
  "without the guard in the redemption, the same race redeems codes twice",
  async () => {
    const file = "../../server/src/domain/exchange/functions/redeem.sql";
    const text = readFileSync(new URL(file, import.meta.url), "utf8");
    const guard = "AND state = 'LOCKED' AND session_id = v_session AND lock_until > v_now";
    expect(text).toContain(guard);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(text.replace(guard, ""));
    await owner.end();

    const { token } = await member("13500000001");
    const { sessions } = await raceToOpen(await makeCodes(10), 1);
    const { done = 0 } = await raceToRedeem(sessions, CONNECTIONS, [token]);
    // Ten codes were redeemed more than ten times, so the check above would have failed.
    expect(done).toBeGreaterThan(10);
  },
  120_000,
);
