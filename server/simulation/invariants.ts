/**
 * Invariants after every step: the observed state must follow from the previous one and the actions
 * (reliability.md 4.3, I1 to I7).
 */
import { checkCoupons } from "./invariants-coupons.ts";
import { expiredPointsOf, checkLots } from "./invariants-lots.ts";
import { checkWithdrawals, withdrawnOf } from "./invariants-withdrawals.ts";
import { expectSame, type Member, type Model, type Order } from "./model.ts";
import type { Run } from "./run.ts";
import { readView, type SeenOrder, type SeenRefund, type View } from "./database-view.ts";

const FEN = ["principal", "bonus", "reward_frozen", "reward_cash"];
const HELD_FEN = ["held_principal", "held_bonus", "held_reward"];
/** A refund returns balance and points at once, before the channel has paid its part. */
const GIVEN_BACK = new Set(["PROCESSING", "ABNORMAL", "SUCCESS"]);
const CREDITED = new Set(["PAID", "REFUNDING", "PART_REFUNDED", "REFUNDED"]);

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
const assertInvariant = (what: string, isSo: boolean): void => {
  if (!isSo) throw new Error(what);
};

function checkOrderTransition(run: Run, order: Order, seen: SeenOrder): void {
  const name = `order ${run.model.orders.indexOf(order)}`;
  const { paidTrades } = run.model;
  const isPaid = seen.pay !== "UNPAID" && seen.pay !== "PAYING";
  const hasMoney = order.isPaidInternally || order.trades.some((trade) => paidTrades.has(trade));
  if (isPaid && !order.isPaid) assertInvariant(`${name} is paid without a payment`, hasMoney);
  assertInvariant(`${name} was paid and is not any more`, isPaid || !order.isPaid);
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
    assertInvariant(`${name} went ${move}, which may not be now`, why[move] === true);
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

/** Returns all money of a member in fen, free or held, from what was granted, paid and returned. */
export function fenOf({ orders, topUps }: Model, view: View, member: Member): number {
  const own = orders.filter(({ memberIndex, isPaid }) => memberIndex === member.index && isPaid);
  const credited = topUps
    .filter(({ memberIndex }) => memberIndex === member.index)
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
  const own = orders.filter(({ memberIndex, isPaid }) => memberIndex === member.index && isPaid);
  const spent = own.map(({ no, points }) => points - backOf(view.refunds, no, "points"));
  return (
    member.points - sum(spent) + (view.earned[member.memberId] ?? 0) - expiredPointsOf(view, member)
  );
}

function checkMember(run: Run, view: View, member: Member): void {
  const ledger = view.books[member.memberId] ?? {};
  for (const [account, balance] of Object.entries(ledger))
    assertInvariant(`member ${member.index} has ${balance} of ${account}`, balance >= 0);
  const of = (asset: string, names: readonly string[]) =>
    sum(names.map((name) => ledger[`${asset} ${name}`] ?? 0));
  const fen = fenOf(run.model, view, member);
  expectSame(`the money of member ${member.index}`, of("CNY", [...FEN, ...HELD_FEN]), fen);
  const points = of("PTS", ["available", "pending", "held"]) - of("PTS", ["debt"]);
  expectSame(`the points of member ${member.index}`, points, pointsOf(run.model, view, member));
  if (run.lastShownMoney?.memberId === member.memberId)
    expectSame(`what member ${member.index} is shown`, run.lastShownMoney.fen, fen);
}

function checkRefunds({ orders, refunds }: View): void {
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
    assertInvariant(
      `more goes back of ${no} than was paid`,
      cash <= cashFen &&
        balance <= balanceFen &&
        back3 <= points &&
        backFen <= cashFen + balanceFen,
    );
  }
}

/**
 * I5: a delivered order is never treated as failed, and each item is ordered under one number only.
 */
function checkSupplierOrders(run: Run, { supplies }: View): void {
  const { orders } = run.server.externalSystems.fakes.supplier;
  const items = new Set(supplies.map(({ itemId }) => itemId));
  expectSame("each item has one supplier's number", supplies.length, items.size);
  for (const outNo of orders.keys())
    assertInvariant(
      `a supplier has seen ${outNo}, which we have not`,
      supplies.some((one) => one.outNo === outNo),
    );
  for (const { outNo, state, itemState } of supplies) {
    const answer = orders.get(outNo)?.answer.state;
    if (state === "SUCCESS") expectSame("a success is the supplier's answer", answer, "issued");
    if (state === "FAILED") expectSame("a failure is the supplier's answer", answer, "failed");
    if (itemState === "DONE") expectSame("what is delivered was issued", answer, "issued");
    if (itemState === "FAILED") expectSame("what failed did fail", answer, "failed");
  }
}

const CODE_STATES = { used: ["REDEEMED"], free: ["ACTIVE", "LOCKED"] } as const;

/** Reads the database and throws at the first violated invariant. Returns the view that it read. */
export async function checkInvariants(run: Run): Promise<View> {
  const view = await readView(run.server.db);
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
    if (seen) checkOrderTransition(run, order, seen);
  }
  for (const { no, state } of view.topUps) {
    const trade = model.topUps.find((one) => one.no === no)?.trade ?? "";
    assertInvariant(
      `top-up ${no} is credited without a payment`,
      !CREDITED.has(state) || model.paidTrades.has(trade),
    );
  }
  for (const [at, code] of model.codes.entries()) {
    const states: readonly string[] = code.isUsed ? CODE_STATES.used : CODE_STATES.free;
    assertInvariant(
      `code ${at} is ${view.codes[code.mac]}`,
      states.includes(view.codes[code.mac] ?? "none"),
    );
  }
  for (const member of model.members) {
    checkLots(run, view, member);
    checkMember(run, view, member);
  }
  run.lastShownMoney = undefined;
  run.lastUsedPoints = undefined;
  checkCoupons(run, view);
  checkWithdrawals(run, view);
  checkRefunds(view);
  checkSupplierOrders(run, view);
  run.view = view;
  return view;
}
