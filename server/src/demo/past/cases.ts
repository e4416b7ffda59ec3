/**
 * Open cases in the queues of the console: refunds to decide, questions of members, requests for
 * invoices, nicknames to review, own pictures, mistyped codes, and an order that a supplier billed
 * without our asking. Made on the last evening of the past, but for orders that stay on their way:
 * those are made minutes before the present.
 */
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { sql } from "drizzle-orm";
import { revealCard } from "../../domain/cards/actions.ts";
import { openSession } from "../../domain/exchange/actions.ts";
import { renameMember } from "../../domain/members/actions.ts";
import { requestInvoice } from "../../domain/invoices/actions.ts";
import { createLiveRisk } from "../../domain/risk/actions.ts";
import { openTicket } from "../../domain/tickets/actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type Choice, createChoice } from "./choice.ts";
import { MISTYPED_MAX, WATCHED_NETWORK } from "./operators.ts";
import { DOUBTFUL_NAMES } from "./partners.ts";
import { pictureOneself } from "./pictures.ts";
import { applyForReturn, pay, payAndReceive, placeUnpaid, topUp } from "./shopping.ts";
import { deliverAll, type PastEnvironment, unlessRefused } from "./environment.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const RETURNS = [
  { skuId: "jd-cash-100", reason: "公司统一采购，我重复买了", fromBalance: true },
  { skuId: "hotpot-two-100", reason: "买错了，想换成 200 元的", fromBalance: false },
] as const;
const PACKAGE = "three-hundred";
/** Of the request that shows the card. */
const SEEN_BY = { device: "past", requestId: "past" } as const;

const QUESTIONS = [
  { topic: "order", text: "昨天充的话费显示成功，但手机还没收到短信，麻烦帮忙查一下。" },
  { topic: "code", text: "公司发的兑换码提示已被使用，可我还没有兑换过。" },
  { topic: "money", text: "余额充值时选错了档位，可以改成 200 元的吗？" },
  { topic: "account", text: "换了手机号，原来的积分怎么转到新号？" },
] as const;

/** On the bill of the last day only. */
export const UNKNOWN_ORDER = {
  supplierId: "cards",
  outNo: "SO20261100000000000001",
  supplierNo: "C880012345670001",
  amountFen: 4_950,
} as const;

/** The faces that members upload. */
const PICTURED = ["南风", "四月", "小满"] as const;
const VISITORS = 9;
/** Top-ups that stay on their way. */
const KEPT = ["phone-mobile-100", "video-iqiyi"] as const;

const INVOICED = ["phone-mobile-200", "video-iqiyi-year"] as const;

