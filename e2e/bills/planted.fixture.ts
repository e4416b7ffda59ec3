/** A day of so many payments and refunds, or of a supplier's orders, with differences of every class planted by a seed. */
import type {
  OurPayment,
  OurReturn,
  OurSupply,
} from "@yunjing/server/domain/books/bills/bed.fixture";
import { feeFenOf } from "@yunjing/sandbox/wechatpay/bills";
import type { BillRow } from "@yunjing/sandbox/wechatpay/bill-text";
import type { KnownOrder } from "@yunjing/sandbox/suppliers/orders";

export const DAY = "2026-11-19";
const START = Date.parse(`${DAY}T00:00:00+08:00`);
const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Planted, and where: the row's place in the file, or null where the row is what is missing. */
export type Planted = { readonly line: string; readonly rowNo: number | null };

/** The same draw for the same seed. */
function drawing(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Which of `count` things get which fault: `each` of every kind, all others none. */
function faultsOver<F extends string>(
  count: number,
  faults: readonly F[],
  draw: ReturnType<typeof drawing>,
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
  ...["only_there", "only_here", "number", "state", "amount", "fee", "other_day", "duplicate"],
  "edge",
] as const;
type Fault = (typeof faults)[number];

/** One thing of the day as the faults leave it: what we know, what they say, and what is to be found. */
function spoil<O extends { number: string; amountFen: number; at: Date }>(
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

export function plantedBill(count: number, { seed = 20_261_119, each = 25 } = {}) {
  const draw = drawing(seed);
  const refunds = Math.floor(count / 8);
  const payFaults = faultsOver(count - refunds, faults, draw, each);
  const backFaults = faultsOver(refunds, faults, draw, each);
  const [payments, returns]: [OurPayment[], OurReturn[]] = [[], []];
  const rows: BillRow[] = [];
  const planted: Planted[] = [];
  const put = (row: BillRow, what: { kind: string; outNo: string; fault: Fault | undefined }) => {
    const subject = `wechatpay ${what.kind} ${what.outNo}`;
    rows.push(row);
    if (what.fault === undefined || what.fault === "edge") return;
    if (what.fault === "duplicate") {
      rows.push(row);
      const line = `bill_duplicate ${subject} ${DAY}/${rows.length}`;
      planted.push({ line, rowNo: rows.length });
    } else planted.push({ line: `bill_${what.fault} ${subject}`, rowNo: rows.length });
  };
  const shared = { openid: "oPayer", tradeType: "JSAPI", title: "话费,`50`元" } as const;

  for (let n = 0; n < count - refunds; n++) {
    const outNo = `P${String(n).padStart(9, "0")}`;
    const at = new Date(START + 11 * MINUTE + draw(23 * HOUR));
    const known = {
      outNo,
      number: `4200${String(n).padStart(12, "0")}`,
      amountFen: 1 + draw(99_999),
      at,
    };
    const fault = payFaults.get(n);
    const { ours, theirs } = spoil<OurPayment>(fault, known, {
      ...{ stateOf: () => ({ state: "CLOSED" }), dayBefore: new Date(START - 3 * HOUR) },
    });
    if (ours) payments.push(ours);
    if (!theirs) planted.push({ line: `bill_only_here wechatpay payment ${outNo}`, rowNo: null });
    else {
      const { amountFen: totalFen, number: transactionId, fee } = theirs;
      put(
        {
          ...{
            ...shared,
            state: "SUCCESS",
            at: theirs.at.getTime(),
            transactionId,
            outTradeNo: outNo,
          },
          ...{ totalFen, feeFen: feeFenOf(totalFen) + fee },
        },
        { kind: "payment", outNo, fault },
      );
    }
  }

  const whole = payments.filter(({ outNo }) => !payFaults.has(Number(outNo.slice(1))));
  for (let n = 0; n < refunds; n++) {
    const paid = whole[n];
    if (!paid) throw new Error("there are too few whole payments to refund");
    const outNo = `R${String(n).padStart(9, "0")}`;
    const at = new Date(START + 11 * MINUTE + draw(23 * HOUR));
    const known = {
      outNo,
      of: paid.outNo,
      number: `5030${String(n).padStart(12, "0")}`,
      amountFen: paid.amountFen,
      at,
    };
    const fault = backFaults.get(n);
    const { ours, theirs } = spoil<OurReturn & { number: string }>(fault, known, {
      ...{ stateOf: () => ({ state: "PROCESSING" }), dayBefore: new Date(START - 3 * HOUR) },
    });
    if (ours) returns.push(ours);
    if (!theirs) planted.push({ line: `bill_only_here wechatpay refund ${outNo}`, rowNo: null });
    else {
      const { amountFen: refundFen, number: refundId, fee } = theirs;
      put(
        {
          ...{ ...shared, state: "REFUND", at: theirs.at.getTime(), transactionId: paid.number },
          ...{
            outTradeNo: paid.outNo,
            totalFen: paid.amountFen,
            feeFen: fee - feeFenOf(refundFen),
          },
          refund: { refundId, refundNo: outNo, refundFen, status: "SUCCESS" },
        },
        { kind: "refund", outNo, fault },
      );
    }
  }
  return { payments, returns, rows, planted };
}

const supplyFaults = [
  ...["only_there", "only_here", "number", "state", "amount", "other_day", "edge"],
] as const;

/** A supplier's orders of the day; a statement has no fee, and a journal no line twice. */
export function plantedStatement(count: number, { seed = 20_261_120, each = 25 } = {}) {
  const draw = drawing(seed);
  const chosen = faultsOver(count, supplyFaults, draw, each);
  const supplies: OurSupply[] = [];
  const orders: KnownOrder[] = [];
  const planted: Planted[] = [];
  for (let n = 0; n < count; n++) {
    const outNo = `S${String(n).padStart(9, "0")}`;
    const at = new Date(START + 11 * MINUTE + draw(23 * HOUR));
    const known = {
      outNo,
      number: `T${String(n).padStart(12, "0")}`,
      amountFen: 1 + draw(9_999),
      at,
    };
    const fault = chosen.get(n) as Fault | undefined;
    const { ours, theirs } = spoil<OurSupply & { number: string }>(fault, known, {
      ...{ stateOf: () => ({ state: "FAILED" }), dayBefore: new Date(START - 3 * HOUR) },
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
