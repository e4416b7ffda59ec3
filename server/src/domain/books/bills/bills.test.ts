/** A day's account from outside is held against the books: what agrees is silent, what does not is one case, once. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StatementLine } from "../../fulfilment/port.ts";
import { keepBills } from "./actions.ts";
import {
  type BillBed,
  DAY,
  NEXT,
  on,
  openBillBed,
  ours,
  row,
  scriptedSource,
} from "./bed.fixture.ts";

const DAY_MS = 86_400_000;

let bed: BillBed;
let channel: ReturnType<typeof scriptedSource>;
beforeEach(async () => {
  bed = await openBillBed();
  channel = scriptedSource("wechatpay");
  channel.days.set(DAY, "none");
});
afterEach(() => bed.close());

const keep = () => keepBills(bed.context, bed.db, [channel.from]);
const back = {
  outNo: "R0000001",
  of: ours.outNo,
  number: "5030000001",
  amountFen: 2_990,
  at: on("13:00"),
};
const backRow = (changes: Partial<StatementLine> = {}): StatementLine =>
  row({
    kind: "refund",
    outNo: back.outNo,
    channelNo: back.number,
    ofNo: back.of,
    at: back.at,
    ...changes,
  });

describe("a day of the channel", () => {
  test.each<[string, StatementLine[], string[]]>([
    ["agrees", [row()], []],
    [
      "has a number of nobody's",
      [row(), row({ outNo: "P9" })],
      ["bill_only_there wechatpay payment P9"],
    ],
    ["has a row twice", [row(), row()], [`bill_duplicate wechatpay payment P0000001 ${DAY}/2`]],
    [
      "lacks a payment",
      [row({ outNo: "P9" })],
      ["bill_only_here wechatpay payment P0000001", "bill_only_there wechatpay payment P9"],
    ],
    ["has another amount", [row({ amountFen: 2_991 })], ["bill_amount wechatpay payment P0000001"]],
    ["has another fee", [row({ feeFen: 19 })], ["bill_fee wechatpay payment P0000001"]],
    ["has another number", [row({ channelNo: "42x" })], ["bill_number wechatpay payment P0000001"]],
    ["has a refund of nobody's", [row(), backRow()], ["bill_only_there wechatpay refund R0000001"]],
  ])("that %s", async (_, lines, found) => {
    await bed.put.payments([ours]);
    channel.days.set(DAY, lines);
    await keep();
    expect(await bed.found()).toEqual(found);
  });

  test("whose payment we know as closed is a difference of state, with the way that sets it right", async () => {
    await bed.put.payments([{ ...ours, state: "CLOSED" }]);
    channel.days.set(DAY, [row()]);
    await keep();
    expect(await bed.found()).toEqual(["bill_state wechatpay payment P0000001"]);
    const [one] = await bed.rows("SELECT member_id, actual, expected, proposal FROM recon_case");
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

  test.each<[string, StatementLine, "DONE" | "PROCESSING" | "ABNORMAL", string[]]>([
    ["agrees", backRow(), "DONE", []],
    ["went on after the bill was made", backRow({ state: "PROCESSING" }), "DONE", []],
    [
      "has arrived without our knowing",
      backRow(),
      "PROCESSING",
      ["bill_state wechatpay refund R0000001"],
    ],
    ["could not be paid out, as we know", backRow({ state: "CHANGE" }), "ABNORMAL", []],
    [
      "is less than we gave back",
      backRow({ amountFen: 2_000 }),
      "DONE",
      ["bill_amount wechatpay refund R0000001"],
    ],
    ["gave its fee back but for a fen", backRow({ feeFen: -17 }), "DONE", []],
    [
      "did not give its fee back",
      backRow({ feeFen: 0 }),
      "DONE",
      ["bill_fee wechatpay refund R0000001"],
    ],
    [
      "is of another payment",
      backRow({ ofNo: "P9" }),
      "DONE",
      ["bill_number wechatpay refund R0000001"],
    ],
  ])("whose refund %s", async (_, line, state, found) => {
    await bed.put.payments([ours]);
    await bed.put.returns([{ ...back, state }]);
    channel.days.set(DAY, [row(), line]);
    await keep();
    expect(await bed.found()).toEqual(found);
  });

  test("proposes to give the member what the channel took too much, and never takes from them", async () => {
    const less = { ...ours, outNo: "P0000002", number: "4200000002" };
    await bed.put.payments([ours, less]);
    channel.days.set(DAY, [
      row({ amountFen: 3_000 }),
      row({ outNo: less.outNo, channelNo: less.number, amountFen: 2_000 }),
    ]);
    await keep();
    const cases = await bed.rows("SELECT proposal FROM recon_case ORDER BY subject");
    expect(cases).toEqual([
      { proposal: { memberId: expect.any(String), account: "principal", amount: 10 } },
      { proposal: null },
    ]);
  });

  test("freezes nobody: the outside is asked first", async () => {
    await bed.put.payments([ours]);
    channel.days.set(DAY, [row({ amountFen: 1 })]);
    await keep();
    expect(await bed.rows("SELECT 1 FROM ledger_freeze")).toEqual([]);
  });
});

describe("at the edge of two days", () => {
  /** Paid a minute before midnight by our clock, and in the next day's bill. */
  const late = { ...ours, outNo: "P0000003", number: "4200000003", at: on("23:59") };
  const inNext = row({ outNo: late.outNo, channelNo: late.number, at: on("00:01", NEXT) });

  test("a payment in the other day's bill agrees, for it is near midnight", async () => {
    await bed.put.payments([ours, late]);
    channel.days.set(DAY, [row()]);
    channel.days.set(NEXT, [inNext]);
    await keep();
    bed.context.clock.advance(DAY_MS);
    await keep();
    expect(await bed.found()).toEqual([]);
  });

  test("one that stands in neither is missed when both are here, and not before", async () => {
    await bed.put.payments([ours, late]);
    channel.days.set(DAY, [row()]);
    channel.days.set(NEXT, "none");
    await keep();
    expect(await bed.found()).toEqual([]);
    bed.context.clock.advance(DAY_MS);
    await keep();
    expect(await bed.found()).toEqual(["bill_only_here wechatpay payment P0000003"]);
  });

  test("one of noon in the next day's bill is of another day", async () => {
    await bed.put.payments([ours]);
    channel.days.set(DAY, []);
    channel.days.set(NEXT, [row({ at: on("12:00", NEXT) })]);
    await keep();
    bed.context.clock.advance(DAY_MS);
    await keep();
    expect(await bed.found()).toContain("bill_other_day wechatpay payment P0000001");
  });

  test("a payment told of on two days is told of twice", async () => {
    await bed.put.payments([ours]);
    channel.days.set(DAY, [row()]);
    channel.days.set(NEXT, [row()]);
    await keep();
    bed.context.clock.advance(DAY_MS);
    await keep();
    expect(await bed.found()).toEqual([`bill_duplicate wechatpay payment P0000001 ${NEXT}/1`]);
  });
});

describe("a supplier's statement", () => {
  const supply = { outNo: "S0000001", number: "T1", amountFen: 4_900, at: on("12:00") };
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
    ["charges what we know as failed", [line()], "FAILED", ["bill_state"]],
    ["decides what we do not know yet", [line()], "UNKNOWN", ["bill_state"]],
    ["took it under another number", [line({ channelNo: "T2" })], "SUCCESS", ["bill_number"]],
    ["says nothing of it", [], "SUCCESS", ["bill_only_here"]],
  ])("that %s", async (_, lines, state, found) => {
    const topup = scriptedSource("supplier:topup");
    await bed.put.supplies("topup", [{ ...supply, state }]);
    topup.days.set(DAY, lines);
    await keepBills(bed.context, bed.db, [channel.from, topup.from]);
    expect(await bed.found()).toEqual(found.map((one) => `${one} supplier:topup supply S0000001`));
  });

  test("is not about another supplier's number", async () => {
    const movie = scriptedSource("supplier:movie");
    await bed.put.supplies("topup", [supply]);
    movie.days.set(DAY, [line()]);
    await keepBills(bed.context, bed.db, [movie.from]);
    expect(await bed.found()).toEqual(["bill_only_there supplier:movie supply S0000001"]);
  });
});
