/**
 * Test environment for invitations: a database with members who invite each other, and its own
 * clock.
 */
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { testContext } from "../../platform/testing.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type TestContext } from "../../platform/testing.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import {
  bindNewcomer,
  codeOf,
  handleOrderDone,
  handleOrderRefunded,
  settleRewards,
  recordClick,
} from "./actions.ts";
import type { Gift } from "./model.ts";
import type { RiskCheck } from "./port.ts";

const ADDRESS = "10.1.1.1";

/**
 * A risk check that passes all, because the tests' members share one address; only tests of the
 * risk check use the real one.
 */
const passAllRiskCheck: RiskCheck = {
  assess: async () => ({ score: 0, reasons: [], decision: "pass" }),
};

/**
 * Creates a test environment: members have phones with `prefix` and register one second apart.
 * `size` is the number of connections; `mutants` remove guards from statements.
 */
export async function createInvitationTestEnv(
  prefix: string,
  settings: Readonly<Record<string, unknown>> = {},
  size = 8,
  mutants: readonly Mutant[] = [],
) {
  const database = await freshDatabase();
  const context = testContext(settings);
  const { db } = openMutantDatabase({ url: database.appUrl, log: context.log, size }, mutants);
  const owner = openDatabase({ url: database.ownerUrl, log: context.log });
  let phones = 0;

  const member = async () => {
    context.clock.advance(1_000);
    const phone = `${prefix}${String(++phones).padStart(11 - prefix.length, "0")}`;
    return (await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone))).memberId;
  };
  const click = (inviteCode: string, device: string, from?: string) =>
    recordClick(context, db, { inviteCode, from, device, address: ADDRESS });
  const bindTo = (
    memberId: string,
    inviteCode: string | undefined,
    more: { device?: string; riskCheck?: RiskCheck } = {},
  ) => {
    const { device = `device of ${memberId}`, riskCheck = passAllRiskCheck } = more;
    const newcomer = { memberId, inviteCode, channel: "sms", device, address: ADDRESS } as const;
    return transaction(db, (tx) => bindNewcomer(context, tx, newcomer, riskCheck));
  };
  /** Creates a new member, invited by another. */
  const friendOf = async (inviterId: string, riskCheck?: RiskCheck) => {
    const code = await codeOf(context, db, inviterId);
    const memberId = await member();
    const bound = await bindTo(memberId, code, riskCheck ? { riskCheck } : {});
    return { memberId, ...bound };
  };
  const trade = orderFixturesOf({ context, db, owner });
  const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
    (await owner.$client.query(text, [...values])).rows as R[];
  /** How many campaigns have other figures than their bindings and rewards, in one snapshot. */
  const wrongCounts = async (): Promise<number> => {
    const rows = await query<{ n: number }>(`
      SELECT count(*)::int AS n FROM (
        SELECT campaign_id, sum(bound) AS bound, sum(effective) AS effective, sum(frozen) AS frozen, sum(settled) AS settled,
               sum(points) AS points, sum(held) AS held
        FROM (SELECT campaign_id, 1 AS bound, (state = 'EFFECTIVE')::int AS effective, 0 AS frozen, 0 AS settled, 0 AS points,
                     0 AS held FROM invite_binding WHERE campaign_id IS NOT NULL
              UNION ALL
              SELECT campaign_id, 0, 0, CASE WHEN kind = 'cash' AND state IN ('FROZEN', 'HELD') THEN amount ELSE 0 END,
                     CASE WHEN kind = 'cash' AND state = 'SETTLED' THEN amount ELSE 0 END,
                     CASE WHEN kind = 'points' AND state = 'SETTLED' THEN amount ELSE 0 END, (state = 'HELD')::int
              FROM invite_reward) part GROUP BY 1) a
      FULL JOIN (
        SELECT campaign_id, sum(bound) AS bound, sum(effective) AS effective, sum(frozen_fen) AS frozen,
               sum(settled_fen) AS settled, sum(points) AS points, sum(held) AS held FROM invite_count GROUP BY 1) b
      USING (campaign_id)
      WHERE (a.bound, a.effective, a.frozen, a.settled, a.points, a.held)
            IS DISTINCT FROM (b.bound, b.effective, b.frozen, b.settled, b.points, b.held)`);
    return rows[0]?.n ?? 0;
  };
  const close = async () => {
    await closeDatabase(db);
    await closeDatabase(owner);
    await database.drop();
  };
  return {
    ...trade,
    context,
    db,
    owner,
    member,
    click,
    bindTo,
    friendOf,
    query,
    wrongCounts,
    close,
  };
}

