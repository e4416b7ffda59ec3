/**
 * Tests settlement with suppliers: what we owe for a day next to the supplier's statement, and the
 * lines that differ.
 */
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openMutantDatabase } from "../../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../../platform/database/pool.ts";
import type { StatementLine } from "../../fulfilment/port.ts";
import { reconcileBills } from "./actions.ts";
import {
  type BillTestEnv,
  DAY,
  NEXT_DAY,
  atTime,
  createBillTestEnv,
  scriptedSource,
} from "./test-env.fixture.ts";
import {
  deliveriesByDay,
  settlementDays,
  settlementLines,
  sumDeliveries,
  sumDeliverySlots,
} from "./settlement.ts";

let testEnv: BillTestEnv;
beforeEach(async () => {
  testEnv = await createBillTestEnv();
});
afterEach(() => testEnv.close());

const supplied = (outNo: string, amountFen: number, time: string) => ({
  outNo,
  number: `T-${outNo}`,
  amountFen,
  at: atTime(time),
});
const statementRowOf = (
  outNo: string,
  amountFen: number,
  changes: Partial<StatementLine> = {},
) => ({
  ...({ kind: "supply", outNo, channelNo: `T-${outNo}`, amountFen, state: "issued" } as const),
  at: atTime("12:00"),
  ...changes,
});
const daysOf = (supplierId: string | null = null) =>
  settlementDays(testEnv.db, { supplierId, until: NEXT_DAY, days: 31 });
const linesOf = () => settlementLines(testEnv.db, { supplierId: "topup", day: DAY });

test("a day contains its deliveries; for a supplier without statements only our side", async () => {
  await testEnv.put.supplies("topup", [
    supplied("S0000001", 900, "00:00"),
    supplied("S0000002", 800, "23:59"),
    { ...supplied("S0000003", 700, "12:00"), state: "FAILED" },
  ]);
  await testEnv.put.supplies("cards", [
    { ...supplied("S0000004", 600, "12:00"), at: atTime("00:00", NEXT_DAY) },
  ]);
  const none = { statement: "none", theirDeliveries: null, theirFen: null, differences: 0 };
  expect(await daysOf()).toEqual([
    { supplierId: "cards", day: NEXT_DAY, deliveries: 1, owedFen: 600, ...none },
    { supplierId: "topup", day: DAY, deliveries: 2, owedFen: 1_700, ...none },
  ]);
  expect(await daysOf("cards")).toHaveLength(1);
  // Without a compared statement there are no differences.
  expect(await linesOf()).toEqual([]);
});

test("the statement is shown next to our records, and the differing lines show how they differ", async () => {
  const topup = scriptedSource("supplier:topup");
  await testEnv.put.supplies("topup", [
    supplied("S0000001", 900, "10:00"),
    supplied("S0000002", 800, "11:00"),
    supplied("S0000003", 700, "12:00"),
    { ...supplied("S0000004", 600, "13:00"), state: "FAILED" },
    supplied("S0000007", 400, "14:00"),
  ]);
  await testEnv.rows("UPDATE supplier_order SET is_hand_made = true WHERE out_no = 'S0000007'");
  topup.days.set(DAY, [
    statementRowOf("S0000001", 900),
    statementRowOf("S0000002", 850),
    statementRowOf("S0000004", 600),
    statementRowOf("S0000005", 500),
    statementRowOf("S0000001", 900),
    statementRowOf("S0000007", 0, { state: "cancelled" }),
  ]);
  await reconcileBills(testEnv.context, testEnv.db, [topup.from]);
  expect(await daysOf()).toEqual([
    {
      supplierId: "topup",
      day: DAY,
      statement: "compared",
      deliveries: 3,
      owedFen: 2_400,
      theirDeliveries: 5,
      theirFen: 3_750,
      differences: 5,
    },
  ]);
  const lines = await linesOf();
  expect(
    lines.map(({ difference, outNo, ourFen, theirFen }) => [difference, outNo, ourFen, theirFen]),
  ).toEqual([
    ["amount", "S0000002", 800, 850],
    ["only_here", "S0000003", 700, null],
    ["only_there", "S0000005", null, 500],
    ["state", "S0000004", 0, 600],
    ["twice", "S0000001", 900, 900],
  ]);
});

test("a delivery that the supplier counts on another day explains the sums of both days", async () => {
  const topup = scriptedSource("supplier:topup");
  const late = { ...supplied("S0000002", 800, "23:59"), at: atTime("23:59") };
  await testEnv.put.supplies("topup", [supplied("S0000001", 900, "10:00"), late]);
  topup.days.set(DAY, [statementRowOf("S0000001", 900)]);
  topup.days.set(NEXT_DAY, [statementRowOf("S0000002", 800, { at: atTime("00:00", NEXT_DAY) })]);
  await reconcileBills(testEnv.context, testEnv.db, [topup.from]);
  testEnv.context.clock.advance(86_400_000);
  await reconcileBills(testEnv.context, testEnv.db, [topup.from]);
  const explained = async (day: string) => {
    const { owedFen = 0, theirFen = 0 } = (await daysOf()).find((one) => one.day === day) ?? {};
    const lines = await settlementLines(testEnv.db, { supplierId: "topup", day });
    const gap = lines.reduce((sum, line) => sum + (line.theirFen ?? 0) - (line.ourFen ?? 0), 0);
    expect(gap).toBe((theirFen ?? 0) - owedFen);
    return lines.map(({ difference, outNo, ourFen, theirFen: fen }) => [
      difference,
      outNo,
      ourFen,
      fen,
    ]);
  };
  expect(await explained(DAY)).toEqual([["other_day", "S0000002", 800, null]]);
  expect(await explained(NEXT_DAY)).toEqual([["other_day", "S0000002", null, 800]]);
});

