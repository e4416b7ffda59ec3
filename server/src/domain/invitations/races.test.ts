/**
 * Tests fraud rings and races on a real database: effects happen once, and each guard is shown to
 * be necessary.
 */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { Mutant } from "../../platform/database/mutant.fixture.ts";
import { isSlowTier, repeatCount } from "../../platform/repeat-count.fixture.ts";
import { trialBalance } from "../ledger/actions.ts";
import { codeOf, handleOrderDone, settleRewards, transferBinding } from "./actions.ts";
import { foldInviteCounts, recountInvites } from "./store/counts.ts";
import { type InvitationTestEnv, createInvitationTestEnv } from "./test-env.fixture.ts";

const CONNECTIONS = 64;
const DAY_MS = 86_400_000;
const INVITERS = 50;
/** How many friends buy while the figures are added up. */
const BUYERS = 12;
const FRIENDS_EACH = repeatCount({ suite: 1, slow: 20 });
const opened: InvitationTestEnv[] = [];
afterEach(async () => {
  for (const testEnv of opened.splice(0)) await testEnv.close();
});

type Mutation = { readonly from: string; readonly to: string } | { readonly statement: string };
const rewardSql = () => readFileSync(new URL("functions/reward.sql", import.meta.url), "utf8");

/** Creates a test environment with some guards removed. */
async function mutatedTestEnv(...mutations: readonly Mutation[]): Promise<InvitationTestEnv> {
  const testEnv = await createInvitationTestEnv("1393", {}, CONNECTIONS);
  opened.push(testEnv);
  let text = rewardSql();
  for (const mutation of mutations) {
    if ("statement" in mutation) await testEnv.query(mutation.statement);
    else {
      if (!text.includes(mutation.from)) throw new Error(`no guard to remove: ${mutation.from}`);
      text = text.replace(mutation.from, mutation.to);
    }
  }
  if (mutations.length > 0) await testEnv.query(text);
  return testEnv;
}

const all = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const codeFor = ({ context, db }: InvitationTestEnv, memberId: string) =>
  codeOf(context, db, memberId);
const rewards = (testEnv: InvitationTestEnv, state: string) =>
  testEnv.query<{ amount: number; member_id: string }>(
    "SELECT amount, member_id FROM invite_reward WHERE state = $1",
    [state],
  );

describe("one order event delivered sixty-four times at once", () => {
  const notifyAll = async (testEnv: InvitationTestEnv) => {
    await testEnv.campaign();
    const { memberId } = await testEnv.friendOf(await testEnv.member());
    const orderId = await testEnv.buys(memberId, 1_000, false);
    const order = { memberId, orderId };
    await all(CONNECTIONS, () =>
      handleOrderDone(testEnv.context, testEnv.db, order).catch(() => undefined),
    );
    // Calls that waited too long for the lock were refused; the outbox delivers the event again
    // without contention.
    await handleOrderDone(testEnv.context, testEnv.db, order);
    const [frozen] = await testEnv.query<{ fen: number }>(
      "SELECT sum(balance)::bigint AS fen FROM ledger_account WHERE purpose = 'reward_frozen'",
    );
    return { rewards: (await rewards(testEnv, "FROZEN")).length, fen: frozen?.fen };
  };
  test("creates one reward and one posting", async () => {
    expect(await notifyAll(await mutatedTestEnv())).toEqual({ rewards: 1, fen: 100 });
  });
  test.runIf(isSlowTier)("creates several rewards without its guards", async () => {
    const testEnv = await mutatedTestEnv(
      { from: "IF FOUND THEN RETURN 'replay'; END IF;", to: "" },
      { statement: "ALTER TABLE invite_reward DROP CONSTRAINT invite_reward_once" },
    );
    expect((await notifyAll(testEnv)).rewards).toBeGreaterThan(1);
  });
});

/**
 * Works while so many jobs add up the entries; returns how many campaigns had wrong figures, after
 * each. All end before the first failure is thrown, so that none runs on a closed pool.
 */
async function countWhileFolding(
  testEnv: InvitationTestEnv,
  work: () => Promise<unknown>,
  jobs: number,
): Promise<number[]> {
  const seen: number[] = [];
  let isDone = false;
  const fold = async () => {
    while (!isDone) {
      await foldInviteCounts(testEnv.db);
      seen.push(await testEnv.wrongCounts());
    }
  };
  const ends = work().finally(() => (isDone = true));
  const ended = await Promise.allSettled([ends, ...Array.from({ length: jobs }, fold)]);
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return seen;
}

