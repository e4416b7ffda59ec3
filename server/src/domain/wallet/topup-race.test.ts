/**
 * Top-ups and their refunds under concurrent calls on 64 connections; mutants show that each check
 * fails without its guard.
 */
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { raisedRefusal } from "../../platform/database/failure.ts";
import type { Tx } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import { balancesOf, trialBalance } from "../ledger/actions.ts";
import {
  type RaceDatabase,
  CONNECTIONS,
  mutate,
  openRaceDatabase,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { refundTopUp } from "./actions.ts";
import { createTopUpEnv } from "./topup-env.fixture.ts";
import { openTopUp } from "./testing.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const opened: RaceDatabase[] = [];
async function openMutated(...mutations: Parameters<typeof mutate>[1]): Promise<RaceDatabase> {
  const made = await openRaceDatabase();
  opened.push(made);
  await mutate(made.owner, mutations);
  return made;
}
afterEach(async () => {
  for (const made of opened.splice(0)) await made.close();
});

/** Long enough that other transactions read before the first one is done. */
const DELAY = "PERFORM pg_sleep(0.2);";
/** The lock that serialises one member's transactions. */
const withoutMemberLock = {
  statement: `CREATE OR REPLACE FUNCTION ledger_lock(p_member uuid, p_now timestamptz) RETURNS void
              LANGUAGE plpgsql AS $$ BEGIN END $$`,
} as const;

const refusalCodeOf = (error: unknown): string => {
  const refusal = error instanceof Refusal ? error : raisedRefusal(error);
  if (refusal) return refusal.code;
  throw error;
};

async function answerOf(tx: Tx, call: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await tx.execute<{ answer: unknown }>(sql`SELECT ${call} AS answer`);
  return String(rows[0]?.answer);
}

describe("one payment of a top-up applied 64 times at once", () => {
  async function oneIsCredited(ring: RaceDatabase): Promise<void> {
    const { context, db } = ring;
    const memberId = context.ids.next();
    const { id } = await openTopUp(context, db, { memberId, amountFen: 10_000, bonusFen: 500 });
    const attemptId = context.ids.next();
    const applyPaid = () => (tx: Tx) => {
      const paid = {
        attemptId,
        amountFen: 10_000,
        paidAt: new Date(),
        capFen: 1_000_000,
        lotId: context.ids.next(),
        eventId: context.ids.next(),
        newsId: context.ids.next(),
        bonusEndsAt: new Date(Date.now() + 86_400_000),
        title: "topped up",
        bonusTitle: "bonus",
      };
      return answerOf(
        tx,
        sql`wallet_topup_paid(${memberId}, ${id}, ${JSON.stringify(paid)}::jsonb, NULL)`,
      );
    };
    expect(await race(db, times(CONNECTIONS, applyPaid))).toEqual({ paid: 1, repeat: 63 });
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 10_000, bonus: 500 });
    expect(await trialBalance(db)).toMatchObject({
      isSound: true,
      txns: { topup: 1, topup_bonus: 1 },
    });
  }
  test("credits it once, as principal and bonus", async () => oneIsCredited(await openMutated()));
  test.runIf(isSlowTier)("fails when the calls are not serialised", async () => {
    const unguarded = await openMutated(withoutMemberLock, {
      module: "wallet",
      file: "topup.sql",
      from: "AND id = p_topup FOR NO KEY UPDATE;",
      to: `AND id = p_topup; ${DELAY}`,
    });
    await expect(oneIsCredited(unguarded)).rejects.toThrow("expected");
  });
  test.runIf(isSlowTier)("fails when each call may credit under another ref", async () => {
    const unguarded = await openMutated(
      {
        statement:
          "ALTER TABLE bonus_lot DROP CONSTRAINT bonus_lot_member_id_source_source_ref_key",
      },
      { statement: "ALTER TABLE ledger_txn DROP CONSTRAINT ledger_txn_once" },
      { file: "write.sql", from: "ON CONFLICT (member_id, kind, ref) DO NOTHING", to: "" },
      {
        module: "wallet",
        file: "topup.sql",
        from: "IF v_topup.attempt_id = v_attempt THEN RETURN 'repeat'; END IF;",
        to: "v_topup.state := 'WAIT_PAY';",
      },
      {
        module: "wallet",
        file: "topup.sql",
        from: "md5(p_topup || ':topup')::uuid",
        to: "(p_paid->>'eventId')::uuid",
      },
      {
        module: "wallet",
        file: "topup.sql",
        from: "md5(p_topup || ':bonus')::uuid",
        to: "(p_paid->>'lotId')::uuid",
      },
    );
    await expect(oneIsCredited(unguarded)).rejects.toThrow("expected");
  });
});

