/**
 * Withdrawals under concurrent calls on 64 connections; mutants show that each check fails without
 * its guard.
 */
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { Refusal } from "../../platform/refusal.ts";
import { CONNECTIONS, times } from "../ledger/race.fixture.ts";
import { approveWithdrawal, cancelWithdrawal, rejectWithdrawal } from "./actions.ts";
import { openWithdrawalEnv, type WithdrawalEnv } from "./test-env.fixture.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

let env: WithdrawalEnv | undefined;
afterEach(async () => {
  await env?.close();
  env = undefined;
});

type Change = { readonly file: string; readonly from: string; readonly to: string };

/** Replaces parts of SQL functions, and runs statements, as the database owner. */
async function mutate(ring: WithdrawalEnv, changes: readonly Change[], statements: string[] = []) {
  const texts = new Map<string, string>();
  for (const { file, from, to } of changes) {
    const text = texts.get(file) ?? readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    if (!text.includes(from)) throw new Error(`${file} does not contain "${from}"`);
    texts.set(file, text.replaceAll(from, to));
  }
  const owner = new pg.Client(ring.ownerUrl);
  await owner.connect();
  for (const text of [...statements, ...texts.values()]) await owner.query(text);
  await owner.end();
}

/** Returns an attempt's outcome: a refusal code, or `done`. */
const outcomeCodeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    (done) => (typeof done === "string" ? done : "done"),
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

async function tally(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(attempts.map(outcomeCodeOf)))
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const openEnv = async (settings: object = {}): Promise<WithdrawalEnv> => {
  env = await openWithdrawalEnv({ size: CONNECTIONS, settings: { ...settings } });
  return env;
};

describe("64 concurrent withdrawals of one member", () => {
  /** Reward cash for six withdrawals, a daily limit of three. */
  async function neverMoreThanThere(made: WithdrawalEnv, perDay: number): Promise<void> {
    const memberId = await made.member(6_500);
    const counts = await tally(times(CONNECTIONS, () => made.ask(memberId, 1_000)));
    const expected = Math.min(6, perDay);
    const { done = 0, WITHDRAW_LIMIT: _, BALANCE_SHORT: __, ...strange } = counts;
    expect(strange).toEqual({});
    expect(done).toBe(expected);
    expect(await made.money(memberId)).toEqual({
      free: 6_500 - expected * 1_000,
      held: expected * 1_000,
    });
    const bills = await made.rows("SELECT 1 FROM withdrawal_bill");
    expect(bills).toHaveLength(expected);
    await made.txns();
  }
  const withoutLedgerBook = [
    {
      file: "withdrawals/functions/create.sql",
      from: "PERFORM FROM ledger_lock_member(p_member, p_now);",
      to: "",
    },
  ];

  test(
    "are limited to three a day, and the others are refused with the reason",
    async () => neverMoreThanThere(await openEnv(), 3),
    60_000,
  );
  test(
    "are limited by the reward cash",
    async () => neverMoreThanThere(await openEnv({ withdrawPerDay: 100 }), 100),
    60_000,
  );
  test.runIf(isSlowTier)(
    "fail when the limits are counted before the ledger is locked",
    async () => {
      const made = await openEnv();
      await mutate(made, withoutLedgerBook);
      await expect(neverMoreThanThere(made, 3)).rejects.toThrow("to be 3");
    },
    60_000,
  );
  test("fail when the money is not held", async () => {
    const made = await openEnv({ withdrawPerDay: 100 });
    const from = "v_id, 'CNY', 'reward_cash', v_amount, 'infinity',";
    await mutate(made, [
      {
        file: "withdrawals/functions/create.sql",
        from,
        to: "v_id, 'CNY', 'reward_cash', 1, 'infinity',",
      },
    ]);
    await expect(neverMoreThanThere(made, 100)).rejects.toThrow("to be 6");
  }, 60_000);
});

