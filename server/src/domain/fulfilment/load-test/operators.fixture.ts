/** Two operators on the manual queue, who claim the same orders and are sometimes wrong. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { randomBelow, seededRandom } from "../../../platform/random.ts";
import type { TestContext } from "../../../platform/testing.ts";
import {
  claimManualOrder,
  type FulfilmentDeps,
  deliverManually,
  failManually,
} from "../actions.ts";
import { codeOf, type FaultySupplier } from "./suppliers.fixture.ts";

const OPERATORS = [
  "0199bbbb-0000-7000-8000-000000000001",
  "0199bbbb-0000-7000-8000-000000000002",
] as const;
const grounds = { reason: "客服核实", evidence: "供应商客服的回复" };

/**
 * `decided` maps a number to what an operator did; `raced` has the successful claims of each order
 * of a round.
 */
export function createOperators(
  context: TestContext,
  [db, other]: readonly [Db, Db],
  deps: FulfilmentDeps,
  suppliers: readonly FaultySupplier[],
) {
  const random = seededRandom("desk");
  const decided = new Map<string, "delivered" | "made" | "failed">();
  const raced: number[] = [];

  async function decide(outNo: string, supplierId: string, operatorId: string): Promise<void> {
    const entry = suppliers.find(({ id }) => id === supplierId)?.orders.get(outNo);
    const mine = { outNo, operatorId, isProven: true, ...grounds };
    const chance = randomBelow(random, 100);
    // An operator who phoned the supplier learned the state; one in ten misunderstood it.
    if (entry?.state === "issued" && chance < 90) {
      const done = { ...mine, codes: [{ code: codeOf(outNo) }], isHandMade: false };
      await deliverManually(context, db, deps, done);
      decided.set(outNo, "delivered");
    } else if (chance % 10 < 3) {
      await failManually(context, db, deps, mine);
      decided.set(outNo, "failed");
    } else if (chance % 10 < 5) {
      const done = { ...mine, codes: [{ code: `H-${outNo}` }], isHandMade: true };
      await deliverManually(context, db, deps, done);
      decided.set(outNo, "made");
    }
  }

  return {
    decided,
    raced,
    async round(): Promise<void> {
      const found = await db.execute<{ outNo: string; supplierId: string }>(sql`
        SELECT out_no AS "outNo", supplier_id AS "supplierId" FROM supplier_order
        WHERE next_look_at IS NOT NULL AND manual_at < ${context.clock.sql()}::timestamptz - interval '1 minute'
        ORDER BY manual_at LIMIT 40`);
      for (const { outNo, supplierId } of found.rows) {
        const claims = await Promise.allSettled([
          claimManualOrder(context, db, { outNo, operatorId: OPERATORS[0] }),
          claimManualOrder(context, other, { outNo, operatorId: OPERATORS[1] }),
        ]);
        const won = claims.flatMap(({ status }, at) => (status === "fulfilled" ? [at] : []));
        raced.push(won.length);
        const operatorId = OPERATORS[won[0] === 1 ? 1 : 0];
        // It may have been decided meanwhile by a supplier's status update; then the decision is
        // refused.
        await Promise.allSettled([decide(outNo, supplierId, operatorId)]);
      }
    },
  };
}
