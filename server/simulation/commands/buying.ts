/** Order commands: quote, place, pay internally or by the channel, cancel and refund. */
import { SKUS, TEMPLATE } from "../initial-data.ts";
import {
  pickPreferring,
  expectOneOf,
  expectSame,
  type Member,
  mustPick,
  type Order,
} from "../model.ts";
import type { Run } from "../run.ts";
import { type Commands, hasMembers } from "./command.ts";
import { expectUsable, fitsBudget } from "./coupons.ts";

type Numbers = { readonly a: number; readonly b: number; readonly c: number };

const hasOrders = ({ model }: Run): boolean => model.orders.length > 0;

async function quoted(run: Run, { a, b, c }: Numbers) {
  const free = run.view?.coupons.filter(({ state }) => state === "AVAILABLE") ?? [];
  const memberIndexes = new Set(
    run.model.coupons
      .filter(({ id }) => free.some((one) => one.id === id))
      .map(({ memberIndex }) => memberIndex),
  );
  // Prefers a member who has a coupon, so that the campaign budget is often too small.
  const member = pickPreferring(
    run.model.members,
    a,
    ({ index }) => a % 3 === 0 || memberIndexes.has(index),
  );
  const input = {
    items: [{ skuId: mustPick(SKUS, b), quantity: 1 + (c % 3) }],
    usePoints: b % 2 === 0,
    useBalance: c % 2 === 0,
    // Without `couponIds` the server chooses the member's best coupon.
    ...(c % 8 === 3 ? { couponIds: [] } : {}),
  };
  return { member, input, response: await run.callAsMember(member, "buying", "quote", input) };
}

/** Returns another valid quote, used as a different body under the same key. */
async function otherQuote(run: Run, member: Member) {
  const items = [{ skuId: "card", quantity: 3 }];
  const { code, data } = await run.callAsMember(member, "buying", "quote", { items });
  return code === "DONE" ? { quoteToken: data.quoteToken } : undefined;
}

async function createOrder(run: Run, numbers: Numbers): Promise<string> {
  const { member, response: quote, input } = await quoted(run, numbers);
  if (quote.code !== "DONE") {
    // Only our own stock can be sold out.
    const isScarce = input.items.some(({ skuId }) => skuId === "scarce");
    expectOneOf("quoting", quote.code, isScarce ? ["SOLD_OUT", "LIMIT_REACHED"] : []);
    return quote.code;
  }
  const { quoteToken, cashFen, balanceFen, points, payableFen, goodsFen } = quote.data;
  const [couponId] = quote.data.coupons.chosen;
  const discountFen = couponId === undefined ? 0 : TEMPLATE.offFen;
  if (couponId !== undefined) expectUsable(run, couponId, member.index);
  const canBear = fitsBudget(run, discountFen);
  expectSame("a price adds up", goodsFen - discountFen - points.offFen, payableFen);
  expectSame("what is paid adds up", balanceFen + cashFen, payableFen);
  const response = await run.callIdempotent(
    ...([member.memberId, "buying", "place", { quoteToken }] as const),
    { resultOf: ({ orderNo }) => orderNo, otherInput: () => otherQuote(run, member) },
  );
  const waiting = run.model.orders.filter(
    ({ memberIndex, state, expiresAt }) =>
      memberIndex === member.index && state === "WAIT_PAY" && expiresAt > run.now,
  );
  if (waiting.length >= 5) {
    expectSame("placing a sixth", response.code, "UNPAID_MANY");
    return response.code;
  }
  if (response.code !== "DONE") {
    const scarce = input.items.some(({ skuId }) => skuId === "scarce") ? ["SOLD_OUT"] : [];
    const short = points.used > points.available ? ["POINTS_SHORT"] : [];
    const spent = couponId === undefined || canBear ? [] : ["COUPON_UNUSABLE"];
    expectOneOf("placing", response.code, [...scarce, ...short, ...spent]);
    return response.code;
  }
  expectSame("the campaign bears an order", discountFen === 0 || canBear, true);
  const { orderNo: no, expiresAt } = response.data;
  run.model.orders.push({
    no,
    memberIndex: member.index,
    quantity: 1 + (numbers.c % 3),
    cashFen,
    balanceFen,
    points: points.used,
    expiresAt: expiresAt ?? 0,
    state: "WAIT_PAY",
    trades: [],
    couponId,
    discountFen,
    isPaid: false,
    isCancelled: false,
    isDelivered: false,
    isPaidInternally: false,
  });
  run.lastUsedPoints = { memberId: member.memberId, points: points.used };
  const order = run.model.orders.length - 1;
  return `order ${order} of ${member.index}: ${cashFen} cash, ${balanceFen} balance, ${points.used} points`;
}

