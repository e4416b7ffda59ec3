/**
 * Open cases in the queues of the console: refunds to decide, orders without an answer of the
 * supplier, questions of members, and requests for invoices. Made on the last evening of the past.
 */
import { sql } from "drizzle-orm";
import { moveToManualQueue } from "../../domain/fulfilment/actions.ts";
import { requestInvoice } from "../../domain/invoices/actions.ts";
import { openTicket } from "../../domain/tickets/actions.ts";
import { invariant } from "../../platform/refusal.ts";
import type { People } from "./batches.ts";
import { applyForReturn, payAndReceive, placeUnpaid, type Purchase } from "./shopping.ts";
import { deliverAll, type World } from "./world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Above the amount that is refunded without an operator (setting `refundReviewAboveFen`). */
const RETURNS = [
  { skuId: "jd-cash-500", quantity: 2, reason: "公司统一采购，我重复买了" },
  { skuId: "jd-cash-500", quantity: 3, reason: "数量填错了，应该是一张" },
] as const;

const QUESTIONS = [
  { topic: "order", text: "昨天充的话费显示成功，但手机还没收到短信，麻烦帮忙查一下。" },
  { topic: "code", text: "公司发的兑换码提示已被使用，可我还没有兑换过。" },
  { topic: "money", text: "余额充值时选错了档位，可以改成 200 元的吗？" },
  { topic: "account", text: "换了手机号，原来的积分怎么转到新号？" },
] as const;

const INVOICED = ["phone-mobile-200", "video-iqiyi-year"] as const;
const UNANSWERED = ["phone-unicom-100", "phone-telecom-50"] as const;

const buy = async (world: World, purchase: Purchase) => {
  const placed = await placeUnpaid(world, purchase);
  await payAndReceive(world, placed, { fromBalance: false });
  return placed;
};

async function returnOne(world: World, memberId: string, at: number): Promise<void> {
  const wanted = RETURNS[at];
  invariant(wanted, "each of the returns has its member");
  const { skuId, quantity, reason } = wanted;
  const placed = await buy(world, { memberId, skuId, quantity, input: {} });
  await applyForReturn(world, placed, reason);
}

async function invoiceOne(world: World, memberId: string, at: number): Promise<void> {
  const { time, db } = world;
  const skuId = INVOICED[at] ?? INVOICED[0];
  const { orderNo } = await buy(world, { memberId, skuId, input: { account: `1391000010${at}` } });
  time.pass(10 * MINUTE_MS);
  const key = time.context.ids.next();
  const buyer = { titleType: "person", title: "个人" } as const;
  await requestInvoice(time.context, db, { memberId, key, orderNo, isIssuing: true, ...buyer });
  await deliverAll(world, memberId);
}

/** The supplier does not answer, and an operator takes the order out of the polling. */
async function leaveUnanswered(
  world: World,
  memberId: string,
  { at, operatorId }: { readonly at: number; readonly operatorId: string },
): Promise<void> {
  const { time, db, product, partners } = world;
  const skuId = UNANSWERED[at] ?? UNANSWERED[0];
  partners.treatNext({ state: "unknown", reason: "连接超时" });
  await buy(world, { memberId, skuId, input: { account: `1391000020${at}` } });
  time.pass(20 * MINUTE_MS);
  const { rows } = await db.execute<{ orderId: string }>(sql`
    SELECT order_id AS "orderId" FROM supplier_order WHERE member_id = ${memberId} AND state = 'UNKNOWN'`);
  const [found] = rows;
  invariant(found, "the supplier has left the order without an answer");
  await moveToManualQueue(time.context, db, product.fulfilment, {
    ownerId: memberId,
    orderId: found.orderId,
    operatorId,
    reason: "供应商迟迟没有结果，转人工核实",
  });
  await deliverAll(world, memberId);
}

async function ask(world: World, memberId: string, at: number): Promise<void> {
  const { time, db } = world;
  const question = QUESTIONS[at] ?? QUESTIONS[0];
  const key = time.context.ids.next();
  await openTicket(time.context, db, { memberId, key, ...question, smsWanted: at % 2 === 0 });
  await deliverAll(world, memberId);
}

/** Makes the cases, each for a member of its own, between six and eleven in the evening. */
export async function layOutCases(
  world: World,
  { people, members, end }: { people: People; members: readonly string[]; end: number },
): Promise<void> {
  const operatorId = people.maker;
  const cases: ((memberId: string) => Promise<void>)[] = [
    ...RETURNS.map((_, at) => (memberId: string) => returnOne(world, memberId, at)),
    ...INVOICED.map((_, at) => (memberId: string) => invoiceOne(world, memberId, at)),
    ...UNANSWERED.map(
      (_, at) => (memberId: string) => leaveUnanswered(world, memberId, { at, operatorId }),
    ),
    ...QUESTIONS.map((_, at) => (memberId: string) => ask(world, memberId, at)),
  ];
  for (const [at, make] of cases.entries()) {
    const memberId = members[at];
    if (memberId === undefined) return;
    const when = new Date(end - 6 * HOUR_MS + at * 20 * MINUTE_MS);
    await world.time.at(when, () => make(memberId));
  }
}
