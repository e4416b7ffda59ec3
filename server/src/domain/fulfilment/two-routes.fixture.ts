/** Two scripted suppliers on a real database, and orders with routes to both. */
import { sql } from "drizzle-orm";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { type FulfilmentDeps, placeOrder, pollDueOrders, receiveCallback } from "./actions.ts";
import type { Route, SupplierAnswer } from "./port.ts";
import { scriptedSupplier, submitOrder, recordingListener } from "./testing.ts";

export const done: SupplierAnswer = { state: "issued", supplierNo: "S9", codes: [] };
export const refused: SupplierAnswer = { state: "failed", reason: "SOLD_OUT" };
export const TOPUP = { supplierId: "topup", product: "mobile-50", costFen: 4_900 };
export const CARDS = { supplierId: "cards", product: "CMCC50", costFen: 4_950 };

type Row = { outNo: string; supplierId: string; state: string; attempt: number; costFen: number };

/** Both suppliers without faults, and a recording listener. */
function made() {
  const [first, second] = [scriptedSupplier(), scriptedSupplier()];
  const { listener, listenerCalls } = recordingListener();
  const suppliers = { topup: first.supplier, cards: second.supplier };
  const deps: FulfilmentDeps = { suppliers, listener };
  return { first, second, listenerCalls, deps };
}

/**
 * `first` is the supplier `topup`, `second` is `cards`; `fresh()` creates them and the listener
 * again.
 */
export async function openFulfilmentEnv({
  size = 8,
  mutants = [],
}: {
  readonly size?: number;
  /** Mutants of the SQL statements. */
  readonly mutants?: readonly Mutant[];
} = {}) {
  const context = testContext();
  const database = await freshDatabase();
  const { db, used } = openMutantDatabase(
    { url: database.appUrl, log: context.log, size },
    mutants,
  );
  const env = {
    context,
    db,
    used,
    ...made(),
    async fresh() {
      // The slot in which a circuit changed counts for neither side of the change.
      context.clock.advance(10_000);
      await db.execute(sql`DELETE FROM outbox`);
      await writesWithoutHistory(db.$client);
      await db.execute(sql`DELETE FROM supplier_health`);
      await db.execute(sql`UPDATE supplier_circuit SET state = 'closed', retry_at = NULL`);
      await db.execute(sql`UPDATE supplier_order SET state = 'FAILED', next_look_at = NULL, ended_at = now()
                           WHERE next_look_at IS NOT NULL`);
      Object.assign(env, made());
    },
    /** Handles the messages of unsent orders, next attempts too, as the outbox handlers do. */
    async dispatch() {
      for (;;) {
        const unsent = await db.execute<{ ownerId: string; id: string }>(sql`
          SELECT o.member_id AS "ownerId", o.id FROM supplier_order o
          JOIN outbox m ON m.member_id = o.member_id AND m.aggregate_id = o.id
          WHERE o.state = 'CREATED'`);
        if (unsent.rows.length === 0) return;
        for (const key of unsent.rows) await placeOrder(context, db, env.deps, key);
      }
    },
    /** Advances time in steps of five seconds and runs the poller at each. */
    async pass(ms: number) {
      for (let gone = 0; gone < ms; gone += 5_000) {
        context.clock.advance(5_000);
        await pollDueOrders(context, db, env.deps);
      }
    },
    callback: (supplierId: string, outNo: string, answer: SupplierAnswer) =>
      receiveCallback(context, db, env.deps, {
        supplierId,
        event: { eventId: `${outNo}-${answer.state}`, outNo, at: context.clock.now(), answer },
      }),
    /** Two top-ups for one item. */
    order: (routes: readonly Route[] = [TOPUP, CARDS]) =>
      submitOrder(context, db, {
        routes,
        itemId: "0199aaaa-0000-7000-8000-000000000001",
        request: { kind: "topup", quantity: 2, faceFen: 5_000 },
      }),
    async attemptsOf({ orderId }: { orderId: string }): Promise<Row[]> {
      const found = await db.execute<Row>(sql`
        SELECT out_no AS "outNo", supplier_id AS "supplierId", state, attempt, cost_fen AS "costFen"
        FROM supplier_order WHERE order_id = ${orderId} ORDER BY attempt`);
      return found.rows;
    },
    async close() {
      await closeDatabase(db);
      await database.drop();
    },
  };
  return env;
}
export type FulfilmentEnv = Awaited<ReturnType<typeof openFulfilmentEnv>>;
