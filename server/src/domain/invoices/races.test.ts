/** 64 requests for the invoice of one order at once, and a mutant that issues it more than once. */
import { afterEach, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { CONNECTIONS, connectAll, times } from "../ledger/race.fixture.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { type InvoiceEnv, openInvoiceEnv } from "./test-env.fixture.ts";

const opened: InvoiceEnv[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close();
});

async function open(): Promise<InvoiceEnv> {
  const shop = await openInvoiceEnv(CONNECTIONS);
  opened.push(shop);
  return shop;
}

/** Returns how many of 64 requests were accepted, each under its own key. */
async function accepted(shop: InvoiceEnv): Promise<number> {
  const { memberId, orderNo } = await shop.completedOrder(2);
  await connectAll(shop.db);
  const outcomes = await Promise.all(
    times(CONNECTIONS, () => codeOf(shop.request(memberId, orderNo))),
  );
  expect(outcomes.filter((one) => one !== "done" && one !== "INVOICE_DENIED")).toEqual([]);
  return outcomes.filter((one) => one === "done").length;
}

test("of 64 requests for one order at once, one is accepted", async () => {
  expect(await accepted(await open())).toBe(1);
}, 60_000);

test("mutant: without the unique index and its conflict, an order gets several invoices", async () => {
  const shop = await open();
  const text = readFileSync(new URL("functions/invoice.sql", import.meta.url), "utf8");
  const conflict = /ON CONFLICT \(member_id, order_id\)[^;]+DO NOTHING/;
  expect(text).toMatch(conflict);
  await shop.asOwner(`DROP INDEX invoice_once; ${text.replace(conflict, "")}`);
  expect(await accepted(shop)).toBeGreaterThan(1);
}, 60_000);
