/** The operators' member list, one member, and the acts on an account, against the real database. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { revokeCoupon } from "../coupons/actions.ts";
import {
  decideRebind,
  liftRestriction,
  noteMember,
  openSession,
  phoneOf,
  proposeRebind,
  restrictMember,
  revealPhone,
  setTags,
} from "../members/actions.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { operatorMemberDetail } from "./actions/member-detail.ts";
import { findByPhone, operatorMemberList } from "./actions/member-list.ts";
import { memberLedger, memberTabs } from "./actions/member-tabs.ts";
import { type MemberFilter, memberPageSql } from "./store/member-list.ts";
import { operatorCall, refusalOf } from "./operator-call.fixture.ts";

let env: RefundEnv;
let operatorId: string;
let checkerId: string;
let memberId: string;
let memberNo: string;
const reason = "核实无误";

const callOf = (permissions: readonly string[]) => operatorCall(operatorId, permissions);

const numberOf = async (id: string): Promise<string> => {
  const found = await env.db.execute<{ no: string }>(
    sql`SELECT member_no AS no FROM member WHERE member_id = ${id}`,
  );
  return found.rows[0]?.no ?? "";
};
const detail = (permissions: readonly string[] = ["members:read"]) =>
  operatorMemberDetail(env.context, env.db, { memberNo, call: callOf(permissions) });

beforeAll(async () => {
  env = await openRefundEnv();
  operatorId = await env.member(1);
  checkerId = await env.member(2);
  memberId = await env.member(3);
  memberNo = await numberOf(memberId);
  await env.mixedOrder(memberId, 1);
});
afterAll(() => env.close());

test("pages of the list follow each other without a gap or a repeat", async () => {
  await Promise.all(Array.from({ length: 22 }, (_, n) => env.member(100 + n)));
  const first = await operatorMemberList(env.db, { pageSize: 20 });
  const cursor = first.nextCursor ?? "";
  const second = await operatorMemberList(env.db, { pageSize: 20, cursor });
  const numbers = [...first.list, ...second.list].map((row) => row.memberNo);
  expect(first.list).toHaveLength(20);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(second.nextCursor).toBeUndefined();
  expect(numbers).toContain(memberNo);
  const foreign = operatorMemberList(env.db, { cursor: "x.y" });
  expect(await refusalOf(foreign)).toBe("BAD_REQUEST");
});

test("a phone's last four digits, or the whole phone, find the member", async () => {
  const phone = (await phoneOf(env.context, env.db, memberId)) ?? "";
  const find = (input: { phone?: string; last4?: string }) =>
    findByPhone(env.context, env.db, { ...input, operatorId });
  expect((await find({ phone })).list.map((row) => row.memberNo)).toEqual([memberNo]);
  const byTail = await find({ last4: phone.slice(-4) });
  expect(byTail.list.map((row) => row.memberNo)).toContain(memberNo);
  expect(JSON.stringify(byTail)).not.toContain(phone);
  expect(await refusalOf(find({}))).toBe("INPUT_INVALID");
});

test("an operator finds members by phone only so often a day, and again the next day", async () => {
  const find = () => findByPhone(env.context, env.db, { last4: "9999", operatorId: checkerId });
  const { memberFindsPerDay: most } = env.context.settings;
  for (let n = 0; n < most; n++) await find();
  expect(await refusalOf(find())).toBe("RATE_LIMITED");
  env.context.clock.advance(86_400_000);
  expect((await find()).used).toBe(1);
});

test("each filter of the list reads an index", async () => {
  const filters: MemberFilter[] = [
    {},
    { memberNo },
    { status: "FROZEN" },
    { tag: "高频" },
    { has: "debt" },
    { has: "frozen" },
    { from: 1 },
  ];
  for (const filter of filters) {
    const plan = await transaction(env.db, async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`);
      const page = memberPageSql(filter, { after: undefined, limit: 20 });
      const lines = await tx.execute<{ "QUERY PLAN": string }>(sql`EXPLAIN ${page}`);
      return lines.rows.map((line) => line["QUERY PLAN"]).join("\n");
    });
    expect(plan).not.toMatch(/Seq Scan on (member|ledger_account|ledger_freeze|member_tag)\b/);
  }
});

test("the page of a member shows assets and orders, and reading it is in the audit", async () => {
  const shown = await detail(["members:read", "members:edit"]);
  expect(shown).toMatchObject({ memberNo, status: "ACTIVE", counts: { orders: 1 } });
  expect(shown.recentOrders).toHaveLength(1);
  expect(shown.may).toContain("note");
  expect(shown.may).not.toContain("reveal");
  expect(shown.may).not.toContain("lift");
  const audited = await env.db.execute<{ input: object }>(sql`
    SELECT input FROM audit_line WHERE member_id = ${operatorId} AND operation = 'operatorMembers.detail'`);
  expect(audited.rows[0]?.input).toEqual({ memberNo });
});

test("the tabs list what belongs to the member, and an unknown member has none", async () => {
  const tabs = memberTabs(env.context, env.db);
  expect((await tabs.orders({ memberNo })).list).toHaveLength(1);
  expect((await tabs.coupons({ memberNo })).list.length).toBeGreaterThan(0);
  expect((await tabs.events({ memberNo })).list.at(-1)?.name).toBe("registered");
  for (const name of ["cards", "codes", "sessions", "invitations", "messages"] as const) {
    expect(await refusalOf(tabs[name]({ memberNo }))).toBe("none");
  }
  expect(await refusalOf(tabs.cards({ memberNo: "999999999" }))).toBe("NOT_FOUND");
});

test("ledger lines follow each other by cursor, and their changes add up to the balance", async () => {
  const lines = [];
  let cursor: string | undefined;
  do {
    const input = { memberNo, pageSize: 20, ...(cursor ? { cursor } : {}) };
    const page = await memberLedger(env.db, input);
    lines.push(...page.list);
    cursor = page.nextCursor;
  } while (cursor);
  const sum = lines
    .filter((line) => line.account === "principal")
    .reduce((total, { change }) => total + change, 0);
  expect(sum).toBe((await detail()).assets.principalFen);
  expect(lines.every((line) => line.kindText !== "")).toBe(true);
});

test("a phone is revealed with a reason, recorded, and at most so often a day", async () => {
  const act = { memberNo, operatorId, reason };
  expect(await revealPhone(env.context, env.db, act)).toMatch(/^1\d{10}$/);
  const { list } = await memberTabs(env.context, env.db).events({ memberNo });
  expect(list[0]).toMatchObject({ name: "phone_revealed", reason });
  const { memberRevealsPerDay: most } = env.context.settings;
  for (let n = 1; n < most; n++) await revealPhone(env.context, env.db, act);
  expect(await refusalOf(revealPhone(env.context, env.db, act))).toBe("RATE_LIMITED");
  expect((await detail()).reveals).toEqual({ used: most + 1, most });
});

test("a frozen account has no session, and is active again when that is lifted", async () => {
  await transaction(env.db, (tx) =>
    openSession(env.context, tx, { memberId, device: "d", audience: "member" }),
  );
  const act = { memberNo, operatorId, reason };
  await restrictMember(env.context, env.db, { ...act, status: "FROZEN" });
  expect(await detail()).toMatchObject({ status: "FROZEN", statusReason: reason });
  const { list } = await memberTabs(env.context, env.db).sessions({ memberNo });
  expect(list[0]?.endedWhy).toBe("account frozen");
  const again = restrictMember(env.context, env.db, { ...act, status: "FROZEN" });
  expect(await refusalOf(again)).toBe("STATE_CHANGED");
  await liftRestriction(env.context, env.db, act);
  expect((await detail()).status).toBe("ACTIVE");
  const own = { ...act, memberNo: await numberOf(operatorId) };
  expect(await refusalOf(liftRestriction(env.context, env.db, own))).toBe("OWN_ACCOUNT");
});

test("tags replace each other, and notes stay", async () => {
  await setTags(env.context, env.db, { memberNo, operatorId, tags: ["高频充值", "上海"] });
  await setTags(env.context, env.db, { memberNo, operatorId, tags: ["上海", "投诉"] });
  await noteMember(env.context, env.db, { memberNo, operatorId, text: "换过手机号，已核身。" });
  const shown = await detail();
  expect(shown.tags.toSorted()).toEqual(["上海", "投诉"].toSorted());
  expect(shown.notes[0]?.text).toBe("换过手机号，已核身。");
  const { list } = await operatorMemberList(env.db, { tag: "投诉" });
  expect(list.map((row) => row.memberNo)).toEqual([memberNo]);
});

test("two operators together give a member another phone, and no session stays", async () => {
  const phone = "13912345678";
  const wanted = { memberNo, operatorId, reason, phone };
  const approvalId = await proposeRebind(env.context, env.db, wanted);
  expect(await refusalOf(proposeRebind(env.context, env.db, wanted))).toBe("STATE_CHANGED");
  expect((await detail()).waitingRebind).toMatchObject({ phoneMask: "139****5678" });
  const decide = (checker: string) =>
    decideRebind(env.context, env.db, { approvalId, checker, state: "approved", reason });
  expect(await refusalOf(decide(operatorId))).toBe("TWO_PERSONS");
  await decide(checkerId);
  expect(await phoneOf(env.context, env.db, memberId)).toBe(phone);
  expect((await detail()).waitingRebind).toBeUndefined();
});

test("one coupon is taken back once, and repeats of the key change nothing", async () => {
  await env.coupon(memberId, 101);
  const { list } = await memberTabs(env.context, env.db).coupons({ memberNo });
  const couponId = list.find(({ state }) => state === "AVAILABLE")?.couponId;
  if (couponId === undefined) throw new Error("the member has a coupon to take back");
  const act = { memberId, couponId, operatorId, reason, key: "k1" };
  await revokeCoupon(env.context, env.db, act);
  await revokeCoupon(env.context, env.db, act);
  const other = revokeCoupon(env.context, env.db, { ...act, key: "k2" });
  expect(await refusalOf(other)).toBe("STATE_CHANGED");
});
