/**
 * Inserts our records of one day, then serves the channel's bill and the supplier's statement. Runs
 * in its own process, so that its memory is not part of the measurement.
 */
import { recordInserters } from "@yunjing/server/domain/reconciliation/bills/own-records.fixture";
import { manualClock } from "@yunjing/server/platform/clock";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";
import pg from "pg";
import { serveBill, serveStatement } from "../e2e/bills/servers.fixture.ts";
import { plantedBill, plantedStatement } from "../e2e/bills/planted.fixture.ts";

const BATCH = 10_000;
const clock = manualClock(new Date(Number(process.env["NOW"])));
const count = Number(process.env["ROWS"]);
const bill = plantedBill(count);
const statement = plantedStatement(count);

const owner = new pg.Client(process.env["OWNER"]);
await owner.connect();
const ids = idsFrom(clock, systemRandom);
const put = recordInserters(owner, () => ids.next());
for (let from = 0; from < count; from += BATCH) {
  await put.payments(bill.payments.slice(from, from + BATCH));
  await put.supplies("topup", statement.supplies.slice(from, from + BATCH));
}
await put.returns(bill.returns);
await owner.query("ANALYZE");
await owner.end();

const channel = await serveBill(bill.rows, clock);
const supplier = await serveStatement(statement.orders, clock);
process.send?.({ channel: channel.origin, supplier: supplier.origin, bytes: channel.bytes });
process.once("disconnect", () => process.exit(0));
