/**
 * Tests that one full run finds every damage a superuser can do without the application, and
 * nothing else.
 */
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFrozen } from "../ledger/actions.ts";
import type { Asset } from "../ledger/model.ts";
import { reconcile } from "./actions.ts";
import { recordInserters } from "./bills/own-records.fixture.ts";
import { sumDeliveries } from "./bills/settlement.ts";
import { checkParametersOf } from "./actions/reconcile.ts";
import { type Check, type FoundDifference, statementOf } from "./check.ts";
import { checks, classes } from "./checks.ts";
import { sliceEnd } from "./store/progress.ts";
import { createShopWithHistory, DAY_MS, type ShopWithHistory } from "./shop-history.fixture.ts";

/** Two suppliers delivered two days ago, and the job has summed that day. */
async function deliverBySuppliers({ context, db, owner }: ShopWithHistory): Promise<void> {
  const { supplies } = recordInserters(owner, context.ids.next);
  const at = new Date(context.clock.now().getTime() - 2 * DAY_MS);
  await supplies("topup", [{ outNo: "DAY0000001", number: "T1", amountFen: 900, at }]);
  await supplies("cards", [{ outNo: "DAY0000002", number: "T2", amountFen: 800, at }]);
  await sumDeliveries(db, context.clock.sql());
}

let shop: ShopWithHistory;
beforeAll(async () => {
  shop = await createShopWithHistory();
  await deliverBySuppliers(shop);
});
afterAll(() => shop.close());

/** The damage, the class that reports it, and how to find the row. */
type Damage = {
  readonly what: string;
  readonly statement: string;
  readonly class: string;
  /** SQL for the subject before the damage. */
  readonly subject: string;
};

/**
 * Placeholders for members in the statements below: one who paid, had a partial refund, waits for
 * payment, redeemed a code, had a full refund.
 */
const [PAYER, MIXED, UNPAID_MEMBER, REDEEMER, FAILED] = [
  ":payer",
  ":mixed",
  ":waiter",
  ":redeemer",
  ":failed",
];
const account = (who: string, rest: string) => `SELECT ${who} || ' ${rest}'`;
const withMembers = (text: string): string => {
  const { paying, refunded, waiting, redeemer, failed } = shop.people;
  const members = { payer: paying, mixed: refunded, waiter: waiting, redeemer, failed };
  return Object.entries(members).reduce(
    (all, [name, id]) => all.replaceAll(`:${name}`, `'${id}'`),
    text,
  );
};