describe("a top-up notified 20 times at once by the channel", () => {
  async function oneIsBooked(ring: RaceDatabase): Promise<void> {
    const { context, db } = ring;
    const env = createTopUpEnv(context, db);
    const memberId = context.ids.next();
    const { payment } = await env.begin(memberId, { amountFen: 20_000 });
    const update = env.channel.pay(payment.outTradeNo ?? "");
    const notified = await Promise.allSettled(times(20, () => env.notify(update)));
    expect(notified.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 20_000 });
    expect(await trialBalance(db)).toMatchObject({
      isSound: true,
      txns: { wxpay_credit: 1, wxpay_accept: 1, topup: 1 },
    });
  }
  test("is posted once, and every notification acknowledged", async () =>
    oneIsBooked(await openMutated()));
  test.runIf(isSlowTier)("fails when a repeat is not recognised", async () => {
    const replay = {
      module: "payments",
      file: "apply.sql",
      from: "IF posted = 'replay' FROM",
      to: "IF posted = '' FROM",
    };
    await expect(oneIsBooked(await openMutated(replay))).rejects.toThrow("expected");
  });
});

describe("64 concurrent refunds of one top-up", () => {
  async function oneGoesBack(ring: RaceDatabase): Promise<void> {
    const { context, db } = ring;
    const env = createTopUpEnv(context, db);
    const memberId = context.ids.next();
    await env.paid(memberId, { amountFen: 10_000 });
    const topUpNo = await env.paid(memberId, { amountFen: 10_000 });
    const requestRefund = (n: number) =>
      refundTopUp(context, db, { memberId, key: `r${n}`, topUpNo, refundFen: 10_000 }).then(
        ({ state }) => state,
        refusalCodeOf,
      );
    const outcomes = await Promise.all(times(CONNECTIONS, requestRefund));
    expect(outcomes.filter((outcome) => outcome === "refunding")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "ORDER_STATE")).toHaveLength(63);
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 10_000 });
    expect(await env.rows("SELECT sum(amount_fen)::int AS fen FROM payment_return")).toEqual([
      { fen: 10_000 },
    ]);
    expect(await trialBalance(db)).toMatchObject({ isSound: true, txns: { topup_refund: 1 } });
  }
  test("open one refund, and the others are refused", async () => oneGoesBack(await openMutated()));
  test.runIf(isSlowTier)(
    "fail when they are not serialised, and no other guard limits them",
    async () => {
      const wallet = { module: "wallet", file: "refund.sql" };
      const unguarded = await openMutated(
        withoutMemberLock,
        { statement: "DROP INDEX topup_refund_open" },
        {
          ...wallet,
          from: "topup_no = p_refund->>'topUpNo' FOR NO KEY UPDATE;",
          to: `topup_no = p_refund->>'topUpNo'; ${DELAY}`,
        },
        {
          ...wallet,
          from: "AND id = v_topup.id AND state IN ('PAID', 'PART_REFUNDED');",
          to: "AND id = v_topup.id;",
        },
      );
      await expect(oneGoesBack(unguarded)).rejects.toThrow();
    },
  );
});

describe("32 refunds against 32 spends of the same principal", () => {
  const known = new Set(["refunding", "spent"]);
  const refusals = new Set(["BALANCE_SHORT", "ORDER_STATE", "REFUND_CHANGED", "REFUND_DENIED"]);

  async function neverBoth(ring: RaceDatabase): Promise<void> {
    const { context, db } = ring;
    const env = createTopUpEnv(context, db);
    const memberId = context.ids.next();
    const topUpNo = await env.paid(memberId, { amountFen: 10_000 });
    const refund = (n: number) =>
      refundTopUp(context, db, { memberId, key: `r${n}`, topUpNo, refundFen: 10_000 }).then(
        ({ state }) => state,
        refusalCodeOf,
      );
    const spend = () =>
      db
        .transaction(async (tx) => {
          const hold = context.ids.next();
          const end = new Date(Date.now() + 60_000);
          await answerOf(
            tx,
            sql`wallet_hold(${memberId}, ${hold}, NULL, 4000, ${end}, 'system', '', NULL)`,
          );
          await answerOf(tx, sql`wallet_confirm(${memberId}, ${hold}, 'system', '', NULL)`);
          return "spent";
        })
        .catch(refusalCodeOf);
    const outcomes = await Promise.all(times(CONNECTIONS, (n) => (n % 2 ? refund(n) : spend())));
    const odd = outcomes.filter((outcome) => !known.has(outcome) && !refusals.has(outcome));
    expect(odd).toEqual([]);
    const spent = outcomes.filter((outcome) => outcome === "spent").length;
    const refunded = outcomes.filter((outcome) => outcome === "refunding").length;
    expect([spent, refunded]).toEqual(refunded === 1 ? [0, 1] : [2, 0]);
    expect(await balancesOf(db, memberId)).toMatchObject({
      principal: 10_000 - spent * 4_000 - refunded * 10_000,
    });
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  }
  test("refund or spend it, never both", async () => neverBoth(await openMutated()));
  test.runIf(isSlowTier)("fail when spending and refunding are not serialised", async () => {
    const unguarded = await openMutated(
      withoutMemberLock,
      {
        module: "wallet",
        file: "hold.sql",
        from: "v_parts := v_parts - 'missing';",
        to: `v_parts := v_parts - 'missing'; ${DELAY}`,
      },
      {
        module: "wallet",
        file: "refund.sql",
        from: "IF v_fen <= 0 THEN",
        to: `${DELAY} IF v_fen <= 0 THEN`,
      },
    );
    await expect(neverBoth(unguarded)).rejects.toThrow();
  });
});
