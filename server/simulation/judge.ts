/** After every step: what is seen must follow from what was seen and done (reliability.md 4.3, I1 to I7). */
import { judgeCoupons } from "./judge-coupons.ts";
import { endedOf, judgeLots } from "./judge-lots.ts";
import { judgeWithdrawals, withdrawnOf } from "./judge-withdrawals.ts";
import { expectSame, type Member, type Model, type Order } from "./model.ts";
import type { Run } from "./run.ts";
import { look, type SeenOrder, type SeenRefund, type View } from "./view.ts";

const FEN = ["principal", "bonus", "reward_frozen", "reward_cash"];
const HELD_FEN = ["held_principal", "held_bonus", "held_reward"];
/** A refund gives balance and points back at once, before the channel has paid its part. */
const GIVEN_BACK = new Set(["PROCESSING", "ABNORMAL", "SUCCESS"]);
const CREDITED = new Set(["PAID", "REFUNDING", "PART_REFUNDED", "REFUNDED"]);

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
const must = (what: string, isSo: boolean): void => {
  if (!isSo) throw new Error(what);
};

function judgeMove(run: Run, order: Order, seen: SeenOrder): void {
  const name = `order ${run.model.orders.indexOf(order)}`;
  const { paidTrades } = run.model;
  const isPaid = seen.pay !== "UNPAID" && seen.pay !== "PAYING";
  const hasMoney = order.isPaidInside || order.trades.some((trade) => paidTrades.has(trade));
  if (isPaid && !order.isPaid) must(`${name} is paid, and nobody paid`, hasMoney);
  must(`${name} was paid and is not any more`, isPaid || !order.isPaid);
  if (isPaid) {
    expectSame(
      `${name}'s tenders`,
      [seen.cashFen, seen.balanceFen, seen.points],
      [order.cashFen, order.balanceFen, order.points],
    );
  }
  if (seen.state !== order.state) {
    const move = `${order.state} → ${seen.state}`;
    const why: Readonly<Record<string, boolean>> = {
      "WAIT_PAY → ACTIVE": isPaid,
      "WAIT_PAY → DONE": isPaid,
      "WAIT_PAY → CANCELLED": order.isCancelled && !isPaid,
      "WAIT_PAY → CLOSED": run.now >= order.expiresAt || seen.pay === "REFUNDED",
      "ACTIVE → DONE": isPaid,
      "ACTIVE → CLOSED": seen.pay === "REFUNDED",
      "DONE → CLOSED": seen.pay === "REFUNDED",
      "CLOSED → ACTIVE": isPaid && seen.pay === "PAID",
      "CLOSED → DONE": isPaid && seen.pay === "PAID",
    };
    must(`${name} went ${move}, which may not be now`, why[move] === true);
  }
  order.state = seen.state;
  order.isPaid = isPaid;
  order.isDelivered = seen.isDelivered;
}

const backOf = (
  refunds: readonly SeenRefund[],
  orderNo: string,
  name: "cashFen" | "balanceFen" | "points",
) =>
  sum(
    refunds
      .filter((refund) => refund.orderNo === orderNo && GIVEN_BACK.has(refund.state))
      .map((refund) => refund[name]),
  );

/** All the money of a member, free or held, by what was given, paid and given back. */
export function fenOf({ orders, topUps }: Model, view: View, member: Member): number {
  const own = orders.filter(({ seat, isPaid }) => seat === member.seat && isPaid);
  const credited = topUps
    .filter(({ seat }) => seat === member.seat)
    .map(({ no }) => {
      const seen = view.topUps.find((topUp) => topUp.no === no);
      return seen && CREDITED.has(seen.state) ? seen.amountFen - seen.takenFen : 0;
    });
  const spent = own.map(
    ({ no, balanceFen }) => balanceFen - backOf(view.refunds, no, "balanceFen"),
  );
  return member.fen + sum(credited) - sum(spent) - withdrawnOf(view, member);
}

function pointsOf({ orders }: Model, view: View, member: Member): number {
  const own = orders.filter(({ seat, isPaid }) => seat === member.seat && isPaid);
  const spent = own.map(({ no, points }) => points - backOf(view.refunds, no, "points"));
  return member.points - sum(spent) + (view.earned[member.memberId] ?? 0) - endedOf(view, member);
}