describe("approving, rejecting and cancelling one withdrawal at once, 64 times", () => {
  async function oneWins(made: WithdrawalEnv): Promise<void> {
    const reason = "核实无误";
    for (const _ of times(4, () => 0)) {
      const memberId = await made.member(50_000);
      const key = await made.ask(memberId, 50_000, { stepUp: "good" });
      const { withdrawalNo } = await made.shown(key);
      const operator = (n: number) => ({
        withdrawalNo,
        actor: `operator-${n}`,
        reason,
        isProven: true,
      });
      const attempts = times(CONNECTIONS, (n) => {
        if (n % 3 === 0) return approveWithdrawal(made.context, made.db, operator(n));
        if (n % 3 === 1) return rejectWithdrawal(made.context, made.db, operator(n));
        const cancellation = { memberId, key: `c${n}`, withdrawalNo };
        return cancelWithdrawal(made.context, made.db, cancellation);
      });
      const counts = await tally(attempts);
      const { done = 0, PAYING = 0, STATE_CHANGED: _s, ORDER_STATE: _o, ...rest } = counts;
      expect(rest).toEqual({});
      expect(done + PAYING).toBe(1);
      // With any winner: what was sent is on hold, everything else is free, and only what was sent
      // has a number.
      const held = PAYING * 50_000;
      expect(await made.money(memberId)).toEqual({ free: 50_000 - held, held });
      const bills = await made.rows("SELECT 1 FROM withdrawal_bill WHERE owner_id = $1", [
        memberId,
      ]);
      expect(bills).toHaveLength(PAYING);
    }
    await made.txns();
  }
  const pay = "withdrawals/functions/pay.sql";
  const blind = [
    {
      file: "withdrawals/functions/end.sql",
      from: "PERFORM ledger_lock_member(p_member, p_now);",
      to: "",
    },
    { file: pay, from: "PERFORM FROM ledger_lock_member(p_member, p_now);", to: "" },
    { file: pay, from: "id = p_id AND state = v_was;", to: "id = p_id;" },
    { file: pay, from: "md5(p_id || ':approved')::uuid", to: "gen_random_uuid()" },
    { file: pay, from: "md5(p_id || ':paying')::uuid", to: "gen_random_uuid()" },
  ];

  test(
    "has one winner, and the money follows the winner",
    async () => oneWins(await openEnv()),
    60_000,
  );
  test.runIf(isSlowTier)(
    "fails when approving does not guard the state it read",
    async () => {
      const made = await openEnv();
      // Removes every other constraint that would prevent it.
      const drop = (name: string) => `ALTER TABLE withdrawal DROP CONSTRAINT withdrawal_${name}`;
      const constraints = ["numbered", "ended", "looked_after"].map(drop);
      const trigger = "ALTER TABLE withdrawal DISABLE TRIGGER lifecycle_update";
      await mutate(made, blind, [...constraints, trigger]);
      await expect(oneWins(made)).rejects.toThrow("to be 1");
    },
    60_000,
  );
});

describe("64 workers that send and query the same withdrawals at once", () => {
  const MANY = 8;
  async function eachIsSentOnce(made: WithdrawalEnv): Promise<void> {
    const keys = await Promise.all(
      times(MANY, async () => made.ask(await made.member(5_000), 5_000)),
    );
    await Promise.all(keys.flatMap((key) => times(CONNECTIONS / MANY, () => made.send(key))));
    const sent = made.scripted.calls.filter((call) => call.startsWith("transfer"));
    expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
    expect(made.scripted.bills.size).toBe(MANY);
    // Every payee confirms, and all notifications arrive at once.
    for (const no of made.scripted.bills.keys()) made.scripted.end(no);
    const updates = [...made.scripted.bills.keys()].map((no) => made.scripted.end(no));
    made.context.clock.advance(301_000);
    await Promise.all([
      ...updates.flatMap((update) => times(4, () => made.notify(update))),
      ...times(4, () => made.poll(0)),
    ]);
    expect(await made.txns()).toEqual({ adjust: MANY, hold: MANY, hold_confirm: MANY });
    expect(await made.contra()).toEqual({ channel: MANY * 4_970, fee: MANY * 30 });
  }
  const withoutPollCheck = {
    file: "withdrawals/functions/pay.sql",
    from: "AND looks = p_looks;",
    to: ";",
  };

  test("send each once, and it is paid once", async () => eachIsSentOnce(await openEnv()), 60_000);
  test.runIf(isSlowTier)(
    "fail when a poll is not claimed",
    async () => {
      const made = await openEnv();
      await mutate(made, [withoutPollCheck]);
      await expect(eachIsSentOnce(made)).rejects.toThrow("to deeply equal");
    },
    60_000,
  );
  test.runIf(isSlowTier)(
    "fail when a new number is created for each try",
    async () => {
      const made = await openEnv();
      await mutate(made, [withoutPollCheck]);
      let tries = 0;
      const { transfer } = made.scripted.channel;
      made.scripted.channel.transfer = (order) =>
        transfer({ ...order, outBillNo: `${order.outBillNo.slice(0, 24)}${tries++}` });
      await expect(eachIsSentOnce(made)).rejects.toThrow("to be 8");
    },
    60_000,
  );
  test.runIf(isSlowTier)(
    "fail when payments are identified by the status update, not by the withdrawal",
    async () => {
      const made = await openEnv();
      const file = "withdrawals/functions/end.sql";
      const posted = `PERFORM ledger_post(p_member,
      ROW((p_update->>'txnId')::uuid, 'adjust', p_update->>'txnId', '', 'system', NULL, '')::ledger_posting,
      '[{"asset": "CNY", "debit": "held_reward", "credit": "channel", "amount": 1}]', p_now);`;
      await mutate(made, [
        {
          file,
          from: "id = p_known.id AND state IN ('PAYING', 'WAIT_USER_CONFIRM');",
          to: "id = p_known.id;",
        },
        {
          file,
          from: "IF v_known.state NOT IN ('PAYING', 'WAIT_USER_CONFIRM') THEN",
          to: "IF false THEN",
        },
        {
          file,
          to: posted,
          from: "PERFORM ledger_confirm(p_member, (p_update->>'txnId')::uuid, p_known.id, v_to, 'system', p_update->>'title', p_now);",
        },
      ]);
      await expect(eachIsSentOnce(made)).rejects.toThrow("expected");
    },
    60_000,
  );
});