const damages: readonly Damage[] = [
  {
    what: "a changed balance",
    statement: `UPDATE ledger_account SET balance = balance + 1
                WHERE member_id = ${PAYER} AND purpose = 'principal'`,
    class: "account_balance",
    subject: account(PAYER, "CNY principal"),
  },
  {
    what: "a deleted transfer, and a balance corrected to hide it",
    statement: `WITH gone AS (
        DELETE FROM ledger_transfer f USING ledger_txn t
        WHERE t.member_id = ${REDEEMER} AND f.member_id = t.member_id AND f.txn_id = t.id RETURNING f.amount)
      UPDATE ledger_account SET balance = balance - (SELECT sum(amount) FROM gone)
      WHERE member_id = ${REDEEMER} AND purpose = 'available'`,
    class: "account_chain",
    subject: account(REDEEMER, "PTS available"),
  },
  {
    what: "a changed amount without an account change",
    statement: `UPDATE ledger_transfer SET amount = amount + 7
                WHERE member_id = ${FAILED} AND debit = 'channel'`,
    class: "payment_unposted",
    subject: `SELECT out_trade_no FROM payment_attempt WHERE member_id = ${FAILED}`,
  },
  {
    what: "a broken version",
    statement: `UPDATE ledger_transfer SET credit_version = credit_version + 10
                WHERE member_id = ${UNPAID_MEMBER} AND credit = 'held_principal'`,
    class: "account_chain",
    subject: account(UNPAID_MEMBER, "CNY held_principal"),
  },
  {
    what: "a transfer without its balance",
    statement: `INSERT INTO ledger_transfer (member_id, txn_id, seq, asset, debit, credit, amount, credit_version,
                  credit_after, created_at)
      SELECT member_id, txn_id, 60, 'CNY', 'expense', 'bonus', 900, 1, 900, created_at FROM ledger_transfer
      WHERE member_id = ${MIXED} ORDER BY txn_id LIMIT 1`,
    class: "account_balance",
    subject: account(MIXED, "CNY bonus"),
  },
  {
    what: "a deleted posting",
    statement: `DELETE FROM ledger_txn WHERE member_id = ${MIXED} AND kind = 'order_fulfilled'`,
    class: "transfer_orphan",
    subject: `SELECT concat_ws(' ', f.member_id, f.txn_id, f.seq) FROM ledger_transfer f
              JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
              WHERE t.member_id = ${MIXED} AND t.kind = 'order_fulfilled'`,
  },
  {
    what: "a lot assigned to another member",
    statement: `UPDATE points_lot SET remaining = remaining - 10
                WHERE member_id = ${MIXED} AND state = 'ACTIVE' AND remaining >= 10`,
    class: "lots",
    subject: account(MIXED, "available"),
  },
  {
    what: "a changed sum of points by their end",
    statement: "UPDATE points_sum SET received = received + 1 WHERE member_id = :redeemer",
    class: "lot_sum",
    subject: `SELECT concat_ws(' ', member_id, to_char(ends_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS.US'))
              FROM points_sum WHERE member_id = :redeemer`,
  },
  {
    what: "a code marked as redeemed without a posting",
    statement: `UPDATE code SET state = 'REDEEMED', redemption_n = 1, redeemed_by = ${PAYER},
                  redeemed_at = now() - interval '10 years' WHERE state = 'ACTIVE'`,
    class: "code_unposted",
    subject: "SELECT code_id || ':1' FROM code WHERE state = 'ACTIVE'",
  },
  {
    what: "an order paid without a credit",
    statement: `UPDATE orders SET pay_state = 'PAID', order_state = 'ACTIVE', paid_fen = payable_fen
                WHERE order_state = 'WAIT_PAY'`,
    class: "order_unpaid",
    subject: "SELECT order_no FROM orders WHERE order_state = 'WAIT_PAY'",
  },
  {
    what: "more refunded than was paid",
    statement: `UPDATE refund SET cash_fen = cash_fen + 100000 WHERE member_id = ${FAILED}`,
    class: "refund_over",
    subject: `SELECT order_no FROM orders WHERE member_id = ${FAILED}`,
  },
  {
    what: "a hold without an order",
    statement: `INSERT INTO ledger_hold (member_id, id, asset, purpose, amount, expires_at, created_at)
      SELECT ${PAYER}::uuid, '00000000-0000-7000-8000-00000000beef', 'CNY', 'principal', 1, 'infinity', now()`,
    class: "hold_orphan",
    subject: account(PAYER, "00000000-0000-7000-8000-00000000beef"),
  },
  {
    what: "a stock counter changed",
    statement: `UPDATE sku_stock SET held = held - 1, sold = sold + 1 WHERE (sku_id, bucket) IN (
      SELECT sku_id, bucket FROM sku_stock WHERE held > 0 ORDER BY bucket LIMIT 1)`,
    class: "stock_held",
    subject: "SELECT sku_id || ' ' || bucket FROM sku_stock WHERE held > 0 ORDER BY bucket LIMIT 1",
  },
  {
    what: "a changed audit row",
    statement: "UPDATE audit_line SET reason = '另一个理由' WHERE seq = 3",
    class: "audit_chain",
    subject: "SELECT member_id::text FROM audit_head",
  },
  {
    what: "a changed roll-up",
    statement: `UPDATE ledger_rollup SET credits = credits + 5, debits = debits + 5 WHERE purpose = 'clearing'
                AND party = 'wechatpay'`,
    class: "rollup",
    subject: `SELECT concat_ws(' ', day, asset, purpose, party) FROM ledger_rollup
              WHERE purpose = 'clearing' AND party = 'wechatpay'`,
  },
  {
    what: "a changed roll-up of members' accounts",
    statement: `UPDATE ledger_member_rollup SET credits = credits + 5, debits = debits + 5
                WHERE (day, purpose) = (SELECT day, purpose FROM ledger_member_rollup ORDER BY 1, 2 LIMIT 1)`,
    class: "rollup",
    subject: `SELECT concat_ws(' ', day, asset, purpose, 'members') FROM ledger_member_rollup
              ORDER BY day, purpose LIMIT 1`,
  },
  {
    what: "a changed count of a batch",
    statement:
      "UPDATE code_count SET codes = codes + 1 WHERE state = 'ACTIVE' AND entry_id = batch_id",
    class: "code_count",
    subject: `SELECT concat_ws(' ', batch_id, state, to_char(valid_until AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS.US'))
              FROM code_count WHERE state = 'ACTIVE' AND entry_id = batch_id ORDER BY 1 LIMIT 1`,
  },
  {
    what: "a partner's order that is counted and was not reported",
    statement: "INSERT INTO partner_count (partner_id, until, reports) VALUES ('yunda', now(), 1)",
    class: "partner_count",
    subject: "SELECT 'yunda'",
  },
  {
    what: "a hit of a risk rule that is summed and does not exist",
    statement:
      "INSERT INTO risk_day (day, rule, acted, dry, subjects) VALUES ('2099-01-01', 'list', 1, 0, 1)",
    class: "risk_day",
    subject: "SELECT '2099-01-01 list'",
  },
  {
    what: "a changed figure of an invitation campaign",
    statement: "UPDATE invite_count SET bound = bound + 1",
    class: "invite_count",
    subject: "SELECT campaign_id::text FROM invite_count",
  },
  {
    what: "an order that is marked as counted and is not",
    statement: "INSERT INTO order_count_mark (member_id, until) VALUES (:payer, 'infinity')",
    class: "order_count",
    subject:
      "SELECT concat_ws(' ', member_id, kind, source) FROM orders WHERE member_id = :payer AND hidden_at IS NULL LIMIT 1",
  },
  {
    what: "a changed sum of a slot",
    statement: `UPDATE ledger_slot SET debits = debits + 5 WHERE (slot, purpose) = (
      SELECT slot, purpose FROM ledger_slot ORDER BY 1, 2 LIMIT 1)`,
    class: "ledger_slot",
    subject: `SELECT concat_ws(' ', to_char(slot AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'), asset, purpose, party)
              FROM ledger_slot ORDER BY slot, purpose, party LIMIT 1`,
  },
  {
    what: "a line that is marked as summed and is not",
    statement:
      "INSERT INTO ledger_month_mark (member_id, purpose, asset, version) VALUES (:payer, 'principal', 'CNY', 1)",
    class: "month_sum",
    subject: `SELECT concat_ws(' ', t.member_id, t.asset, 'principal',
                to_char(t.created_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM'), x.kind, t.debit)
              FROM ledger_transfer t JOIN ledger_txn x ON x.member_id = t.member_id AND x.id = t.txn_id
              WHERE t.member_id = :payer AND t.credit = 'principal' AND t.credit_version = 1`,
  },
  {
    what: "a changed sum of a supplier's day",
    statement: "UPDATE supplier_day SET owed_fen = owed_fen + 5 WHERE supplier_id = 'topup'",
    class: "supplier_day",
    subject:
      "SELECT concat_ws(' ', day, supplier_id) FROM supplier_day WHERE supplier_id = 'topup'",
  },
  {
    what: "a removed sum of a supplier's day",
    statement: "DELETE FROM supplier_day WHERE supplier_id = 'cards'",
    class: "supplier_day",
    subject:
      "SELECT concat_ws(' ', day, supplier_id) FROM supplier_day WHERE supplier_id = 'cards'",
  },
  {
    what: "an own card delivered to no order",
    statement: "UPDATE card_stock SET out_no = 'OUT0000001', given_at = now() WHERE out_no IS NULL",
    class: "card_stock",
    subject: "SELECT out_no FROM card_take",
  },
  {
    what: "a campaign's count changed",
    statement: "UPDATE campaign_stock SET claimed = claimed + 1",
    class: "campaign_stock",
    subject: "SELECT template_id || ' ' || bucket FROM campaign_stock ORDER BY 1 LIMIT 1",
  },
  {
    what: "an increased frozen reward",
    statement: "UPDATE invite_reward SET amount = amount + 1, first_amount = first_amount + 1",
    class: "reward_frozen",
    subject: "SELECT member_id || ' reward_frozen' FROM invite_reward",
  },
  {
    what: "a campaign's budget changed",
    statement: "UPDATE invite_budget SET used_fen = used_fen + 1",
    class: "invite_budget",
    subject: "SELECT campaign_id || ' ' || bucket FROM invite_budget",
  },
  {
    what: "the total of the stock changed",
    statement: "UPDATE sku_stock SET total = total + 3 WHERE bucket = 0",
    class: "stock_issued",
    subject: "SELECT DISTINCT sku_id FROM sku_stock",
  },
];

