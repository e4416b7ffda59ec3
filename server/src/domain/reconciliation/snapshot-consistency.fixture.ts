/**
 * Concurrent writers of real postings and readers of snapshots: all that a reader sees must agree
 * (reliability.md 1, 6).
 */
import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import {
  violatedConstraint,
  databaseError,
  raisedRefusal,
} from "../../platform/database/failure.ts";
import type { Tx } from "../../platform/database/pool.ts";
import { inSnapshot, transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { post, reverse } from "../ledger/actions.ts";
import { openShop, type ShopEnv } from "../orders/shop.fixture.ts";
import { earnForOrder, creditPoints } from "../points/actions.ts";
import { checkParametersOf } from "./actions/reconcile.ts";
import { type FoundDifference, statementOf } from "./check.ts";
import { accounts } from "./checks/accounts.ts";
import { holds } from "./checks/holds.ts";
import { lots } from "./checks/lots.ts";
import { postings } from "./checks/postings.ts";
import { totals } from "./checks/totals.ts";

const WRITERS = 16;
const READERS = 4;
const MEMBERS = 40;
const READ_EVERY_MS = 50;
const INITIAL_FUNDS = { points: 2_000, principalFen: 50_000 };

type Held = {
  readonly module: "points" | "wallet";
  readonly memberId: string;
  readonly id: string;
};
export type ConsistencyTestEnv = ShopEnv & {
  readonly members: readonly string[];
  readonly pool: Held[];
};

/** Creates a shop with forty members who have points and balance. */
export async function createConsistencyTestEnv(): Promise<ConsistencyTestEnv> {
  const shop = await openShop(WRITERS + READERS + 4, { ordersUnpaidMax: 1_000 });
  await shop.offer({ id: "topup", delivery: "topup" });
  await shop.offer({ id: "card", delivery: "card", stock: 100_000 });
  const members: string[] = [];
  for (let n = 0; n < MEMBERS; n++) members.push(await shop.buyer(900 + n, INITIAL_FUNDS));
  return { ...shop, members, pool: [] };
}

const randomBelowLimit = (limit: number): number => Math.floor(Math.random() * limit);
const randomItem = <T>(list: readonly T[]): T => {
  const one = list[randomBelowLimit(list.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
};
const inTx = (bank: ConsistencyTestEnv, work: (tx: Tx) => Promise<unknown>) =>
  transaction(bank.db, work);
const call = (bank: ConsistencyTestEnv, statement: SQL) =>
  inTx(bank, (tx) => tx.execute(statement));

/** Holds points or money; most leases outlast the test, some expire soon. */
async function placeRandomHold(bank: ConsistencyTestEnv): Promise<void> {
  const { context, pool } = bank;
  const [module, id, memberId] = [
    randomItem(["points", "wallet"] as const),
    context.ids.next(),
    randomItem(bank.members),
  ];
  const leaseMs = randomBelowLimit(3) === 0 ? 1 + randomBelowLimit(400) : 1_800_000;
  const expires = new Date(context.clock.now().getTime() + leaseMs);
  const verb = sql.raw(`${module}_hold`);
  await call(
    bank,
    sql`SELECT ${verb}(${memberId}, ${id}, NULL, ${1 + randomBelowLimit(200)}, ${expires}, 'system', '', ${context.clock.sql()})`,
  );
  pool.push({ module, memberId, id });
}

/** Confirms or voids a random hold; often it has already ended. */
async function endRandomHold(bank: ConsistencyTestEnv, way: "confirm" | "void"): Promise<void> {
  const { context, pool } = bank;
  const at = randomBelowLimit(pool.length);
  const held = pool[at];
  if (!held) return placeRandomHold(bank);
  if (randomBelowLimit(4) > 0) pool.splice(at, 1);
  const now = context.clock.sql();
  const { module, memberId, id } = held;
  const txn = context.ids.next();
  if (module === "wallet") {
    const title = way === "confirm" ? sql`'',` : sql``;
    const verb = sql.raw(`wallet_${way}`);
    await call(bank, sql`SELECT ${verb}(${memberId}, ${id}, 'system', ${title} ${now})`);
  } else if (way === "void") {
    await call(bank, sql`SELECT points_void(${memberId}, ${txn}, ${id}, 'system', ${now})`);
  } else {
    await call(
      bank,
      sql`SELECT points_confirm(${memberId}, ${txn}, ${id}, (SELECT jsonb_build_array(jsonb_build_object('credit',
        'points_spent', 'amount', points)) FROM points_hold WHERE member_id = ${memberId} AND id = ${id}),
        'system', '', ${now})`,
    );
  }
}

/** Grants bonus and reverses all of it. */
async function giveAndReverse({ context, ...bank }: ConsistencyTestEnv): Promise<void> {
  const why = { memberId: randomItem(bank.members), kind: "adjust", actor: "system" } as const;
  const transfers = [
    { asset: "CNY", debit: "expense", credit: "reward_frozen", amount: 1 + randomBelowLimit(50) },
    { asset: "CNY", debit: "reward_frozen", credit: "reward_cash", amount: 1 },
  ] as const;
  const given = await transaction(bank.db, (tx) =>
    post(context, tx, { ...why, ref: context.ids.next(), transfers }),
  );
  const back = { ...why, ref: context.ids.next(), txnId: given.txnId };
  await transaction(bank.db, (tx) => reverse(context, tx, back));
}

async function earnPoints(bank: ConsistencyTestEnv): Promise<void> {
  const { context } = bank;
  const done = {
    memberId: randomItem(bank.members),
    orderId: context.ids.next(),
    cashFen: 100 + randomBelowLimit(9_000),
  };
  await inTx(bank, (tx) => earnForOrder(context, tx, done));
  const given = { memberId: done.memberId, kind: "code_redeem", actor: "system" } as const;
  const points = 1 + randomBelowLimit(30);
  await inTx(bank, (tx) =>
    creditPoints(context, tx, { ...given, ref: context.ids.next(), points }),
  );
}

/** Places an order paid by points and balance, leaves it unpaid, or cancels it. */
async function placeRandomOrder(bank: ConsistencyTestEnv): Promise<void> {
  const memberId = randomItem(bank.members);
  const items = [{ skuId: "card", quantity: 1 + randomBelowLimit(3) }];
  const { orderNo } = await bank.order(memberId, { items, usePoints: randomBelowLimit(2) > 0 });
  if (randomBelowLimit(4) > 0) await bank.pay(memberId, orderNo, "balance");
}

const loadActions = {
  earn: earnPoints,
  hold: placeRandomHold,
  confirm: (bank: ConsistencyTestEnv) => endRandomHold(bank, "confirm"),
  void: (bank: ConsistencyTestEnv) => endRandomHold(bank, "void"),
  reverse: giveAndReverse,
  pay: placeRandomOrder,
} as const;
export type LoadActionName = keyof typeof loadActions;
const loadActionNames = Object.keys(loadActions) as LoadActionName[];

const outcomeOfError = (error: unknown): string => {
  const refusal = error instanceof Refusal ? error : raisedRefusal(error);
  return refusal?.code ?? violatedConstraint(error) ?? databaseError(error)?.code ?? String(error);
};

/** Returns the inconsistencies in one snapshot, including balances below zero. */
async function findInconsistencies({ context, db }: ConsistencyTestEnv): Promise<string[]> {
  const view = checkParametersOf(context);
  return inSnapshot(db, async (tx) => {
    const wrong: string[] = [];
    for (const check of [totals, accounts, postings, holds, lots]) {
      const { rows } = await tx.execute<FoundDifference>(statementOf(check, view));
      wrong.push(...rows.map((one) => `${one.class} ${one.subject} ${JSON.stringify(one.actual)}`));
    }
    const { rows } = await tx.execute<{ n: number }>(sql`
        SELECT (SELECT count(*) FROM ledger_account WHERE balance < 0)
             + (SELECT count(*) FROM ledger_transfer WHERE least(debit_after, credit_after) < 0) AS n`);
    return (rows[0]?.n ?? 0) > 0 ? [...wrong, `${rows[0]?.n} below zero`] : wrong;
  });
}

export type LoadReport = {
  readonly snapshots: number;
  readonly done: Readonly<Record<LoadActionName, number>>;
  /** The number of refusals, by code. */
  readonly refused: Readonly<Record<string, number>>;
};

/**
 * Runs sixteen writers and four readers for this many ms; a reader that finds an inconsistency
 * throws it.
 */
export async function runLoad(bank: ConsistencyTestEnv, lastsMs: number): Promise<LoadReport> {
  const end = Date.now() + lastsMs;
  const done = { earn: 0, hold: 0, confirm: 0, void: 0, reverse: 0, pay: 0 };
  const refused: Record<string, number> = {};
  let snapshots = 0;
  let isWrong = false;
  const write = async (): Promise<void> => {
    while (Date.now() < end && !isWrong) {
      const name = randomItem(loadActionNames);
      bank.context.clock.advance(1 + randomBelowLimit(20));
      const outcome = await loadActions[name](bank).then(() => undefined, outcomeOfError);
      if (outcome === undefined) done[name]++;
      else refused[outcome] = (refused[outcome] ?? 0) + 1;
    }
  };
  const read = async (): Promise<void> => {
    while (Date.now() < end && !isWrong) {
      const wrong = await findInconsistencies(bank);
      snapshots++;
      isWrong ||= wrong.length > 0;
      if (isWrong) throw new Error(`a snapshot is inconsistent: ${wrong.join("; ")}`);
      await new Promise((next) => setTimeout(next, READ_EVERY_MS));
    }
  };
  await Promise.all([
    ...Array.from({ length: WRITERS }, write),
    ...Array.from({ length: READERS }, read),
  ]);
  expect((await findInconsistencies(bank)).join("\n")).toBe("");
  return { snapshots, done, refused };
}

/** Refusals that a busy member gets now and then; any other one is an error. */
const EXPECTED_REFUSALS = new Set([
  "POINTS_SHORT",
  "BALANCE_SHORT",
  "ORDER_STATE",
  "STEP_UP_NEEDED",
  "YJ002",
]);

/**
 * Expects that every action was performed, that all failures were expected refusals, and that there
 * were enough snapshots.
 */
export function expectEnoughActivity(
  { snapshots, done, refused }: LoadReport,
  least: number,
): void {
  expect(Object.keys(refused).filter((outcome) => !EXPECTED_REFUSALS.has(outcome))).toEqual([]);
  for (const name of loadActionNames) expect([name, done[name] > 0]).toEqual([name, true]);
  expect(snapshots).toBeGreaterThan(least);
}