describe("a budget for ten with sixty-four concurrent claims", () => {
  const raceForBudget = async (testEnv: InvitationTestEnv) => {
    const campaignId = await testEnv.campaign({ budgetFen: 1_000 });
    const friends: string[] = [];
    for (let n = 0; n < CONNECTIONS; n++) {
      friends.push((await testEnv.friendOf(await testEnv.member())).memberId);
    }
    const buy = () => all(CONNECTIONS, (n) => testEnv.buys(friends[n] ?? "", 1_000));
    const seen = await countWhileFolding(testEnv, buy, 3);
    expect([...new Set([...seen, await testEnv.wrongCounts()])]).toEqual([0]);
    const [budget] = await testEnv.query<{ used_fen: number }>(
      "SELECT used_fen FROM invite_budget WHERE campaign_id = $1",
      [campaignId],
    );
    return { paid: (await rewards(testEnv, "FROZEN")).length, used: budget?.used_fen };
  };
  test("pays ten rewards", async () => {
    expect(await raceForBudget(await mutatedTestEnv())).toEqual({ paid: 10, used: 1_000 });
  });
  test.runIf(isSlowTier)("pays more rewards without its guards", async () => {
    const testEnv = await mutatedTestEnv(
      { from: "AND used_fen + p_cost <= total_fen", to: "" },
      { statement: "ALTER TABLE invite_budget DROP CONSTRAINT invite_budget_kept" },
    );
    expect((await raceForBudget(testEnv)).paid).toBeGreaterThan(10);
  });
});

test("when two inviters claim one newcomer concurrently, fifty times, one gets the binding and the reward", async () => {
  const testEnv = await mutatedTestEnv();
  await testEnv.campaign();
  const [one, other] = [await testEnv.member(), await testEnv.member()];
  const codes = [await codeFor(testEnv, one), await codeFor(testEnv, other)];
  const newcomers: string[] = [];
  for (let n = 0; n < 50; n++) newcomers.push(await testEnv.member());
  await all(100, (n) => {
    const device = `device ${n}`;
    return testEnv.bindTo(newcomers[n >> 1] ?? "", codes[n % 2], { device });
  });
  await all(50, (n) => testEnv.buys(newcomers[n] ?? "", 1_000));
  const bindings = await testEnv.query("SELECT member_id FROM invite_binding");
  expect(bindings).toHaveLength(50);
  expect(await rewards(testEnv, "FROZEN")).toHaveLength(50);
});

describe("the figures of a campaign", () => {
  /** Friends buy while jobs add up the entries; returns how many campaigns had wrong figures, each time. */
  const countWhileBuying = async (mutants: readonly Mutant[]) => {
    const testEnv = await createInvitationTestEnv("1394", {}, CONNECTIONS, mutants);
    opened.push(testEnv);
    await testEnv.campaign();
    const inviters: string[] = [];
    for (let n = 0; n < BUYERS; n++) inviters.push(await testEnv.member());
    const work = async () => {
      for (const inviter of inviters) {
        const { memberId } = await testEnv.friendOf(inviter);
        await testEnv.buys(memberId, 1_000);
      }
    };
    const seen = await countWhileFolding(testEnv, work, 4);
    await foldInviteCounts(testEnv.db);
    return [...new Set([...seen, await testEnv.wrongCounts()])];
  };

  test("equal its bindings and rewards in every snapshot", async () => {
    expect(await countWhileBuying([])).toEqual([0]);
  });

  test("count twice when the jobs read entries without removing them", async () => {
    // The pause lets the jobs overlap on any machine.
    const fromTable =
      "FROM (SELECT n.* FROM invite_count n, pg_sleep(0.02) WHERE entry_id <> campaign_id) gone GROUP";
    const wrong = await countWhileBuying([{ from: /FROM gone\s+GROUP/, to: fromTable }]);
    expect(Math.max(...wrong)).toBeGreaterThan(0);
  });

  test("are corrected by a recount when a former build bound friends without counting", async () => {
    const testEnv = await mutatedTestEnv();
    await testEnv.campaign();
    await testEnv.friendOf(await testEnv.member());
    await testEnv.query("DELETE FROM invite_count");
    expect(await testEnv.wrongCounts()).toBe(1);
    const recount = () =>
      testEnv.db.transaction((tx) => recountInvites(tx, testEnv.context.ids.next()));
    const corrected = await Promise.all([recount(), recount(), recount()]);
    expect(corrected.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await testEnv.wrongCounts()).toBe(0);
  });
});