type Case = { class: string; subject: string; memberId: string | null; frozen: string[] };
const readCases = async (where = "true"): Promise<Case[]> =>
  (
    await shop.db.$client.query<Case>(
      `SELECT class, subject, member_id AS "memberId", frozen FROM recon_case WHERE ${where} ORDER BY 1, 2`,
    )
  ).rows;

/** Returns the name of a damage's case. */
async function nameOf({ class: name, subject }: Damage): Promise<string> {
  const { rows } = await shop.owner.query<Record<string, string>>(withMembers(subject));
  return `${name} ${Object.values(rows[0] ?? {})[0]}`;
}

/** Runs a check in slices of about two rows; returns what it finds, and how many slices there were. */
async function findInSlices(
  asOwner: NodePgDatabase,
  check: Check,
): Promise<{ named: string[]; slices: number }> {
  const named: string[] = [];
  let after: string | null = null;
  for (let slices = 1; ; slices++) {
    const by = check.sliced?.by;
    const until: string | null = by
      ? await sliceEnd(asOwner, by, { after, rows: 2, countsPostings: true })
      : null;
    const statement = statementOf(check, checkParametersOf(shop.context), { after, until });
    const { rows } = await asOwner.execute<FoundDifference>(statement);
    named.push(...rows.map((one) => `${one.class} ${one.subject}`));
    if (until === null) return { named, slices };
    after = until;
  }
}