function judgeMember(run: Run, view: View, member: Member): void {
  const book = view.books[member.memberId] ?? {};
  for (const [account, balance] of Object.entries(book))
    must(`member ${member.seat} has ${balance} of ${account}`, balance >= 0);
  const of = (asset: string, names: readonly string[]) =>
    sum(names.map((name) => book[`${asset} ${name}`] ?? 0));
  const fen = fenOf(run.model, view, member);
  expectSame(`the money of member ${member.seat}`, of("CNY", [...FEN, ...HELD_FEN]), fen);
  const points = of("PTS", ["available", "pending", "held"]) - of("PTS", ["debt"]);
  expectSame(`the points of member ${member.seat}`, points, pointsOf(run.model, view, member));
  if (run.shown?.memberId === member.memberId)
    expectSame(`what member ${member.seat} is shown`, run.shown.fen, fen);
}

function judgeRefunds({ orders, refunds }: View): void {
  for (const { no, cashFen, balanceFen, points, backFen } of orders) {
    const all = refunds.filter(
      ({ orderNo, state }) => orderNo === no && state !== "REJECTED" && state !== "WITHDRAWN",
    );
    const back = [
      all.map((one) => one.cashFen),
      all.map((one) => one.balanceFen),
      all.map((one) => one.points),
    ];
    const [cash = 0, balance = 0, back3 = 0] = back.map(sum);
    must(
      `more goes back of ${no} than was paid`,
      cash <= cashFen &&
        balance <= balanceFen &&
        back3 <= points &&
        backFen <= cashFen + balanceFen,
    );
  }
}

/** I5: what a supplier delivered is never taken for failed, and each thing was asked for under one number. */
function judgeSupplies(run: Run, { supplies }: View): void {
  const { book } = run.world.outside.now.supplier;
  const items = new Set(supplies.map(({ itemId }) => itemId));
  expectSame("each item has one supplier's number", supplies.length, items.size);
  for (const outNo of book.keys())
    must(
      `a supplier has seen ${outNo}, which we have not`,
      supplies.some((one) => one.outNo === outNo),
    );
  for (const { outNo, state, itemState } of supplies) {
    const answer = book.get(outNo)?.answer.state;
    if (state === "SUCCESS") expectSame("a success is the supplier's word", answer, "issued");
    if (state === "FAILED") expectSame("a failure is the supplier's word", answer, "failed");
    if (itemState === "DONE") expectSame("what is delivered was issued", answer, "issued");
    if (itemState === "FAILED") expectSame("what failed did fail", answer, "failed");
  }
}

const CODE_STATES = { used: ["REDEEMED"], free: ["ACTIVE", "LOCKED"] } as const;

/** Looks, and throws at the first thing that does not agree. */
export async function judge(run: Run): Promise<View> {
  const view = await look(run.world.db);
  const { model } = run;
  for (const [asset, total] of Object.entries(view.totals))
    expectSame(`the sum of all ${asset}`, total, 0);
  expectSame(
    "the orders there are",
    view.orders.map(({ no }) => no),
    model.orders.map(({ no }) => no),
  );
  for (const [at, order] of model.orders.entries()) {
    const seen = view.orders[at];
    if (seen) judgeMove(run, order, seen);
  }
  for (const { no, state } of view.topUps) {
    const trade = model.topUps.find((one) => one.no === no)?.trade ?? "";
    must(
      `top-up ${no} is credited, and nobody paid`,
      !CREDITED.has(state) || model.paidTrades.has(trade),
    );
  }
  for (const [at, code] of model.codes.entries()) {
    const states: readonly string[] = code.isUsed ? CODE_STATES.used : CODE_STATES.free;
    must(`code ${at} is ${view.codes[code.mac]}`, states.includes(view.codes[code.mac] ?? "none"));
  }
  for (const member of model.members) {
    judgeLots(run, view, member);
    judgeMember(run, view, member);
  }
  run.shown = undefined;
  run.used = undefined;
  judgeCoupons(run, view);
  judgeWithdrawals(run, view);
  judgeRefunds(view);
  judgeSupplies(run, view);
  run.view = view;
  return view;
}
