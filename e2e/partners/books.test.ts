/** The books name partners' orders that no jump explains, and copies that say something else. */
import { viewOf } from "@yunjing/server/domain/books/actions/reconcile";
import { type Found, statementOf } from "@yunjing/server/domain/books/check";
import { partnersOrders } from "@yunjing/server/domain/books/checks/partners";
import { applyWords } from "@yunjing/server/domain/partners/actions";
import { openPartners, word } from "@yunjing/server/domain/partners/partners.fixture";
import { expect, test } from "vitest";

test("an order without a jump is a case after a while, and a copy that differs at once", async () => {
  const bed = await openPartners();
  const { context, db } = bed;
  const found = async () => {
    const { rows } = await db.execute<Found>(statementOf(partnersOrders, viewOf(context)));
    return rows.map((row) => `${row.class} ${row.subject}`);
  };
  const { sid } = await bed.jumped();
  await applyWords(context, db, "yunda", [
    word({ partnerNo: "A1", sid }),
    word({ partnerNo: "A2" }),
  ]);
  expect(await found()).toEqual([]);
  context.clock.advance(context.settings.booksQueueSlaMs + 1);
  expect(await found()).toEqual(["partner_unmatched yunda A2"]);
  await applyWords(context, db, "yunda", [word({ partnerNo: "A2", sid })]);
  expect(await found()).toEqual([]);
  await db.$client.query("UPDATE partner_order SET state = 'VOID' WHERE partner_no = 'A1'");
  expect(await found()).toEqual(["partner_copy yunda A1"]);
  await bed.close();
});
