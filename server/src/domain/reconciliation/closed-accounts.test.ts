/**
 * Tests that all checks stay clean after an account with any assets is closed, and that late money
 * opens a case.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { closeDue, closingOf, requestClosing } from "../closing/actions.ts";
import { giveReward } from "../closing/testing.ts";
import { balancesOf, post } from "../ledger/actions.ts";
import { grantBalances } from "../orders/shop.fixture.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { issueProof } from "../security/actions/step-up.ts";
import { creditedTopUp } from "../wallet/testing.ts";
import { checkParametersOf } from "./actions/reconcile.ts";
import { statementOf } from "./check.ts";
import { checks } from "./checks.ts";

let shop: RefundEnv;
beforeAll(async () => {
  shop = await openRefundEnv();
}, 60_000);
afterAll(() => shop.close());

async function findDifferences(): Promise<string[]> {
  const view = checkParametersOf(shop.context);
  const found = await Promise.all(
    checks.map((check) => shop.db.execute<{ class: string }>(statementOf(check, view))),
  );
  // No outbox handler runs here, and the clock advances by seven days.
  const classes = found.flatMap(({ rows }) => rows.map((row) => row.class));
  return classes.filter((name) => !name.startsWith("outbox_"));
}

const adjust = (memberId: string, debit: "principal" | "expense", amount: number) =>
  transaction(shop.db, (tx) =>
    post(shop.context, tx, {
      memberId,
      actor: "system",
      kind: "adjust",
      ref: shop.context.ids.next(),
      transfers: [
        {
          asset: "CNY",
          debit,
          amount,
          party: "adjust",
          credit: debit === "principal" ? "expense" : "principal",
        },
      ],
    }),
  );

test("a closed account causes no difference, and money that arrives later causes one", async () => {
  const { context, db } = shop;
  const memberId = await shop.member(77);
  await grantBalances(context, db, memberId, { points: 1_000, principalFen: 700 });
  const orderNo = await shop.mixedOrder(memberId, 3);
  await shop.deliverCards(orderNo, 3);
  await creditedTopUp(context, db, { memberId, amountFen: 900, bonusFen: 90 });
  await giveReward(context, db, memberId, 70);
  const { principal } = await balancesOf(db, memberId);
  if (principal > 0) await adjust(memberId, "principal", principal);
  const before = await findDifferences();
  const { forfeits, obstacles } = await closingOf(context, db, memberId);
  expect(obstacles).toEqual([]);
  const wanted = { memberId, purpose: "close", method: "sms" } as const;
  const { stepUp } = await transaction(db, (tx) => issueProof(context, tx, wanted));
  await requestClosing(context, db, { memberId, key: shop.nextKey(), forfeits, stepUp });
  context.clock.advance(context.settings.closingCoolMs);
  expect(await closeDue(context, db, memberId)).toBe("closed");
  expect(await findDifferences()).toEqual(before);
  await adjust(memberId, "expense", 5);
  const after = await findDifferences();
  expect(after.filter((one) => !before.includes(one))).toContain("closed_money");
});
