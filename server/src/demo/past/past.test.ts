/** Tests that the demo's past is believable, agrees with itself, and follows from its seed. */
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageOfFriends } from "../../domain/invitations/actions.ts";
import { findOrCreateMemberByPhone } from "../../domain/members/actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { reconcile } from "../../domain/reconciliation/actions.ts";
import { trialBalance } from "../../domain/ledger/actions.ts";
import { UNKNOWN_ORDER } from "./cases.ts";
import { type DemoWithPast, openDemoWithPast } from "./past.fixture.ts";
import { peopleOf } from "./people.ts";
import { planOf } from "./plan.ts";

const SMALL = { seed: "small", members: 30, days: 18 };
let demo: DemoWithPast;
beforeAll(async () => {
  demo = await openDemoWithPast(SMALL);
});
afterAll(() => demo.close());

const rows = async ({ db }: DemoWithPast, query: SQL) => (await db.execute(query)).rows;

/** The world without its ids, numbers and secrets, which are drawn anew. */
const contents = async (world: DemoWithPast) => ({
  members: await rows(
    world,
    sql`SELECT nickname, phone_mask, created_at, CASE WHEN avatar_file IS NULL THEN avatar_url END AS face
        FROM member ORDER BY 3, 1, 2`,
  ),
  orders: await rows(
    world,
    sql`SELECT title, payable_fen, order_state, pay_state, fulfil_state, created_at, paid_at
        FROM orders WHERE created_at < ${world.context.clock.now()} ORDER BY created_at, title`,
  ),
  postings: await rows(
    world,
    sql`SELECT t.kind, t.title, x.amount, t.created_at
        FROM ledger_txn t JOIN ledger_transfer x ON x.member_id = t.member_id AND x.txn_id = t.id
        WHERE t.created_at < ${world.context.clock.now()} ORDER BY 4, 1, 2, 3`,
  ),
  messages: await rows(
    world,
    sql`SELECT kind, title, created_at FROM message WHERE created_at < ${world.context.clock.now()}
        ORDER BY 3, 1, 2`,
  ),
});

test("reconciliation finds nothing in the past but the case that was laid out", async () => {
  const { context, db } = demo;
  await reconcile(context, db, "full");
  // The demo's own last orders wait for the product's worker.
  const found = await rows(
    demo,
    sql`SELECT class, subject, expected, actual FROM recon_case WHERE class <> 'outbox_stuck'`,
  );
  expect(found).toHaveLength(1);
  expect(found[0]?.["subject"]).toContain(UNKNOWN_ORDER.outNo);
  expect((await trialBalance(db)).isSound).toBe(true);
});

test("batches of corporate customers are redeemed in part, frozen, waiting and drafts", async () => {
  const [found] = await rows(
    demo,
    sql`SELECT count(DISTINCT b.batch_id)::int AS batches, array_agg(DISTINCT b.state ORDER BY b.state) AS states,
               (count(*) FILTER (WHERE c.state = 'REDEEMED' AND b.name LIKE '平安银行%'))::int AS redeemed
        FROM code_batch b LEFT JOIN code c USING (batch_id) WHERE b.name LIKE '% %' AND b.count > 2`,
  );
  expect(found).toMatchObject({ batches: 5, states: ["active", "draft", "paused", "ready"] });
  // 76 of a hundred, but for members who had not joined yet and cards that were not delivered.
  expect(Number(found?.["redeemed"])).toBeGreaterThan(20);
});

test("the first member's friends have surnames, and brought different rewards", async () => {
  const { context, db } = demo;
  const phone = "13800000001";
  const { memberId } = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
  const { list } = await pageOfFriends(context, db, memberId, {});
  const named = list.filter(({ friend }) => /^\p{Script=Han}\*\*$/u.test(friend));
  expect(named.map(({ friend, state }) => [friend, state])).toEqual([
    ["吴**", "registered"],
    ["孙**", "frozen"],
    ["何**", "settled"],
    ["赵**", "settled"],
  ]);
  const amounts = named.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
  expect(new Set(amounts).size).toBe(3);
});

test("the queues of refunds, questions, invoices and nicknames have open cases", async () => {
  const [open] = await rows(
    demo,
    sql`SELECT (SELECT count(*)::int FROM refund WHERE state = 'APPLIED') AS refunds,
               (SELECT count(*)::int FROM ticket WHERE state = 'open') AS tickets,
               (SELECT count(*)::int FROM invoice WHERE state = 'REQUESTED') AS invoices,
               (SELECT count(*)::int FROM moderation_case WHERE state = 'REVIEW') AS names`,
  );
  expect(open).toEqual({ refunds: 2, tickets: 4, invoices: 2, names: 2 });
});