describe("the database itself refuses", () => {
  const insertBinding = (
    id: string,
    memberId: string,
    inviterId: string,
    since: string,
    than: string,
  ) =>
    `INSERT INTO invite_binding (member_id, id, inviter_id, code, channel, state, inviter_since, member_since,
       bound_at, valid_until, actor)
     VALUES ('${memberId}', '${id}', '${inviterId}', 'abcdefgh', 'link', 'BOUND', '${since}', '${than}',
       now(), now() + interval '1 day', 'system')`;
  const [A, B, C] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
  const cases = [
    {
      what: "oneself",
      guard: "ALTER TABLE invite_binding DROP CONSTRAINT invite_binding_not_self",
      statements: [insertBinding(A ?? "", A ?? "", A ?? "", "2026-01-01", "2026-01-02")],
    },
    {
      what: "a circle of two: one of its bindings leads to an older member",
      guard: "ALTER TABLE invite_binding DROP CONSTRAINT invite_binding_older",
      statements: [
        insertBinding(A ?? "", B ?? "", A ?? "", "2026-01-01", "2026-01-02"),
        insertBinding(B ?? "", A ?? "", B ?? "", "2026-01-02", "2026-01-01"),
      ],
    },
    {
      what: "a second active binding",
      guard: "DROP INDEX invite_binding_live",
      statements: [
        insertBinding(A ?? "", C ?? "", A ?? "", "2026-01-01", "2026-01-03"),
        insertBinding(B ?? "", C ?? "", B ?? "", "2026-01-02", "2026-01-03"),
      ],
    },
  ];
  test.each(cases)("$what", async ({ guard, statements }) => {
    const testEnv = await mutatedTestEnv();
    const attempt = async () => {
      for (const statement of statements) await testEnv.query(statement);
    };
    await expect(attempt()).rejects.toThrow(/invite_binding/);
    await testEnv.query("DELETE FROM invite_binding");
    await testEnv.query(guard);
    await attempt();
  });
});

test("a ring of five, and a binding after registration or of a buyer, earn nothing", async () => {
  const testEnv = await mutatedTestEnv();
  await testEnv.campaign();
  const ring: string[] = [];
  for (let n = 0; n < 5; n++) ring.push(await testEnv.member());
  const bound = await all(5, async (n) =>
    testEnv.bindTo(ring[n] ?? "", await codeFor(testEnv, ring[(n + 1) % 5] ?? "")),
  );
  // Only the youngest was invited by an older member.
  expect(bound.filter((each) => "bindingId" in each)).toHaveLength(1);
  const [binding] = await testEnv.query<{ id: string; member_id: string }>(
    "SELECT id, member_id FROM invite_binding",
  );
  const { context, db } = testEnv;
  const move = { memberId: binding?.member_id ?? "", bindingId: binding?.id ?? "", reason: "换人" };
  const younger = await testEnv.member();
  const moved = transferBinding(context, db, { ...move, inviterId: younger, actor: "operator:o" });
  await expect(moved).rejects.toMatchObject({ code: "INVITE_DENIED" });
  const buyer = await testEnv.member();
  await testEnv.buys(buyer, 1_000);
  const late = await testEnv.bindTo(buyer, await codeFor(testEnv, ring[0] ?? ""));
  expect(late).toEqual({ why: "buyer" });
  await testEnv.buys(buyer, 1_000);
  expect(await rewards(testEnv, "FROZEN")).toEqual([]);
});

test(`${INVITERS * FRIENDS_EACH} honest invitations are each rewarded once`, async () => {
  const testEnv = await mutatedTestEnv();
  await testEnv.campaign();
  const inviters: string[] = [];
  for (let n = 0; n < INVITERS; n++) inviters.push(await testEnv.member());
  for (let round = 0; round < FRIENDS_EACH; round++) {
    await all(INVITERS, async (n) => {
      const { memberId } = await testEnv.friendOf(inviters[n] ?? "");
      await testEnv.buys(memberId, 1_000);
    });
  }
  testEnv.context.clock.advance(7 * DAY_MS);
  const { context, db } = testEnv;
  await all(INVITERS, (n) => settleRewards(context, db, { memberId: inviters[n] ?? "" }));
  const settled = await rewards(testEnv, "SETTLED");
  expect(settled).toHaveLength(INVITERS * FRIENDS_EACH);
  const [paid] = await testEnv.query<{ fen: number; members: number }>(
    `SELECT sum(balance)::bigint AS fen, count(*)::int AS members FROM ledger_account
     WHERE purpose = 'reward_cash' AND balance = $1`,
    [FRIENDS_EACH * 100],
  );
  expect(paid).toEqual({ fen: INVITERS * FRIENDS_EACH * 100, members: INVITERS });
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
}, 120_000);