const [balance, none] = ["balance", "none"] as const;

const isOpen = (order: Order, now: number): boolean =>
  order.state === "WAIT_PAY" && order.expiresAt > now;

async function payInternally(run: Run, { a, b }: Numbers): Promise<string> {
  const order = pickPreferring(run.model.orders, a, (one) => isOpen(one, run.now));
  const { no: orderNo, cashFen } = order;
  const member = mustPick(run.model.members, order.memberIndex);
  const channel = cashFen === 0 ? "none" : "balance";
  const response = await run.callIdempotent(
    ...([member.memberId, "buying", "pay", { orderNo, channel }] as const),
    {
      resultOf: ({ state }) => state,
      otherInput: async () => ({ orderNo, channel: channel === "none" ? balance : none }),
    },
  );
  const name = `order ${run.model.orders.indexOf(order)} ${channel} ${b % 2}`;
  if (response.code !== "DONE") {
    const isWaiting = isOpen(order, run.now);
    const hasTrades = order.trades.length > 0;
    expectOneOf("paying inside", response.code, [
      ...(isWaiting ? ["BALANCE_SHORT", "STEP_UP_NEEDED"] : ["ORDER_STATE", "ORDER_CLOSED"]),
      // The payment may already have arrived through the channel before the server was notified.
      ...(hasTrades ? ["PAY_PENDING", "ORDER_STATE", "ORDER_CLOSED"] : []),
    ]);
    return `${name}: ${response.code}`;
  }
  expectSame("only what waits is paid", isOpen(order, run.now), true);
  order.isPaidInternally = true;
  order.balanceFen += cashFen;
  order.cashFen = 0;
  return `${name}: paid`;
}

/** Pays the same order twice at once, under two keys, from balance or points. */
async function payTwice(run: Run, { a }: Numbers): Promise<string> {
  const open = run.model.orders.filter((one) => isOpen(one, run.now) && one.trades.length === 0);
  const order = mustPick(open, a);
  const { no: orderNo, cashFen } = order;
  const { memberId } = mustPick(run.model.members, order.memberIndex);
  const token = await run.token(memberId);
  const input = { orderNo, channel: cashFen === 0 ? none : balance };
  const both = [run.nextKey(), run.nextKey()].map((key) =>
    run.server.call("buying", "pay", input, { token, key }),
  );
  const codes = (await Promise.all(both)).map((one) => one.code).toSorted();
  const name = `order ${run.model.orders.indexOf(order)}`;
  if (!codes.includes("DONE")) {
    expectSame("two payments at once", new Set(codes).size, 1);
    expectOneOf("paying inside", codes[0] ?? "", ["BALANCE_SHORT", "STEP_UP_NEEDED"]);
    return `${name}: ${codes[0]} twice`;
  }
  expectSame("of two payments at once", codes, ["DONE", "ORDER_STATE"]);
  order.isPaidInternally = true;
  order.balanceFen += cashFen;
  order.cashFen = 0;
  return `${name}: one of two`;
}