/** A card that its member has seen: an operator decides whether it is taken back. */
async function returnOne(env: PastEnvironment, memberId: string, at: number): Promise<void> {
  const { time, db } = env;
  const { skuId, reason, fromBalance } = RETURNS[at] ?? RETURNS[0];
  if (fromBalance) await topUp(env, memberId, PACKAGE);
  const placed = await placeUnpaid(env, { memberId, skuId, input: {} });
  await payAndReceive(env, placed, { fromBalance });
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM card c JOIN orders o ON o.member_id = c.member_id AND o.id = c.order_id
    WHERE c.member_id = ${memberId} AND o.order_no = ${placed.orderNo}`);
  for (const { id } of rows) await revealCard(time.context, db, { ...SEEN_BY, memberId, id });
  await applyForReturn(env, placed, reason);
}

async function invoiceOne(env: PastEnvironment, memberId: string, at: number): Promise<void> {
  const { time, db } = env;
  const skuId = INVOICED[at] ?? INVOICED[0];
  const input = { account: `1391000010${at}` };
  const placed = await placeUnpaid(env, { memberId, skuId, input });
  await payAndReceive(env, placed, { fromBalance: false });
  time.pass(10 * MINUTE_MS);
  const key = time.context.ids.next();
  const buyer = { titleType: "person", title: "个人" } as const;
  await requestInvoice(time.context, db, {
    memberId,
    key,
    orderNo: placed.orderNo,
    isIssuing: true,
    ...buyer,
  });
  await deliverAll(env, memberId);
}

async function ask(env: PastEnvironment, memberId: string, at: number): Promise<void> {
  const { time, db } = env;
  const question = QUESTIONS[at] ?? QUESTIONS[0];
  const key = time.context.ids.next();
  await openTicket(time.context, db, { memberId, key, ...question, smsWanted: at % 2 === 0 });
  await deliverAll(env, memberId);
}

/** A new nickname that waits for a person. */
async function rename(env: PastEnvironment, memberId: string, nickname: string): Promise<void> {
  const { time, db, product } = env;
  await transaction(db, (tx) =>
    renameMember(time.context, tx, product.profile, { memberId, nickname }),
  );
  await deliverAll(env, memberId);
}

/** A code of the right form that does not exist. */
function wrongCode(choice: Choice): string {
  const data = String(choice.below(1_000_000_000)).padStart(16, "0");
  return data + checkSymbols(data);
}

/** Types codes that do not exist, every few minutes, more often than the rule allows. */
async function mistype(env: PastEnvironment, memberId: string): Promise<void> {
  const { time, db, seed } = env;
  const { context } = time;
  const risk = createLiveRisk(context);
  await risk.refresh(db);
  const from = { memberId, session: undefined, device: "past-mistyper", address: WATCHED_NETWORK };
  const choice = createChoice(`${seed}:mistyped codes`);
  for (let n = 0; n <= MISTYPED_MAX; n += 1) {
    const code = wrongCode(choice);
    await openSession(context, db, { code, ...from }, { risk }).catch(unlessRefused);
    time.pass(3 * MINUTE_MS);
  }
  await deliverAll(env, memberId);
}

/** Visitors who mistype once or twice, over the day before the end. */
async function mistypeAsVisitors(env: PastEnvironment, end: number): Promise<void> {
  const { time, db, seed } = env;
  const choice = createChoice(`${seed}:visitors who mistype`);
  for (let n = 0; n < VISITORS; n += 1) {
    const at = new Date(end - (3 + choice.below(11)) * HOUR_MS - choice.below(HOUR_MS));
    const from = { memberId: undefined, session: undefined, device: `past-visitor-${n}` };
    const address = `198.51.100.${10 + n}`;
    const tries = 1 + choice.below(2);
    await time.at(at, async () => {
      for (let tried = 0; tried < tries; tried += 1) {
        const code = wrongCode(choice);
        await openSession(time.context, db, { code, ...from, address }).catch(unlessRefused);
        time.pass(40_000);
      }
    });
  }
}

/** A supplier bills an order that was never placed: the one difference of the past's bills. */
function billUnknownOrder({ partners, time }: PastEnvironment): void {
  partners.suppliers[UNKNOWN_ORDER.supplierId]?.bill({
    kind: "supply",
    outNo: UNKNOWN_ORDER.outNo,
    channelNo: UNKNOWN_ORDER.supplierNo,
    amountFen: UNKNOWN_ORDER.amountFen,
    state: "issued",
    at: time.context.clock.now(),
  });
}

/** Buys top-ups that their supplier accepts and leaves on their way, minutes before the present. */
export async function leaveOnTheWay(
  env: PastEnvironment,
  { members, present }: { members: readonly string[]; present: Date },
): Promise<void> {
  for (const [at, skuId] of KEPT.entries()) {
    const memberId = members[at];
    if (memberId === undefined) return;
    const when = new Date(present.getTime() - (26 - 9 * at) * MINUTE_MS);
    await env.time.at(when, async () => {
      const input = { account: `1391000020${at}` };
      const placed = await placeUnpaid(env, { memberId, skuId, input });
      env.partners.suppliers["topup"]?.keepNext();
      await pay(env, placed, { fromBalance: false });
    });
  }
}

/** Makes the cases, each for a member of its own, between six and eleven in the evening. */
export async function layOutCases(
  env: PastEnvironment,
  { members, end }: { members: readonly string[]; end: number },
): Promise<void> {
  await env.time.at(new Date(end - 7 * HOUR_MS), async () => billUnknownOrder(env));
  await mistypeAsVisitors(env, end);
  const cases: ((memberId: string) => Promise<void>)[] = [
    ...RETURNS.map((_, at) => (memberId: string) => returnOne(env, memberId, at)),
    ...INVOICED.map((_, at) => (memberId: string) => invoiceOne(env, memberId, at)),
    ...QUESTIONS.map((_, at) => (memberId: string) => ask(env, memberId, at)),
    ...[...DOUBTFUL_NAMES].map((name) => (memberId: string) => rename(env, memberId, name)),
    ...PICTURED.map((seed) => (memberId: string) => pictureOneself(env, { memberId, seed })),
    (memberId: string) => mistype(env, memberId),
  ];
  for (const [at, make] of cases.entries()) {
    const memberId = members[at];
    if (memberId === undefined) return;
    const when = new Date(end - 6 * HOUR_MS + at * 20 * MINUTE_MS);
    await env.time.at(when, () => make(memberId));
  }
}
