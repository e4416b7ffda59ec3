/**
 * Shared test fixtures of fulfilment: a scripted supplier, and a listener that records its calls.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { contactSealContext, type SupplierRequest } from "./model.ts";
import type { FulfilmentListener, Route, Supplier, SupplierAnswer, SupplierOrder } from "./port.ts";

/**
 * `unheard`: done, but the answer is lost. `lost`: never arrived. `crash`: done, and our process
 * dies waiting.
 */
export type FaultMode = "well" | "unheard" | "lost" | "crash";
type Entry = { order: SupplierOrder | undefined; answer: SupplierAnswer };

const noAnswer: SupplierAnswer = { state: "unknown", reason: "no answer in time" };
export const accepted: SupplierAnswer = { state: "accepted", supplierNo: "S1" };
export const issued: SupplierAnswer = {
  state: "issued",
  supplierNo: "S1",
  codes: [{ code: "123456" }],
};

/** A supplier that satisfies its port, and whose answers get lost as scripted. */
export function scriptedSupplier() {
  const orders = new Map<string, Entry>();
  const calls: string[] = [];
  const script: Record<"place" | "query" | "cancel", FaultMode[]> = {
    place: [],
    query: [],
    cancel: [],
  };

  const act = async <A>(call: keyof typeof script, work: () => A): Promise<A | SupplierAnswer> => {
    calls.push(call);
    const mode = script[call].shift() ?? "well";
    if (mode === "lost") return noAnswer;
    const answer = work();
    if (mode === "crash") throw new Error("the process crashed here");
    return mode === "unheard" ? noAnswer : answer;
  };
  const supplier: Supplier = {
    place: (order) =>
      act("place", () => {
        const entry = orders.get(order.outNo) ?? { order, answer: accepted };
        orders.set(order.outNo, entry);
        return entry.answer;
      }),
    query: (outNo) =>
      act("query", () => orders.get(outNo)?.answer ?? ({ state: "absent" } as const)),
    cancel: (outNo) =>
      act("cancel", () => {
        const entry = orders.get(outNo);
        if (entry?.answer.state === "issued" || entry?.answer.state === "failed")
          return entry.answer;
        const answer: SupplierAnswer = { state: "failed", reason: "CANCELLED" };
        orders.set(outNo, { order: entry?.order, answer });
        return answer;
      }),
  };
  return {
    supplier,
    orders,
    calls,
    script,
    /** Decides an order at the supplier, without a callback. */
    settle(outNo: string, answer: SupplierAnswer): void {
      orders.set(outNo, { order: orders.get(outNo)?.order, answer });
    },
  };
}

/** A listener that records its calls, such as `manual` or `issued 123456`. */
export function recordingListener(): { listener: FulfilmentListener; listenerCalls: string[] } {
  const listenerCalls: string[] = [];
  return {
    listenerCalls,
    listener: {
      onState: async (_tx, { state }) => void listenerCalls.push(state),
      onIssued: async (_tx, { codes }) =>
        void listenerCalls.push(["issued", ...codes.map((each) => each.code)].join(" ")),
      onFailed: async (_tx, { reason }) => void listenerCalls.push(`failed ${reason}`),
      amountOf: () => Promise.resolve(0),
    },
  };
}

const request: SupplierRequest = {
  kind: "meal",
  storeCode: "SH001",
  eatType: "take_away",
  pickupAt: "now",
  lines: [{ productId: "burger", quantity: 1, options: [], unitFen: 1900 }],
  totalFen: 1900,
};

export type Submitted = { ownerId: string; id: string; orderId: string; outNo: string };

export type Wanted = {
  readonly routes: readonly Route[];
  readonly request: SupplierRequest;
  readonly itemId?: string;
};
const meal: Wanted = { routes: [{ supplierId: "dining", product: "meal", costFen: 0 }], request };

/** Submits one order, by default a meal, as the orders module does in its paying transaction. */
export async function submitOrder(
  context: Context,
  db: Db,
  wanted: Wanted = meal,
): Promise<Submitted> {
  const [ownerId, id, orderId, messageId] = Array.from({ length: 4 }, () => context.ids.next());
  if (!ownerId || !id || !orderId || !messageId) throw new Error("ids ran out");
  const outNo = `D${id.replaceAll("-", "").slice(-20).toUpperCase()}`;
  const contact = context.secrets.seal("13800138000", contactSealContext(id));
  const supply = { id, orderId, outNo, messageId, ...wanted };
  await transaction(db, async (tx) => {
    await tx.execute(sql`
      INSERT INTO supplier (supplier_id, name, adapter) VALUES ('dining', '餐饮', 'dining')
      ON CONFLICT DO NOTHING`);
    await tx.execute(sql`SELECT fulfilment_submit(${ownerId}, ${JSON.stringify(supply)}::jsonb, ${contact},
      ${context.clock.sql()}::timestamptz)`);
  });
  return { ownerId, id, orderId, outNo };
}
