/**
 * Tests requests concurrent with a merge: each succeeds before it or is refused, and nothing stays
 * in the merged account.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { transaction } from "../../platform/database/transaction.ts";
import { balancesOf, trialBalance } from "../ledger/actions.ts";
import { CONNECTIONS, times } from "../ledger/race.fixture.ts";
import { findOrCreateMemberByPhone, findOrCreateMemberByWechat } from "../members/actions.ts";
import { codeOf, openShop, type ShopEnv } from "../orders/shop.fixture.ts";
import { mergeMembers } from "./actions.ts";
import { type Kind, type Request, requestsOf } from "./requests.fixture.ts";

let shop: ShopEnv;
let kinds: Readonly<Record<string, Kind>>;
beforeAll(async () => {
  shop = await openShop(CONNECTIONS, { ordersUnpaidMax: 1_000 });
  await shop.offer({ id: "card", delivery: "card" });
  const staff = { makerId: await shop.member(90_001), checkerId: await shop.member(90_002) };
  kinds = requestsOf(shop, { staff, template: await shop.template() });
}, 60_000);
afterAll(() => shop.close());

let made = 0;
/** Creates two accounts of one person: by WeChat, and by phone. */
async function pair() {
  const { context, db } = shop;
  const n = ++made;
  return transaction(db, async (tx) => {
    const identity = { appId: "wx", openid: `o${n}`, unionid: undefined };
    const { memberId: from } = await findOrCreateMemberByWechat(context, tx, identity);
    const phone = await findOrCreateMemberByPhone(context, tx, `136${String(n).padStart(8, "0")}`);
    return { from, into: phone.memberId };
  });
}
type Pair = Awaited<ReturnType<typeof pair>>;

