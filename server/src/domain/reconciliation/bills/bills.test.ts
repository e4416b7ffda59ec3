/**
 * Tests the comparison of daily bills with our records: a match is silent, a mismatch is one case,
 * once.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StatementLine } from "../../fulfilment/port.ts";
import { listCases } from "../actions.ts";
import { reconcileBills } from "./actions.ts";
import {
  type BillTestEnv,
  DAY,
  NEXT_DAY,
  atTime,
  createBillTestEnv,
  ours,
  statementRow,
  scriptedSource,
} from "./test-env.fixture.ts";

const DAY_MS = 86_400_000;

let testEnv: BillTestEnv;
let channel: ReturnType<typeof scriptedSource>;
beforeEach(async () => {
  testEnv = await createBillTestEnv();
  channel = scriptedSource("wechatpay");
  channel.days.set(DAY, "none");
});
afterEach(() => testEnv.close());

const reconcile = () => reconcileBills(testEnv.context, testEnv.db, [channel.from]);
const returnedPayment = {
  outNo: "R0000001",
  of: ours.outNo,
  number: "5030000001",
  amountFen: 2_990,
  at: atTime("13:00"),
};
const returnRow = (changes: Partial<StatementLine> = {}): StatementLine =>
  statementRow({
    kind: "refund",
    outNo: returnedPayment.outNo,
    channelNo: returnedPayment.number,
    ofNo: returnedPayment.of,
    at: returnedPayment.at,
    ...changes,
  });

describe("the channel's daily bill", () => {
  test.each<[string, StatementLine[], string[]]>([
    ["agrees", [statementRow()], []],
    [
      "has an unknown number",
      [statementRow(), statementRow({ outNo: "P9" })],
      ["bill_only_there wechatpay payment P9"],
    ],
    [
      "has a row twice",
      [statementRow(), statementRow()],
      [`bill_duplicate wechatpay payment P0000001 ${DAY}/2`],
    ],
    [
      "lacks a payment",
      [statementRow({ outNo: "P9" })],
      ["bill_only_here wechatpay payment P0000001", "bill_only_there wechatpay payment P9"],
    ],
    [
      "has another amount",
      [statementRow({ amountFen: 2_991 })],
      ["bill_amount wechatpay payment P0000001"],
    ],
    ["has another fee", [statementRow({ feeFen: 19 })], ["bill_fee wechatpay payment P0000001"]],
    [
      "has another number",
      [statementRow({ channelNo: "42x" })],
      ["bill_number wechatpay payment P0000001"],
    ],
    [
      "has an unknown refund",
      [statementRow(), returnRow()],
      ["bill_only_there wechatpay refund R0000001"],
    ],
  ])("that %s", async (_, lines, found) => {
    await testEnv.put.payments([ours]);
    channel.days.set(DAY, lines);
    await reconcile();
    expect(await testEnv.found()).toEqual(found);
  });

  test("whose payment is closed in our records is a difference of state, with the procedure that corrects it", async () => {
    await testEnv.put.payments([{ ...ours, state: "CLOSED" }]);
    channel.days.set(DAY, [statementRow()]);
    await reconcile();
    expect(await testEnv.found()).toEqual(["bill_state wechatpay payment P0000001"]);
    const [one] = await testEnv.rows(
      "SELECT member_id, actual, expected, proposal FROM recon_case",
    );
    expect(one).toEqual({
      member_id: expect.any(String),
      actual: expect.objectContaining({
        row: 1,
        state: "SUCCESS",
        way: expect.stringMatching(/ask/),
      }),
      expected: expect.objectContaining({ state: "CLOSED", amountFen: 2_990 }),
      proposal: null,
    });
  });

  test("whose fee is not ours has both fees in its case, and a title that operators read", async () => {
    await testEnv.put.payments([ours]);
    channel.days.set(DAY, [statementRow({ feeFen: 19 })]);
    await reconcile();
    const query = { state: undefined, class: undefined, memberId: undefined, before: undefined };
    const { context, db } = testEnv;
    const cases = await listCases(context, db, { ...query, assigneeId: undefined, count: 9 });
    expect(cases).toMatchObject([
      { title: "手续费不同", expected: { feeFen: 18 }, actual: { feeFen: 19 } },
    ]);
  });

  test.each<[string, StatementLine, "DONE" | "PROCESSING" | "ABNORMAL", string[]]>([
    ["agrees", returnRow(), "DONE", []],
    ["continued after the bill was made", returnRow({ state: "PROCESSING" }), "DONE", []],
    [
      "has arrived without a notification",
      returnRow(),
      "PROCESSING",
      ["bill_state wechatpay refund R0000001"],
    ],
    ["could not be paid out, as we know", returnRow({ state: "CHANGE" }), "ABNORMAL", []],
    [
      "is less than we refunded",
      returnRow({ amountFen: 2_000 }),
      "DONE",
      ["bill_amount wechatpay refund R0000001"],
    ],
    ["returned its fee except one fen", returnRow({ feeFen: -17 }), "DONE", []],
    [
      "did not return its fee",
      returnRow({ feeFen: 0 }),
      "DONE",
      ["bill_fee wechatpay refund R0000001"],
    ],
    [
      "is of another payment",
      returnRow({ ofNo: "P9" }),
      "DONE",
      ["bill_number wechatpay refund R0000001"],
    ],
  ])("whose refund %s", async (_, line, state, found) => {
    await testEnv.put.payments([ours]);
    await testEnv.put.returns([{ ...returnedPayment, state }]);
    channel.days.set(DAY, [statementRow(), line]);
    await reconcile();
    expect(await testEnv.found()).toEqual(found);
  });

  test("proposes to credit the member with what the channel overcharged, and never debits them", async () => {
    const less = { ...ours, outNo: "P0000002", number: "4200000002" };
    await testEnv.put.payments([ours, less]);
    channel.days.set(DAY, [
      statementRow({ amountFen: 3_000 }),
      statementRow({ outNo: less.outNo, channelNo: less.number, amountFen: 2_000 }),
    ]);
    await reconcile();
    const cases = await testEnv.rows("SELECT proposal FROM recon_case ORDER BY subject");
    expect(cases).toEqual([
      { proposal: { memberId: expect.any(String), account: "principal", amount: 10 } },
      { proposal: null },
    ]);
  });

  test("freezes no asset, because the source must be checked first", async () => {
    await testEnv.put.payments([ours]);
    channel.days.set(DAY, [statementRow({ amountFen: 1 })]);
    await reconcile();
    expect(await testEnv.rows("SELECT 1 FROM ledger_freeze")).toEqual([]);
  });
});

describe("at midnight between two days", () => {
  /** Paid a minute before midnight by our clock, and reported in the next day's bill. */
  const late = { ...ours, outNo: "P0000003", number: "4200000003", at: atTime("23:59") };
  const inNext = statementRow({
    outNo: late.outNo,
    channelNo: late.number,
    at: atTime("00:01", NEXT_DAY),
  });

  test("a payment in the next day's bill matches, because it is near midnight", async () => {
    await testEnv.put.payments([ours, late]);
    channel.days.set(DAY, [statementRow()]);
    channel.days.set(NEXT_DAY, [inNext]);
    await reconcile();
    testEnv.context.clock.advance(DAY_MS);
    await reconcile();
    expect(await testEnv.found()).toEqual([]);
  });

  test("a payment in neither bill is reported when both are available, and not before", async () => {
    await testEnv.put.payments([ours, late]);
    channel.days.set(DAY, [statementRow()]);
    channel.days.set(NEXT_DAY, "none");
    await reconcile();
    expect(await testEnv.found()).toEqual([]);
    testEnv.context.clock.advance(DAY_MS);
    await reconcile();
    expect(await testEnv.found()).toEqual(["bill_only_here wechatpay payment P0000003"]);
  });

  test("a payment of noon in the next day's bill belongs to another day", async () => {
    await testEnv.put.payments([ours]);
    channel.days.set(DAY, []);
    channel.days.set(NEXT_DAY, [statementRow({ at: atTime("12:00", NEXT_DAY) })]);
    await reconcile();
    testEnv.context.clock.advance(DAY_MS);
    await reconcile();
    expect(await testEnv.found()).toContain("bill_other_day wechatpay payment P0000001");
  });

  test("a payment in the bills of two days is a duplicate", async () => {
    await testEnv.put.payments([ours]);
    channel.days.set(DAY, [statementRow()]);
    channel.days.set(NEXT_DAY, [statementRow()]);
    await reconcile();
    testEnv.context.clock.advance(DAY_MS);
    await reconcile();
    expect(await testEnv.found()).toEqual([
      `bill_duplicate wechatpay payment P0000001 ${NEXT_DAY}/1`,
    ]);
  });
});