test("the sums of past days equal what the orders say, and the list is the same with them", async () => {
  await testEnv.put.supplies("topup", [
    supplied("S0000001", 900, "00:00"),
    supplied("S0000002", 800, "23:59"),
    { ...supplied("S0000003", 700, "12:00"), state: "FAILED" },
    { ...supplied("S0000004", 600, "12:00"), at: atTime("00:00", NEXT_DAY) },
  ]);
  await testEnv.put.supplies("cards", [supplied("S0000005", 500, "12:00")]);
  await testEnv.rows("UPDATE supplier_order SET is_hand_made = true WHERE out_no = 'S0000005'");
  const fromOrders = await daysOf();
  // Half an hour after the day it may still change; an hour after it, it is summed once.
  expect(await sumDeliveries(testEnv.db, atTime("00:30", NEXT_DAY))).toBe(0);
  expect(await sumDeliveries(testEnv.db, atTime("01:00", NEXT_DAY))).toBe(1);
  expect(await sumDeliveries(testEnv.db, atTime("01:00", NEXT_DAY))).toBe(0);
  expect(await daysOf()).toEqual(fromOrders);
  const stored = await testEnv.rows(
    "SELECT day::text, supplier_id, deliveries, owed_fen FROM supplier_day ORDER BY 1, 2",
  );
  const rebuilt = await testEnv.db.execute(
    sql`${deliveriesByDay(sql`o.ended_at < ${atTime("00:00", NEXT_DAY)}`)} ORDER BY 1, 2`,
  );
  expect(stored).toEqual(rebuilt.rows);
  expect(stored).toHaveLength(2);
  // A past day is read from its sum alone.
  await testEnv.rows("UPDATE supplier_day SET owed_fen = owed_fen + 1 WHERE supplier_id = 'topup'");
  const [, day] = await daysOf("topup");
  expect(day?.owedFen).toBe(1_701);
});

const slots = async () =>
  (
    await testEnv.rows(
      `SELECT to_char(slot AT TIME ZONE 'Asia/Shanghai', 'HH24:MI') AS slot, supplier_id, deliveries, owed_fen
       FROM supplier_slot ORDER BY 1, 2`,
    )
  ).map((row) => Object.values(row).join(" "));

test("slots of the present day are summed a minute after their end, and the list is the same with them", async () => {
  await testEnv.put.supplies("topup", [
    supplied("S0000001", 900, "10:00"),
    supplied("S0000002", 800, "10:09"),
    supplied("S0000003", 700, "10:10"),
    { ...supplied("S0000004", 600, "10:01"), state: "FAILED" },
  ]);
  await testEnv.put.supplies("cards", [supplied("S0000005", 500, "10:05")]);
  const fromOrders = await daysOf();
  await sumDeliverySlots(testEnv.db, atTime("10:10"));
  expect(await slots()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => sumDeliverySlots(testEnv.db, atTime("10:11"))));
  expect(await slots()).toEqual(["10:00 cards 1 500", "10:00 topup 2 1700"]);
  expect(await daysOf()).toEqual(fromOrders);
  await testEnv.put.supplies("topup", [supplied("S0000006", 10, "10:12")]);
  await sumDeliverySlots(testEnv.db, atTime("10:22"));
  expect((await slots()).at(-1)).toBe("10:10 topup 2 710");
  expect((await daysOf("topup"))[0]).toMatchObject({ deliveries: 4, owedFen: 2_410 });
  // The day is summed from the orders, and its slots are removed.
  await testEnv.rows("UPDATE supplier_slot SET owed_fen = owed_fen + 1");
  expect(await sumDeliveries(testEnv.db, atTime("01:00", NEXT_DAY))).toBe(1);
  expect((await daysOf("topup"))[0]).toMatchObject({ deliveries: 4, owedFen: 2_410 });
  await sumDeliverySlots(testEnv.db, atTime("01:00", NEXT_DAY));
  expect(await slots()).toEqual([]);
});

/** A delivery whose transaction commits 50 s after the end of its slot, beside the job. */
async function lateDelivery(reader: Db) {
  await testEnv.put.supplies("topup", [supplied("S0000001", 900, "10:09")]);
  await sumDeliverySlots(reader, atTime("10:10"));
  await testEnv.put.supplies("topup", [supplied("S0000002", 800, "10:09")]);
  await sumDeliverySlots(reader, atTime("10:11"));
  return (await daysOf("topup"))[0]?.deliveries;
}

test("a delivery that commits within a minute after its slot is in the list", async () => {
  expect(await lateDelivery(testEnv.db)).toBe(2);
});

test("without the minute it is not", async () => {
  const mutant = openMutantDatabase({ url: testEnv.url, log: testEnv.context.log, size: 2 }, [
    { from: /\$\d+ \* interval '1 ms'/, to: "0 * $&" },
  ]);
  expect(await lateDelivery(mutant.db)).toBe(1);
  expect(mutant.used()).toBeGreaterThan(0);
  await closeDatabase(mutant.db);
});
