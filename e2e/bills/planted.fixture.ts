/**
 * Generates a day of payments and refunds, or of a supplier's orders, with seeded differences of
 * every class.
 */
import type {
  OwnPayment,
  OwnReturn,
  OwnSupply,
} from "@yunjing/server/domain/reconciliation/bills/own-records.fixture";
import { feeFenOf } from "@yunjing/sandbox/wechatpay/bills";
import type { BillRow } from "@yunjing/sandbox/wechatpay/bill-text";
import type { KnownOrder } from "@yunjing/sandbox/suppliers/orders";

export const DAY = "2026-11-19";
const START = Date.parse(`${DAY}T00:00:00+08:00`);
const [MINUTE, HOUR] = [60_000, 3_600_000];

/**
 * A planted difference: the row's place in the file, or null when the row is missing from the file.
 */
export type Planted = { readonly line: string; readonly rowNo: number | null };

/** A seeded random number generator: the same seed gives the same numbers. */
function createRandom(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Chooses which of `count` rows get which fault: `each` rows per fault, none for the others. */
function chooseFaultRows<F extends string>(
  count: number,
  faults: readonly F[],
  draw: ReturnType<typeof createRandom>,
  each: number,
) {
  const chosen = new Map<number, F>();
  for (const fault of faults) {
    for (let left = each; left > 0; ) {
      const at = draw(count);
      if (chosen.has(at)) continue;
      chosen.set(at, fault);
      left -= 1;
    }
  }
  return chosen;
}

const faults = [
  "only_there",
  "only_here",
  "number",
  "state",
  "amount",
  "fee",
  "other_day",
  "duplicate",
  "edge",
] as const;
type Fault = (typeof faults)[number];

/**
 * Applies a fault to one item of the day. Returns our record, the other party's record, and the
 * difference to be found.
 */
function applyFault<O extends { number: string; amountFen: number; at: Date }>(
  fault: Fault | undefined,
  ours: O,
  { stateOf, dayBefore }: { stateOf: () => Partial<O>; dayBefore: Date },
): {
  ours: O | undefined;
  theirs: { number: string; amountFen: number; fee: number; at: Date } | undefined;
} {
  const theirs = { number: ours.number, amountFen: ours.amountFen, fee: 0, at: ours.at };
  if (fault === "only_there") return { ours: undefined, theirs };
  if (fault === "only_here") return { ours, theirs: undefined };
  if (fault === "number") return { ours, theirs: { ...theirs, number: `${theirs.number}9` } };
  if (fault === "state") return { ours: { ...ours, ...stateOf() }, theirs };
  if (fault === "amount") return { ours, theirs: { ...theirs, amountFen: theirs.amountFen + 1 } };
  if (fault === "fee") return { ours, theirs: { ...theirs, fee: 2 } };
  if (fault === "other_day") return { ours: { ...ours, at: dayBefore }, theirs };
  if (fault === "edge") {
    const at = new Date(START - 2 * MINUTE);
    return { ours: { ...ours, at }, theirs: { ...theirs, at: new Date(START + MINUTE) } };
  }
  return { ours, theirs };
}

const dayBefore = new Date(START - 3 * HOUR);
const shared = { openid: "oPayer", tradeType: "JSAPI", title: "话费,`50`元" } as const;
type Random = ReturnType<typeof createRandom>;
const someTime = (draw: Random): Date => new Date(START + 11 * MINUTE + draw(23 * HOUR));
const numbered = (prefix: string, n: number): string => `${prefix}${String(n).padStart(9, "0")}`;

/** Collects the rows of a file and the differences planted in it. */
function createRecorder() {
  const rows: BillRow[] = [];
  const planted: Planted[] = [];
  return {
    rows,
    planted,
    put(row: BillRow | undefined, about: string, fault: Fault | undefined): void {
      if (row) rows.push(row);
      if (fault === undefined || fault === "edge") return;
      if (fault === "duplicate" && row) rows.push(row);
      const place = fault === "duplicate" ? ` ${DAY}/${rows.length}` : "";
      const line = `bill_${fault} wechatpay ${about}${place}`;
      planted.push({ line, rowNo: row ? rows.length : null });
    },
  };
}
type Recorder = ReturnType<typeof createRecorder>;
type Plan = { readonly draw: Random; readonly chosen: ReadonlyMap<number, Fault> };

function plantPayments(count: number, { draw, chosen }: Plan, sheet: Recorder): OwnPayment[] {
  const known: OwnPayment[] = [];
  for (let n = 0; n < count; n++) {
    const outNo = numbered("P", n);
    const number = numbered("4200", n);
    const fault = chosen.get(n);
    const paid = { outNo, number, amountFen: 1 + draw(99_999), at: someTime(draw) };
    const stateOf = () => ({ state: "CLOSED" }) as const;
    const { ours, theirs } = applyFault<OwnPayment>(fault, paid, { stateOf, dayBefore });
    if (ours) known.push(ours);
    const row: BillRow | undefined = theirs && {
      ...shared,
      state: "SUCCESS",
      at: theirs.at.getTime(),
      outTradeNo: outNo,
      transactionId: theirs.number,
      totalFen: theirs.amountFen,
      feeFen: feeFenOf(theirs.amountFen) + theirs.fee,
    };
    sheet.put(row, `payment ${outNo}`, fault);
  }
  return known;
}

/** Adds one full refund per payment, with the planted faults. */
function plantReturns(
  payments: readonly OwnPayment[],
  { draw, chosen }: Plan,
  sheet: Recorder,
): OwnReturn[] {
  const known: OwnReturn[] = [];
  for (const [n, paid] of payments.entries()) {
    const outNo = numbered("R", n);
    const fault = chosen.get(n);
    const back = {
      outNo,
      of: paid.outNo,
      number: numbered("5030", n),
      amountFen: paid.amountFen,
      at: someTime(draw),
    };
    const stateOf = () => ({ state: "PROCESSING" }) as const;
    type Back = OwnReturn & { readonly number: string };
    const { ours, theirs } = applyFault<Back>(fault, back, { stateOf, dayBefore });
    if (ours) known.push(ours);
    const row: BillRow | undefined = theirs && {
      ...shared,
      state: "REFUND",
      at: theirs.at.getTime(),
      outTradeNo: paid.outNo,
      transactionId: paid.number,
      totalFen: paid.amountFen,
      feeFen: theirs.fee - feeFenOf(theirs.amountFen),
      refund: {
        refundId: theirs.number,
        refundNo: outNo,
        refundFen: theirs.amountFen,
        status: "SUCCESS",
      },
    };
    sheet.put(row, `refund ${outNo}`, fault);
  }
  return known;
}

export function plantedBill(count: number, { seed = 20_261_119, each = 25 } = {}) {
  const draw = createRandom(seed);
  const refunds = Math.floor(count / 8);
  const ofPayments = { draw, chosen: chooseFaultRows(count - refunds, faults, draw, each) };
  const ofReturns = { draw, chosen: chooseFaultRows(refunds, faults, draw, each) };
  const sheet = createRecorder();
  const payments = plantPayments(count - refunds, ofPayments, sheet);
  const whole = payments.filter(({ outNo }) => !ofPayments.chosen.has(Number(outNo.slice(1))));
  const returns = plantReturns(whole.slice(0, refunds), ofReturns, sheet);
  return { payments, returns, rows: sheet.rows, planted: sheet.planted };
}

const supplyFaults = [
  "only_there",
  "only_here",
  "number",
  "state",
  "amount",
  "other_day",
  "edge",
] as const;

/**
 * Generates a supplier's orders of the day. A statement has no fee, and a journal has no duplicate
 * lines.
 */
export function plantedStatement(count: number, { seed = 20_261_120, each = 25 } = {}) {
  const draw = createRandom(seed);
  const chosen = chooseFaultRows(count, supplyFaults, draw, each);
  const supplies: OwnSupply[] = [];
  const orders: KnownOrder[] = [];
  const planted: Planted[] = [];
  for (let n = 0; n < count; n++) {
    const outNo = numbered("S", n);
    const at = someTime(draw);
    const known = {
      outNo,
      number: `T${String(n).padStart(12, "0")}`,
      amountFen: 1 + draw(9_999),
      at,
    };
    const fault = chosen.get(n) as Fault | undefined;
    const { ours, theirs } = applyFault<OwnSupply & { number: string }>(fault, known, {
      stateOf: () => ({ state: "FAILED" }),
      dayBefore,
    });
    if (ours) supplies.push(ours);
    const subject = `supplier:topup supply ${outNo}`;
    if (theirs) {
      const wanted = { outNo, totalFen: theirs.amountFen };
      const { number: supplierNo } = theirs;
      const ended = { state: "issued", endedAt: theirs.at.getTime(), seen: [] } as const;
      orders.push({ outNo, supplierNo, wanted, ...ended, seen: [] });
    }
    if (fault === undefined || fault === "edge") continue;
    planted.push({ line: `bill_${fault} ${subject}`, rowNo: theirs ? orders.length : null });
  }
  return { supplies, orders, planted };
}