describe("a supplier's statement", () => {
  const supply = { outNo: "S0000001", number: "T1", amountFen: 4_900, at: atTime("12:00") };
  const line = (changes: Partial<StatementLine> = {}): StatementLine => ({
    ...({ kind: "supply", outNo: supply.outNo, channelNo: "T1", amountFen: 4_900 } as const),
    state: "issued",
    at: supply.at,
    ...changes,
  });
  test.each<[string, StatementLine[], "SUCCESS" | "FAILED" | "UNKNOWN", string[]]>([
    ["agrees", [line()], "SUCCESS", []],
    ["agrees that nothing was delivered", [line({ state: "failed", amountFen: 0 })], "FAILED", []],
    ["charges another price", [line({ amountFen: 5_000 })], "SUCCESS", ["bill_amount"]],
    ["charges an order that failed here", [line()], "FAILED", ["bill_state"]],
    ["decides an order that is unknown here", [line()], "UNKNOWN", ["bill_state"]],
    ["has another number of its own", [line({ channelNo: "T2" })], "SUCCESS", ["bill_number"]],
    ["does not contain the order", [], "SUCCESS", ["bill_only_here"]],
  ])("that %s", async (_, lines, state, found) => {
    const topup = scriptedSource("supplier:topup");
    await testEnv.put.supplies("topup", [{ ...supply, state }]);
    topup.days.set(DAY, lines);
    await reconcileBills(testEnv.context, testEnv.db, [channel.from, topup.from]);
    expect(await testEnv.found()).toEqual(
      found.map((one) => `${one} supplier:topup supply S0000001`),
    );
  });

  test("is not matched with another supplier's number", async () => {
    const movie = scriptedSource("supplier:movie");
    await testEnv.put.supplies("topup", [supply]);
    movie.days.set(DAY, [line()]);
    await reconcileBills(testEnv.context, testEnv.db, [movie.from]);
    expect(await testEnv.found()).toEqual(["bill_only_there supplier:movie supply S0000001"]);
  });
});