/** Counts how often each outcome occurs. */
const countOutcomes = (outcomes: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

const WAITING =
  "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

/** Resolves when each promise is settled or waits for a lock in the database. */
async function allWaitOrSettle(sent: readonly Promise<unknown>[]): Promise<void> {
  let settled = 0;
  for (const each of sent)
    each.then(
      () => settled++,
      () => settled++,
    );
  const isReady = async () => settled + (await shop.ask<number>(WAITING)) >= sent.length;
  while (!(await isReady())) await new Promise((done) => setTimeout(done, 5));
}

/** Sends the requests when the merge has done everything but its commit. Returns their outcomes. */
async function sendDuringMerge(both: Pair, requests: readonly Request[]): Promise<string[]> {
  const { context, db } = shop;
  const outcomes: Promise<string>[] = [];
  await transaction(db, async (tx) => {
    await mergeMembers(context, tx, both);
    for (const request of requests) outcomes.push(codeOf(request(both.from)));
    await allWaitOrSettle(outcomes);
  });
  return Promise.all(outcomes);
}

const written = (kind: Kind, memberId: string) => shop.ask<number>(kind.written, [memberId]);

const KINDS = [
  "a redemption",
  "an order",
  "a sign-in",
  "a top-up",
  "a claim of a coupon",
  "an address",
  "a favourite",
  "a favourite store",
  "a claim of an order by receipt",
  "a link to a second WeChat",
];
/** One connection is used by the merge, and one queries the waiting locks. */
const REQUESTS = CONNECTIONS - 2;

const kindOf = (name: string): Kind => {
  const kind = kinds[name];
  if (!kind) throw new Error(`unknown kind of request: ${name}`);
  return kind;
};

describe("requests at the commit of a merge", () => {
  test.each(KINDS)("are refused, and the same requests work after the merge: %s", async (name) => {
    const kind = kindOf(name);
    const both = await pair();
    const requests = await kind.prepare(both.from, REQUESTS);
    const outcomes = await sendDuringMerge(both, requests);
    expect(countOutcomes(outcomes)).toEqual({ ACCOUNT_MERGED: REQUESTS });
    expect(await written(kind, both.from)).toBe(0);

    const again = await Promise.all(requests.map((request) => codeOf(request(both.into))));
    expect(again).toContain("done");
    expect(await written(kind, both.into)).toBeGreaterThan(0);
    expect(await written(kind, both.from)).toBe(0);
  });
});

/**
 * Runs a merge and seven requests concurrently for each of eight pairs; a refused request is sent
 * again after the merge.
 */
async function raceOf(kind: Kind) {
  const { context, db } = shop;
  const races = times(CONNECTIONS / 8, async () => {
    const both = await pair();
    const requests = await kind.prepare(both.from, 7);
    return { both, requests };
  });
  const started = (await Promise.all(races)).map(async ({ both, requests }, n) => {
    const merge = () => codeOf(transaction(db, (tx) => mergeMembers(context, tx, both)));
    const send = async (request: Request) => {
      const outcome = await codeOf(request(both.from));
      return outcome === "ACCOUNT_MERGED" ? codeOf(request(both.into)) : outcome;
    };
    // The merge is sent at a different position in each round, so that some requests come before it
    // and some after.
    const before = requests.slice(0, n % 8).map(send);
    const merged = merge();
    const outcomes = await Promise.all([...before, ...requests.slice(n % 8).map(send)]);
    return { both, outcomes, merged: await merged };
  });
  return Promise.all(started);
}

/** Orders and coupons that only the merged account would see. */
const LEFT_BEHIND = `
  SELECT (SELECT count(*) FROM orders o WHERE o.member_id = $1 AND NOT EXISTS (
            SELECT FROM claimed_order c WHERE c.member_id = $2 AND c.order_id = o.id))::int
       + (SELECT count(*) FROM claimed_order o WHERE o.member_id = $1 AND NOT EXISTS (
            SELECT FROM claimed_order c WHERE c.member_id = $2 AND c.order_id = o.order_id))::int
       + (SELECT count(*) FROM member_coupon WHERE member_id = $1 AND state IN ('AVAILABLE', 'LOCKED'))::int`;

/** The expected state of a pair after seven requests, by kind: nothing lost, nothing duplicated. */
const EXPECTED: Readonly<Record<string, (into: string) => Promise<void>>> = {
  "a redemption": async (into) =>
    expect(await balancesOf(shop.db, into)).toMatchObject({ available: 7 * 500 }),
  "a sign-in": async (into) => {
    const given = "SELECT sum(points)::int FROM points_sign WHERE member_id = $1";
    const own = await shop.ask<number | null>(given, [into]);
    const [before] = (
      await shop.db.$client.query<{ points: number }>(
        `SELECT coalesce(sum(s.points), 0)::int AS points FROM points_sign s
         WHERE s.member_id = ANY (SELECT unnest(merged_from) FROM member WHERE member_id = $1)`,
        [into],
      )
    ).rows;
    const { available } = await balancesOf(shop.db, into);
    expect(available).toBe((own ?? 0) + (before?.points ?? 0));
  },
  "a claim of a coupon": async (into) =>
    expect(
      await shop.ask<number>(
        "SELECT count(*)::int FROM member_coupon WHERE member_id = $1 AND state = 'AVAILABLE'",
        [into],
      ),
    ).toBe(7),
  "a claim of an order by receipt": async (into) =>
    expect(
      await shop.ask<number>("SELECT count(*)::int FROM claimed_order WHERE member_id = $1", [
        into,
      ]),
    ).toBe(7),
};

describe("a merge and concurrent requests", () => {
  test.each(Object.keys(EXPECTED))("lose nothing and duplicate nothing: %s", async (name) => {
    for (const { both, outcomes, merged } of await raceOf(kindOf(name))) {
      expect(merged).toBe("done");
      expect(countOutcomes(outcomes)).toEqual({ done: 7 });
      await EXPECTED[name]?.(both.into);
      const left = Object.entries(await balancesOf(shop.db, both.from));
      expect(left.filter(([, amount]) => amount !== 0)).toEqual([]);
      expect(await shop.ask<number>(LEFT_BEHIND, [both.from, both.into])).toBe(0);
    }
    expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  });

  test("for an order and a top-up either come first and block the merge, or come after it", async () => {
    for (const name of ["an order", "a top-up"]) {
      const kind = kindOf(name);
      for (const { both, outcomes, merged } of await raceOf(kind)) {
        expect(["done", "MERGE_BLOCKED"]).toContain(merged);
        expect(countOutcomes(outcomes)).toEqual({ done: 7 });
        const isMerged = merged === "done";
        expect(await written(kind, both.from)).toBe(isMerged ? 0 : 7);
        expect(await written(kind, both.into)).toBe(isMerged ? 7 : 0);
      }
    }
  });
});

describe("a request would stay in the merged account", () => {
  const file = new URL("../members/functions/refuse-merged.sql", import.meta.url);
  const text = readFileSync(file, "utf8");
  const mutants = {
    "were it not refused": ["SELECT merged_into, status INTO", "SELECT NULL, NULL INTO"],
    "did it not wait for the merge": [" FOR KEY SHARE", ""],
  } as const;

  test.each(Object.entries(mutants))("%s", async (_, [from, to]) => {
    expect(text).toContain(from);
    await shop.asOwner(text.replace(from, to));
    for (const name of KINDS) {
      const kind = kindOf(name);
      const both = await pair();
      const requests = await kind.prepare(both.from, 3);
      expect(await sendDuringMerge(both, requests), name).toContain("done");
      expect(await written(kind, both.from), name).toBeGreaterThan(0);
    }
    await shop.asOwner(text);
  });
});
