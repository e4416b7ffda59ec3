/** Reconciliation reports partner orders without a jump, and copies that differ. */
import { checkParametersOf } from "@yunjing/server/domain/reconciliation/actions/reconcile";
import { type FoundDifference, statementOf } from "@yunjing/server/domain/reconciliation/check";
import { partnerOrders } from "@yunjing/server/domain/reconciliation/checks/partners";
import { applyOrderUpdates } from "@yunjing/server/domain/partners/actions";
import {
  createPartnersTestEnv,
  orderUpdate,
} from "@yunjing/server/domain/partners/test-env.fixture";
import { expect, test } from "vitest";

test("an order without a jump becomes a case after a while, and a copy that differs at once", async () => {
  const testEnv = await createPartnersTestEnv();
  const { context, db } = testEnv;
  const found = async () => {
    const { rows } = await db.execute<FoundDifference>(
      statementOf(partnerOrders, checkParametersOf(context)),
    );
    return rows.map((row) => `${row.class} ${row.subject}`);
  };
  const { sid } = await testEnv.jumped();
  await applyOrderUpdates(context, db, "yunda", [
    orderUpdate({ partnerNo: "A1", sid }),
    orderUpdate({ partnerNo: "A2" }),
  ]);
  expect(await found()).toEqual([]);
  context.clock.advance(context.settings.booksQueueSlaMs + 1);
  expect(await found()).toEqual(["partner_unmatched yunda A2"]);
  await applyOrderUpdates(context, db, "yunda", [orderUpdate({ partnerNo: "A2", sid })]);
  expect(await found()).toEqual([]);
  await db.$client.query("UPDATE partner_order SET state = 'VOID' WHERE partner_no = 'A1'");
  expect(await found()).toEqual(["partner_copy yunda A1"]);
  await testEnv.close();
});
