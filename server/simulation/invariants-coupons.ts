/**
 * Coupon invariants: a coupon is used by at most one order, is free again when that order ends, and
 * its discount counts against the campaign budget.
 */
import { BUDGET_FEN, TEMPLATE } from "./initial-data.ts";
import { type Coupon, expectSame, type Order } from "./model.ts";
import type { Run } from "./run.ts";
import type { View } from "./database-view.ts";

const assertInvariant = (what: string, isSo: boolean): void => {
  if (!isSo) throw new Error(what);
};

const discountOf = (orders: readonly Order[]): number =>
  orders.reduce((sum, { discountFen }) => sum + discountFen, 0);

/**
 * True for paid orders that are not fully refunded: a paid order that is fully refunded is closed.
 */
const isOpenOrder = ({ state }: Order): boolean => state === "ACTIVE" || state === "DONE";

function checkCoupon({ model, now }: Run, view: View, coupon: Coupon): void {
  const seen = view.coupons.find(({ id }) => id === coupon.id);
  const name = `coupon ${model.coupons.indexOf(coupon)}`;
  if (!seen) throw new Error(`${name} is gone`);
  const orders = model.orders.filter(({ couponId }) => couponId === coupon.id);
  const usedBy = orders.filter(isOpenOrder).map(({ no }) => no);
  expectSame(`orders that ${name} is used by`, seen.usedBy === null ? [] : [seen.usedBy], usedBy);
  expectSame(`${name} is used`, seen.state === "USED", usedBy.length > 0);
  const isOpen = ({ state, expiresAt }: Order) => state === "WAIT_PAY" && expiresAt > now;
  for (const { no } of orders.filter(isOpen))
    expectSame(`${name} is locked by the order that waits`, seen.lockedBy, no);
  const locker = orders.find(({ no }) => no === seen.lockedBy);
  assertInvariant(
    `${name} is locked by an order that is ${locker?.state}`,
    !locker || locker.state === "WAIT_PAY",
  );
  const refunded = orders.filter(
    ({ no }) => view.orders.find((order) => order.no === no)?.pay === "REFUNDED",
  );
  assertInvariant(`${name} came back ${seen.backs} times`, seen.backs <= refunded.length);
  // A coupon that is returned late gets some more days of validity.
  if (seen.backs === 0) expectSame(`${name}'s end`, seen.until, coupon.endsAt);
  else assertInvariant(`${name} ends before its end`, seen.until >= coupon.endsAt);
}

export function checkCoupons(run: Run, view: View): void {
  const { coupons, orders, members } = run.model;
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted();
  expectSame("the coupons there are", ids(view.coupons), ids(coupons));
  assertInvariant("more coupons than there were", coupons.length <= TEMPLATE.stock);
  for (const { index } of members) {
    const own = coupons.filter((coupon) => coupon.memberIndex === index);
    assertInvariant(`member ${index} has ${own.length} coupons`, own.length <= TEMPLATE.perMember);
  }
  for (const coupon of coupons) checkCoupon(run, view, coupon);
  const waiting = orders.filter(
    ({ state, expiresAt }) => state === "WAIT_PAY" && expiresAt > run.now,
  );
  const { heldFen, spentFen } = view.campaign;
  expectSame("what the campaign spent", spentFen, discountOf(orders.filter(isOpenOrder)));
  assertInvariant(`the campaign holds ${heldFen}`, heldFen >= discountOf(waiting));
  assertInvariant(`the budget bears ${heldFen} and ${spentFen}`, heldFen + spentFen <= BUDGET_FEN);
}