test("an undamaged shop has no case", async () => {
  const { found, checks: reports } = await reconcile(shop.context, shop.db, "full");
  expect(await readCases()).toEqual([]);
  expect(found).toBe(0);
  expect(reports.map(({ name }) => name)).toHaveLength(checks.length);
});

test.each(damages)("$what is reported with its row", async (damage) => {
  const wanted = await nameOf(damage);
  const asOwner = drizzle({ client: shop.owner });
  await shop.owner.query("BEGIN");
  await shop.owner.query(withMembers(damage.statement));
  const named: string[] = [];
  const inSlices: string[] = [];
  const counts = new Map<string, number>();
  for (const check of checks) {
    const { rows } = await asOwner.execute<FoundDifference>(
      statementOf(check, checkParametersOf(shop.context)),
    );
    named.push(...rows.map((one) => `${one.class} ${one.subject}`));
    const divided = await findInSlices(asOwner, check);
    inSlices.push(...divided.named);
    counts.set(check.sliced?.by ?? "none", divided.slices);
  }
  await shop.owner.query("ROLLBACK");
  expect(named).toContain(wanted);
  // Slices find what the whole statement finds, each difference once.
  expect(inSlices.toSorted()).toEqual(named.toSorted());
  expect(counts.get("none")).toBe(1);
  for (const by of ["member", "code", "day"]) expect(counts.get(by)).toBeGreaterThan(1);
});

test("with all damages at once, one run reports each, and freezes only the money of the affected members", async () => {
  const wanted: string[] = [];
  for (const damage of damages) wanted.push(await nameOf(damage));
  for (const { statement } of damages) await shop.owner.query(withMembers(statement));
  await reconcile(shop.context, shop.db, "full");
  const cases = await readCases();
  const named = cases.map((one) => `${one.class} ${one.subject}`);
  expect(wanted.filter((one) => !named.includes(one))).toEqual([]);
  for (const one of cases) {
    const isFreezing = (classes.get(one.class)?.freezes ?? false) && one.memberId !== null;
    expect([one.class, one.frozen.length > 0]).toEqual([one.class, isFreezing]);
    for (const asset of one.frozen as Asset[])
      expect(await isFrozen(shop.db, one.memberId ?? "", asset)).toBe(true);
  }
  const untouched = await shop.member(799);
  expect(await isFrozen(shop.db, untouched, "CNY")).toBe(false);

  // Two further concurrent runs open no case twice.
  await Promise.all([1, 2].map(() => reconcile(shop.context, shop.db, "full")));
  expect(await readCases()).toEqual(cases);
});