test("rewards that wait for review, a risk case, proposals and exports are laid out", async () => {
  const [open] = await rows(
    demo,
    sql`SELECT (SELECT count(*)::int FROM invite_reward WHERE state = 'HELD') AS rewards,
               (SELECT count(*)::int FROM risk_case WHERE state = 'OPEN') AS risks,
               (SELECT count(*)::int FROM approval WHERE kind = 'adjust' AND state = 'waiting') AS adjustments,
               (SELECT count(*)::int FROM supplier_order WHERE state = 'ACCEPTED') AS waiting,
               (SELECT count(*)::int FROM bulk_send) AS sends,
               (SELECT count(*)::int FROM segment) AS segments,
               (SELECT count(*)::int FROM export WHERE outcome = 'done') AS exports,
               (SELECT count(*)::int FROM contract_terms) AS terms,
               (SELECT count(*)::int FROM code_canary) AS decoys,
               (SELECT count(*)::int FROM file WHERE purpose = 'avatar') AS pictures`,
  );
  expect(open).toEqual({
    rewards: 8,
    risks: 2,
    adjustments: 1,
    waiting: 2,
    sends: 2,
    segments: 3,
    exports: 2,
    terms: 3,
    decoys: 12,
    pictures: 4,
  });
});

test("every member of the past has a drawn face", async () => {
  // The demo's own members keep the nickname that the product gives; the past's have names.
  const [found] = await rows(
    demo,
    sql`SELECT count(*) FILTER (WHERE avatar_url IS NULL)::int AS faceless,
               count(*)::int >= ${SMALL.members} AS "areAll",
               count(DISTINCT avatar_url)::int > 20 AS "areDifferent"
        FROM member WHERE nickname NOT LIKE '云鲸会员%'`,
  );
  expect(found).toEqual({ faceless: 0, areAll: true, areDifferent: true });
});

test("members used the coupons that they claimed", async () => {
  const used = sql`SELECT count(*)::int AS used FROM member_coupon WHERE state = 'USED'`;
  expect(Number((await rows(demo, used))[0]?.["used"])).toBeGreaterThan(1);
});

test("every partner's bill of every day was compared, and agrees but for the case laid out", async () => {
  const different = await rows(demo, sql`SELECT source, subject FROM bill_difference`);
  expect(different).toHaveLength(1);
  expect(different[0]?.["subject"]).toContain(UNKNOWN_ORDER.outNo);
  const [days] = await rows(
    demo,
    sql`SELECT count(DISTINCT day)::int AS days, count(*) FILTER (WHERE state <> 'compared')::int AS open,
               sum(row_count)::int > 10 AS "hasRows" FROM bill_day`,
  );
  expect(days).toEqual({ days: SMALL.days, open: 0, hasRows: true });
});

test("what the demo's accounts did before today is delivered", async () => {
  const queued = await rows(
    demo,
    sql`SELECT topic, payload->>'kind' AS kind, created_at FROM outbox
        WHERE state = 'queued' AND created_at < date_trunc('day', ${demo.context.clock.now()}::timestamptz, 'Asia/Shanghai')`,
  );
  expect(queued).toEqual([]);
});

test("no message of the past waits for the product's worker", async () => {
  const names = peopleOf(SMALL.seed, SMALL.members, SMALL.days).map(({ name }) => name);
  const [found] = await rows(
    demo,
    sql`SELECT count(*) FILTER (WHERE o.state = 'done')::int > ${SMALL.members} AS "areDone",
               count(*) FILTER (WHERE o.state <> 'done')::int AS waiting
        FROM outbox o JOIN member m USING (member_id) WHERE m.nickname = ANY(${sql.param(names)}::text[])`,
  );
  expect(found).toEqual({ areDone: true, waiting: 0 });
});

test("equal seeds give equal worlds, and another seed another", async () => {
  const again = await openDemoWithPast(SMALL);
  expect(await contents(again)).toEqual(await contents(demo));
  await again.close();
  const people = (seed: string) => peopleOf(seed, 30, 18);
  expect(planOf("small", people("small"))).toEqual(planOf("small", people("small")));
  expect(people("other")).not.toEqual(people("small"));
});

test("a later start changes nothing", async () => {
  const before = await contents(demo);
  await demo.seedAgain();
  expect(await contents(demo)).toEqual(before);
});
