/**
 * A test database with members who have reward cash, a scripted channel, and the actions of all
 * participants.
 */
import { expect } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { testContext, type TestContext } from "../../platform/testing.ts";
import { balancesOf, freeze, post, trialBalance } from "../ledger/actions.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { fakePayers } from "../payments/actions.ts";
import type { TransferStatusUpdate } from "../payments/port.ts";
import {
  createWithdrawal,
  findHoldMismatches,
  pollDueWithdrawals,
  sendWithdrawal,
  findView,
  transferListener,
  type WithdrawDeps,
} from "./actions.ts";
import type { WithdrawalKey } from "./store.ts";
import { ACCOUNT, scriptedPayouts } from "./testing.ts";

/** Proofs for one use each: any text that starts with `good` is valid once. */
function fakeProofs(withPassword: Set<string>): WithdrawDeps["proofs"] {
  const used = new Set<string>();
  return {
    hasPassword: (_db, memberId) => Promise.resolve(withPassword.has(memberId)),
    cooldownOf: () => Promise.resolve(undefined),
    consume: (_tx, { memberId, stepUp }) => {
      const proof = `${memberId} ${stepUp}`;
      if (!stepUp.startsWith("good") || used.has(proof)) return Promise.resolve(false);
      used.add(proof);
      return Promise.resolve(true);
    },
  };
}

type Rows = <T extends object>(text: string, values?: readonly unknown[]) => Promise<T[]>;

/** Queries on the ledgers. */
const ledgerQueries = (db: Db, context: TestContext, rows: Rows) => ({
  async money(memberId: string) {
    const { reward_cash: free, held_reward: held } = await balancesOf(
      db,
      memberId,
      context.clock.now(),
    );
    return { free, held };
  },
  /**
   * Counts the postings by kind, and checks that the ledgers balance and agree with every
   * withdrawal.
   */
  async txns() {
    const { isSound, txns } = await trialBalance(db);
    expect(isSound).toBe(true);
    expect(await findHoldMismatches(db)).toEqual([]);
    return txns;
  },
  async contra() {
    const lines = await rows<{ purpose: string; fen: number }>(
      `SELECT purpose, sum(change)::int AS fen FROM ledger_line
       WHERE version IS NULL AND purpose IN ('channel', 'fee') GROUP BY 1`,
    );
    return Object.fromEntries(lines.map(({ purpose, fen }) => [purpose, fen]));
  },
});

type Options = {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly size?: number;
};

export async function openWithdrawalEnv({ settings = {}, size = 8 }: Options = {}) {
  const fresh = await freshDatabase();
  const context = testContext({ withdrawAccountAgeMs: 0, ...settings });
  const db = openDatabase({ url: fresh.appUrl, log: context.log, size });
  const scripted = scriptedPayouts();
  const withPassword = new Set<string>();
  const deps: WithdrawDeps = {
    channel: scripted.channel,
    payers: fakePayers(ACCOUNT.appId),
    proofs: fakeProofs(withPassword),
  };
  let members = 0;
  let keys = 0;
  const rows = async <T extends object>(text: string, values: readonly unknown[] = []) =>
    (await db.$client.query<T>(text, [...values])).rows;
  const listener = transferListener(context, scripted.channel);

  return {
    context,
    db,
    deps,
    scripted,
    withPassword,
    rows,
    ownerUrl: fresh.ownerUrl,
    ...ledgerQueries(db, context, rows),
    /** Creates a member with this much reward cash, or this much in another account. */
    member: (rewardFen: number, account: "reward_cash" | "principal" = "reward_cash") =>
      transaction(db, async (tx) => {
        const phone = `139${String(++members).padStart(8, "0")}`;
        const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
        if (rewardFen > 0) {
          await post(context, tx, {
            memberId,
            kind: "adjust",
            ref: memberId,
            actor: "system",
            title: "奖励",
            transfers: [{ asset: "CNY", debit: "expense", credit: account, amount: rewardFen }],
          });
        }
        return memberId;
      }),
    ask: (memberId: string, amountFen: number, more: object = {}) =>
      createWithdrawal(context, db, deps, { memberId, key: `k${++keys}`, amountFen, ...more }),
    shown: (key: WithdrawalKey) => findView(db, deps, key),
    async billOf(key: WithdrawalKey): Promise<string> {
      const [row] = await rows<{ no: string }>(
        "SELECT out_bill_no AS no FROM withdrawal WHERE member_id = $1 AND id = $2",
        [key.ownerId, key.id],
      );
      return row?.no ?? "";
    },
    send: (key: WithdrawalKey) => sendWithdrawal(context, db, scripted.channel, key),
    freeze: (memberId: string) =>
      transaction(db, (tx) =>
        freeze(context, tx, { memberId, asset: "CNY", reason: "核查", actor: "operator:1" }),
      ),
    /** Runs the poller after this much time. */
    poll(afterMs = 31_000) {
      context.clock.advance(afterMs);
      return pollDueWithdrawals(context, db, scripted.channel);
    },
    /** Delivers a notification of the channel; false when an operator must check it. */
    notify: (update: TransferStatusUpdate) =>
      transaction(db, (tx) => listener.onTransferUpdate(tx, update)),
    async close() {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
export type WithdrawalEnv = Awaited<ReturnType<typeof openWithdrawalEnv>>;
