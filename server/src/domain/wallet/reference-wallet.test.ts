/**
 * Balance, lots, refunds and statement agree with the reference wallet after any random steps at
 * any times.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, runPrepared, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { uuidFromName } from "../ledger/scenario.fixture.ts";
import { walletOf, walletRecords } from "./actions.ts";
import { applyStep, type History, type Step, step } from "./history.fixture.ts";
import { type Part, ReferenceWallet } from "./reference-wallet.fixture.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const RUNS = repeatCount({ suite: 18, slow: 600 });
const SIDE_BY_SIDE = 6;

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: testContext().log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

/**
 * Selects whether the lots exceed the bonus account, and whether the refundable sums exceed the
 * principal.
 */
const PROOF = `
  SELECT coalesce((SELECT sum(remaining) FROM bonus_lot WHERE member_id = $1), 0)
           > coalesce((SELECT sum(balance) FROM ledger_account WHERE member_id = $1 AND purpose = 'bonus'), 0) AS lots,
         coalesce((SELECT sum((wallet_refundable(member_id, id, $2)->>'principalFen')::bigint) FROM topup
                   WHERE member_id = $1), 0)
           > coalesce((SELECT sum(balance) FROM ledger_account WHERE member_id = $1 AND purpose = 'principal'), 0)
           AS refundable`;

const partOfText: Readonly<Record<string, Part>> = {
  本金: "principal",
  赠送: "bonus",
  可提现: "reward",
};
const emptySources = {
  causes: { orderNos: async () => new Map<string, string>() },
  payouts: { listPending: async () => [], findNumbers: async () => new Map<string, string>() },
};

/**
 * Checks all pages of the statement; each `after` follows from the line below, and the topmost is
 * the spendable balance.
 */
async function statementAgrees({ context, memberId, reference }: History): Promise<void> {
  reference.expire();
  const lines = [];
  const sums = new Map<string, { inFen: number; outFen: number }>();
  let cursor: string | undefined;
  do {
    const input = { pageSize: 5, ...(cursor === undefined ? {} : { cursor }) };
    const page = await walletRecords(context, db, emptySources, { memberId, input });
    lines.push(...page.list);
    for (const { month, ...sum } of page.months) sums.set(month, sum);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const shown = lines.map(({ type, part = "", change }) => `${type} ${partOfText[part]} ${change}`);
  expect(shown.toSorted()).toEqual([...reference.shown, ...reference.held].toSorted());
  let after = 0;
  const months = new Map<string, { inFen: number; outFen: number }>();
  for (const line of lines.toReversed()) {
    after += line.change;
    expect({ ...line, after: line.after }).toEqual({ ...line, after });
    const sum = months.get(line.month) ?? { inFen: 0, outFen: 0 };
    months.set(line.month, sum);
    if (line.state === "held") continue;
    if (line.change > 0) sum.inFen += line.change;
    else sum.outFen -= line.change;
  }
  const { bonus, principal, reward } = reference.sums;
  expect(after).toBe(bonus + principal + reward);
  expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(months));
}

let memberCount = 0;
let refunds = 0;
async function agree(steps: readonly Step[]): Promise<void> {
  const context = testContext();
  const memberId = uuidFromName(`member ${memberCount++}`);
  const reference = new ReferenceWallet(context.clock.now().getTime());
  const history: History = { db, context, memberId, reference, gifts: new Map(), topUps: [] };
  for (const [n, step] of steps.entries()) {
    // No two postings at one instant, so that their order is unambiguous.
    reference.wait(1);
    context.clock.advance(1);
    const [expected, real] = await applyStep(history, step, n);
    if (expected === "refunding") refunds++;
    expect([step, real]).toEqual([step, expected]);
    const { held: _, ...sums } = await walletOf(db, memberId, context.clock.now());
    expect({ step, ...sums }).toEqual({ step, ...reference.sums });
    // Run after each of some thousand steps, therefore a prepared statement.
    const values = [memberId, context.clock.now()];
    const [found] = await runPrepared<object>(db, { name: "proof", text: PROOF }, values);
    expect({ step, ...found }).toEqual({ step, lots: false, refundable: false });
  }
  await statementAgrees(history);
}

/** A refund of a top-up of which nothing is spent; random histories may have few. */
const REFUND: readonly Step[] = [
  { verb: "topUp", fen: 100, share: 5, days: 30 },
  { verb: "refund", topUp: 0 },
];

test(`${RUNS} random histories of a balance`, { timeout: 60_000 + RUNS * 1_000 }, async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 26, size: "max" });
  const histories = fc.array(steps, { minLength: SIDE_BY_SIDE, maxLength: SIDE_BY_SIDE });
  const all = fc.asyncProperty(histories, async (each) => {
    await Promise.all(each.map(agree));
  });
  const examples: [Step[][]][] = [[Array.from({ length: SIDE_BY_SIDE }, () => [...REFUND])]];
  await fc.assert(all, { numRuns: 1 + Math.ceil(RUNS / SIDE_BY_SIDE), examples });
  expect(refunds).toBeGreaterThan(RUNS / 3);
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
});