const TEN_PERCENT: Gift = { kind: "cash", percent: 10, capFen: 1_000 };
const NOTHING: Gift = { kind: "none" };

/** Creates campaigns, completed orders and refunds as the other modules would store them. */
function orderFixturesOf({ context, db, owner }: { context: TestContext; db: Db; owner: Db }) {
  let numbers = 0;
  const run = (text: string, values: readonly unknown[]) => owner.$client.query(text, [...values]);
  const no = () => String(10_000_000_000 + ++numbers);
  const retainedOf = async (memberId: string, orderId: string) =>
    (
      await owner.$client.query<{ fen: number }>(
        "SELECT cash_fen AS fen FROM orders WHERE member_id = $1 AND id = $2",
        [memberId, orderId],
      )
    ).rows[0]?.fen;
  return {
    /**
     * The campaign runs for a year from now. Its whole budget is in the first bucket, so that it
     * can be spent to the last fen.
     */
    campaign: async (
      rule: { inviter?: Gift; invitee?: Gift; monthCap?: number; budgetFen?: number } = {},
    ): Promise<string> => {
      const { inviter = TEN_PERCENT, invitee = NOTHING, monthCap = 10_000 } = rule;
      const { budgetFen = 100_000_000 } = rule;
      const campaignId = context.ids.next();
      context.clock.advance(1);
      const now = context.clock.now();
      await run(
        `INSERT INTO invite_campaign VALUES ($1, '邀请', true, $2::timestamptz, $2::timestamptz + interval '1 year')`,
        [campaignId, now],
      );
      const gifts = [inviter, invitee].map((gift) => JSON.stringify(gift));
      await run("INSERT INTO invite_rule VALUES ($1, 1, $2, $3, $4, $5)", [
        campaignId,
        ...gifts,
        monthCap,
        now,
      ]);
      await run("INSERT INTO invite_budget VALUES ($1, 0, $2, 0)", [campaignId, budgetFen]);
      return campaignId;
    },
    /** Creates a paid order with this amount of cash, and publishes its completion. */
    buys: async (memberId: string, cashFen: number, isNotified = true): Promise<string> => {
      const orderId = context.ids.next();
      await run(
        `INSERT INTO orders (member_id, id, order_no, kind, source, title, artwork, order_state, pay_state,
           fulfil_state, goods_fen, payable_fen, cash_fen, paid_fen, snapshot, created_at, paid_at, finished_at)
         VALUES ($1, $2, $3, 'topup', 'shop', '话费', 'bag', 'DONE', 'PAID', 'DONE', $4, $4, $4, $4, '{}', $5, $5, $5)`,
        [memberId, orderId, no(), cashFen, context.clock.now()],
      );
      if (isNotified) await handleOrderDone(context, db, { memberId, orderId });
      return orderId;
    },
    /** Refunds this amount of the order's cash; without an amount all of it. */
    refunds: async (memberId: string, orderId: string, cashFen?: number): Promise<void> => {
      const fen = cashFen ?? (await retainedOf(memberId, orderId));
      await queryWithoutTriggers(
        owner.$client,
        `INSERT INTO refund (member_id, id, order_id, refund_no, attempt_id, reason, applicant, state, cash_fen,
           balance_fen, points, created_at, decided_at, ended_at)
         VALUES ($1, $2, $3, $4, $2, '不想要了', 'member', 'SUCCESS', $5, 0, 0, $6, $6, $6)`,
        [memberId, context.ids.next(), orderId, no(), fen, context.clock.now()],
      );
      await handleOrderRefunded(context, db, { memberId, orderId });
    },
    settle: (riskCheck: RiskCheck = passAllRiskCheck) => settleRewards(context, db, { riskCheck }),
  };
}

export type InvitationTestEnv = Awaited<ReturnType<typeof createInvitationTestEnv>>;
