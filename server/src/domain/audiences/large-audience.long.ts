/**
 * 100,000 members, the largest audience: their count, a send to them, and claims of members beside
 * it. The limits are the product's own: the database ends a count after 5 s, another statement after
 * 15 s, and a wait for a lock after 2 s.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SegmentRules } from "@yunjing/contract/schemas/operators/audiences";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import { outcomeOf, tally, times } from "../coupons/testing.ts";
import { cancelSend, countSegment, createSegment, giveToAudience, runSend } from "./actions.ts";
import { findSend, type StoredSend } from "./store/sends.ts";
import { ANNA, type AudienceEnv, createAudienceEnv, named, reason } from "./testing.ts";

const MEMBERS = 100_000;
const ORDERS_EACH = 5;
/** How long the job goes through the send before it is cancelled. */
const RUN_MS = 8_000;
/** Growth of the heap while the job runs; a list of all outcomes would be more. */
const HEAP_MAX_BYTES = 40_000_000;
const EVERYONE: SegmentRules = { seenWithinDays: 365 };

let env: AudienceEnv;
beforeAll(async () => {
  env = await createAudienceEnv(16, { bulkGiveTwoPersonsFen: 1_000_000_000 });
  const fill = (text: string) => queryWithoutTriggers(env.db.$client, text, [], "written");
  const noon = `'${env.now().toISOString()}'::timestamptz`;
  await fill(`
    INSERT INTO member (member_id, member_no, status, nickname, created_at, last_seen_at)
    SELECT overlay(md5('m' || n) PLACING lpad(to_hex(n), 8, '0') FROM 1)::uuid, (200000000 + n)::text, 'ACTIVE',
           '会员' || n, ${noon} - (n % 700) * interval '1 day', ${noon} - (n % 90) * interval '1 day'
    FROM generate_series(1, ${MEMBERS}) n`);
  await fill(`
    INSERT INTO orders (member_id, id, order_no, kind, source, title, artwork, order_state, pay_state, fulfil_state,
                        goods_fen, payable_fen, cash_fen, expires_at, snapshot, created_at, paid_at)
    SELECT m.member_id, gen_random_uuid(), 'Y' || m.member_no || k, 'shop', 'shop', '话费', 'phone', 'DONE', 'PAID',
           'DONE', 1000 * k, 1000 * k, 1000 * k, ${noon}, '{}', ${noon} - k * interval '11 days',
           ${noon} - k * interval '11 days'
    FROM member m CROSS JOIN generate_series(1, ${ORDERS_EACH}) k`);
  await fill(`
    INSERT INTO member_tag (member_id, tag, actor_id, created_at)
    SELECT member_id, 'vip', member_id, ${noon} FROM member`);
}, 120_000);
afterAll(() => env.close());

test.each<[string, SegmentRules]>([
  ["a visit", EVERYONE],
  ["orders and their amount", { orders: { withinDays: 365, countMin: 5, amountMinFen: 15_000 } }],
  ["a level and a tag", { grades: [1, 2], tags: ["vip"] }],
])("100,000 members are counted by %s, with ten of them", async (_rule, rules) => {
  const { count, isMore, sample } = await countSegment(env.context, env.db, rules);
  expect({ count, isMore, sample: sample.length }).toEqual({
    count: MEMBERS,
    isMore: false,
    sample: 10,
  });
});

test("a send to 100,000 members shows its progress, lets members claim, and ends when cancelled", async () => {
  const { context, db } = env;
  const templateId = await env.template({ stock: times(16, () => MEMBERS) });
  const wanted = { name: "全部", rules: EVERYONE, makerId: ANNA, key: "segment" };
  const { segmentId } = await createSegment(context, db, named, wanted);
  const gift = { templateId, segmentId, ref: "everyone", reason, makerId: ANNA, key: "give" };
  const { sendId } = await giveToAudience(context, db, gift);
  const read = async (): Promise<StoredSend | undefined> => findSend(db, sendId, env.now());
  expect(await read()).toMatchObject({ members: MEMBERS, state: "running" });

  const heap = process.memoryUsage().heapUsed;
  let isOver = false;
  const running = runSend(context, db, sendId, RUN_MS).finally(() => (isOver = true));
  const seen: number[] = [];
  const outcomes: string[] = [];
  const claimants = await Promise.all(times(4, (n) => env.member(n)));
  while (!isOver) {
    seen.push((await read())?.progress.given ?? 0);
    const ref = context.ids.next();
    const claims = claimants.map((member) =>
      outcomeOf(env.grant(member, templateId, "claim", ref)),
    );
    outcomes.push(...(await Promise.all(claims)));
  }
  expect(await running).toBe("more");
  expect(Object.keys(tally(outcomes))).toEqual(["granted"]);
  expect(Math.max(...seen)).toBeGreaterThan(0);
  expect(Math.max(...seen)).toBeLessThan(MEMBERS);
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(HEAP_MAX_BYTES);

  const again = runSend(context, db, sendId, RUN_MS);
  const caller = { memberId: ANNA, roles: ["admin"], permissions: [] } as unknown as Parameters<
    typeof cancelSend
  >[2]["caller"];
  await cancelSend(context, db, { sendId, caller, reason });
  expect(await again).toBe("done");
  const given = (await read())?.progress.given;
  expect(await read()).toMatchObject({ state: "cancelled" });
  const held = "SELECT count(*)::int FROM member_coupon WHERE source = 'grant'";
  expect(await env.ask(held)).toBe(given);
  expect(given).toBeLessThan(MEMBERS);
}, 60_000);