async function payByWechat(run: Run, { a }: Numbers): Promise<string> {
  const order = pickPreferring(run.model.orders, a, (one) => isOpen(one, run.now));
  const { no: orderNo } = order;
  const member = mustPick(run.model.members, order.memberIndex);
  const input = { orderNo, channel: "wechat" } as const;
  const response = await run.callIdempotent(member.memberId, "buying", "pay", input, undefined);
  const name = `order ${run.model.orders.indexOf(order)}`;
  if (response.code !== "DONE") {
    const isPayable = isOpen(order, run.now) && order.cashFen > 0;
    const pending = ["PAY_PENDING", "ORDER_STATE"];
    expectOneOf("paying by WeChat", response.code, [
      ...(isPayable ? ["STEP_UP_NEEDED"] : ["ORDER_STATE", "ORDER_CLOSED"]),
      ...pending,
    ]);
    return `${name}: ${response.code}`;
  }
  expectSame("only what waits for cash goes to the channel", isOpen(order, run.now), true);
  const { outTradeNo } = response.data;
  if (outTradeNo !== undefined && !order.trades.includes(outTradeNo)) order.trades.push(outTradeNo);
  return `${name}: ${response.data.state}, trade ${order.trades.length}`;
}

async function cancel(run: Run, { a }: Numbers): Promise<string> {
  const order = pickPreferring(run.model.orders, a, (one) => isOpen(one, run.now));
  const { no: orderNo } = order;
  const member = mustPick(run.model.members, order.memberIndex);
  const response = await run.callIdempotent(
    ...([member.memberId, "buying", "cancel", { orderNo }] as const),
    {
      resultOf: (data) => data.orderNo,
    },
  );
  if (response.code !== "DONE") {
    const pending = order.trades.length > 0 ? ["PAY_PENDING", "ORDER_STATE"] : [];
    expectOneOf(
      "cancelling",
      response.code,
      isOpen(order, run.now) ? pending : ["ORDER_STATE", ...pending],
    );
    return response.code;
  }
  expectSame("only what waits is given up", isOpen(order, run.now), true);
  order.isCancelled = true;
  return `order ${run.model.orders.indexOf(order)}`;
}

async function refund(run: Run, { a, b }: Numbers): Promise<string> {
  const order = pickPreferring(run.model.orders, a, ({ isPaid }) => isPaid);
  const { no: orderNo } = order;
  const member = mustPick(run.model.members, order.memberIndex);
  const sheet = await run.callAsMember(member, "refunds", "sheet", { orderNo });
  expectSame("the refund's sheet", sheet.code, "DONE");
  const [item] = sheet.data.items;
  if (!item) return "no item";
  const { itemId, refundable, refundableMin } = item;
  const quantity = Math.max(refundableMin, 1 + (b % Math.max(1, refundable)));
  const items = [{ itemId, quantity }];
  const response = await run.callIdempotent(
    ...([member.memberId, "refunds", "apply", { orderNo, items, reason: "不想要了" }] as const),
    {
      resultOf: (data) => data.orderNo,
      otherInput: async () => ({ orderNo, items, reason: "买错了" }),
    },
  );
  const name = `order ${run.model.orders.indexOf(order)}: ${quantity} of ${refundable}`;
  if (sheet.data.allowed) expectSame("refunding what is allowed", response.code, "DONE");
  else expectOneOf("refunding what is not", response.code, ["REFUND_DENIED", "ORDER_STATE"]);
  return `${name} ${response.code}`;
}

export const buying: Commands = {
  createOrder: { weight: 12, isPossible: hasMembers, run: createOrder },
  payInside: { weight: 6, isPossible: hasOrders, run: payInternally },
  payTwice: {
    weight: 4,
    isPossible: ({ model, now }) =>
      model.orders.some((one) => isOpen(one, now) && one.trades.length === 0),
    run: payTwice,
  },
  payByWechat: { weight: 6, isPossible: hasOrders, run: payByWechat },
  cancel: { weight: 3, isPossible: hasOrders, run: cancel },
  refund: { weight: 4, isPossible: hasOrders, run: refund },
  queryOrder: {
    weight: 3,
    isPossible: hasOrders,
    run: async (run, { a }) => {
      const order = pickPreferring(run.model.orders, a, (one) => isOpen(one, run.now));
      const member = mustPick(run.model.members, order.memberIndex);
      const response = await run.callAsMember(member, "buying", "payment", { orderNo: order.no });
      expectSame("asking how far paying is", response.code, "DONE");
      return `order ${run.model.orders.indexOf(order)}: ${response.data.state}`;
    },
  },
};
