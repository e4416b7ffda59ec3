/**
 * The manual queue: one operator at a time, outcomes with evidence, and a later delivery by the
 * supplier is a loss.
 */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Mutant } from "../../platform/database/mutant.fixture.ts";
import {
  claimManualOrder,
  deliverManually,
  failManually,
  transferClaim,
  cancelAtSupplier,
} from "./actions.ts";
import type { SupplierAnswer } from "./port.ts";
import { type Submitted, submitOrder } from "./testing.ts";
import { type FulfilmentEnv, openFulfilmentEnv } from "./two-routes.fixture.ts";

const [ANN, BEN] = ["0199bbbb-0000-7000-8000-00000000000a", "0199bbbb-0000-7000-8000-00000000000b"];
const grounds = { reason: "电话核实", evidence: "供应商客服工号 17" };
const codes = [{ code: "HAND-1" }];
const delivered = (code: string): SupplierAnswer => ({
  ...({ state: "issued", supplierNo: "S1", codes: [{ code }] } as const),
});
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

/**
 * Creates an order for a card that the supplier does not deliver, so that it enters the manual
 * queue.
 */
async function createManualOrder({
  context,
  db,
  dispatch: dispatchAll,
  pass,
  first,
}: FulfilmentEnv): Promise<Submitted> {
  first.script.query = Array.from({ length: 60 }, () => "lost");
  const submitted = await submitOrder(context, db, {
    routes: [{ supplierId: "topup", product: "card", costFen: 700 }],
    request: { kind: "card", quantity: 1 },
    itemId: "0199aaaa-0000-7000-8000-000000000001",
  });
  await dispatchAll();
  await pass(5 * 60_000);
  return submitted;
}

describe("the manual queue", () => {
  let env: FulfilmentEnv;
  beforeAll(async () => {
    env = await openFulfilmentEnv();
  });
  beforeEach(() => env.fresh());
  afterAll(() => env.close());

  const claim = ({ outNo }: Submitted, operatorId: string = ANN) =>
    claimManualOrder(env.context, env.db, { outNo, operatorId });
  const fail = ({ outNo }: Submitted, operatorId: string = ANN) =>
    failManually(env.context, env.db, env.deps, { outNo, operatorId, isProven: true, ...grounds });
  const deliver = ({ outNo }: Submitted, isHandMade: boolean) => {
    const done = { outNo, operatorId: ANN, codes, isHandMade, isProven: true, ...grounds };
    return deliverManually(env.context, env.db, env.deps, done);
  };
  const rowsOf = async ({ id }: Submitted, table: string) =>
    (await env.db.execute(sql`SELECT * FROM ${sql.raw(table)} WHERE supplier_order_id = ${id}`))
      .rows;
  const costs = async ({ ownerId }: Submitted) =>
    (
      await env.db.execute(
        sql`SELECT 1 FROM ledger_txn WHERE member_id = ${ownerId} AND kind = 'supplier_cost'`,
      )
    ).rows.length;

  test("refuses decisions without a claim, under another's claim, and on orders that are not in it", async () => {
    const submitted = await createManualOrder(env);
    await expect(fail(submitted)).rejects.toEqual(refusal("DESK_CLAIM_NEEDED"));
    await claim(submitted, BEN);
    await expect(claim(submitted)).rejects.toEqual(refusal("DESK_TAKEN"));
    await expect(fail(submitted)).rejects.toEqual(refusal("DESK_CLAIM_NEEDED"));
    await fail(submitted, BEN);
    expect(env.listenerCalls.at(-1)).toBe("failed 电话核实");
    await expect(claim(submitted)).rejects.toEqual(refusal("STATE_CHANGED"));
  });

  test("has claims that expire, can be renewed, and can be transferred", async () => {
    const submitted = await createManualOrder(env);
    const { deskClaimMs } = env.context.settings;
    const until = await claim(submitted, BEN);
    expect(until).toBe(env.context.clock.now().getTime() + deskClaimMs);
    env.context.clock.advance(deskClaimMs);
    await expect(fail(submitted, BEN)).rejects.toEqual(refusal("DESK_CLAIM_NEEDED"));
    await claim(submitted);
    const { outNo } = submitted;
    const over = { outNo, operatorId: ANN, reason: "下班交接" };
    await transferClaim(env.context, env.db, { ...over, toId: BEN });
    const notices = await env.db.$client.query("SELECT object, to_id, by_id, reason FROM handover");
    expect(notices.rows).toEqual([
      { object: `desk.${outNo}`, to_id: BEN, by_id: ANN, reason: over.reason },
    ]);
    await expect(claim(submitted)).rejects.toEqual(refusal("DESK_TAKEN"));
    await transferClaim(env.context, env.db, { ...over, operatorId: BEN, toId: undefined });
    await claim(submitted);
  });

  test("posts the cost of a delivery confirmed by another channel; the same code again is no loss", async () => {
    const submitted = await createManualOrder(env);
    await claim(submitted);
    await deliver(submitted, false);
    expect(env.listenerCalls.at(-1)).toBe("issued HAND-1");
    expect(await costs(submitted)).toBe(1);
    await env.callback("topup", submitted.outNo, delivered("HAND-1"));
    expect(await rowsOf(submitted, "loss_case")).toEqual([]);
    const events = await env.db.execute(sql`
      SELECT actor_id, data->>'evidence' AS evidence FROM event
      WHERE entity_id = ${submitted.id} AND name = 'supplier_issued'`);
    expect(events.rows).toEqual([{ actor_id: ANN, evidence: grounds.evidence }]);
  });

  test("treats other codes of the supplier after that as a loss, and not as a second delivery", async () => {
    const submitted = await createManualOrder(env);
    await claim(submitted);
    await deliver(submitted, false);
    await env.callback("topup", submitted.outNo, delivered("LATE-1"));
    expect(await rowsOf(submitted, "loss_case")).toMatchObject([{ kind: "issued_after_hand" }]);
    expect(env.listenerCalls.filter((call) => call.startsWith("issued"))).toEqual([
      "issued HAND-1",
    ]);
  });

  test("posts no supplier cost for codes that we provided, and cancels the order at the supplier", async () => {
    const submitted = await createManualOrder(env);
    await claim(submitted);
    await deliver(submitted, true);
    expect(await costs(submitted)).toBe(0);
    await cancelAtSupplier(env.context, env.db, env.deps, submitted);
    expect(env.first.orders.get(submitted.outNo)?.answer).toMatchObject({ state: "failed" });
    expect(await rowsOf(submitted, "loss_case")).toEqual([]);
  });

  test("treats a supplier's delivery before the cancel as a loss", async () => {
    const submitted = await createManualOrder(env);
    await claim(submitted);
    await deliver(submitted, true);
    env.first.settle(submitted.outNo, delivered("LATE-1"));
    env.first.script.cancel = ["lost"];
    const withdraw = () => cancelAtSupplier(env.context, env.db, env.deps, submitted);
    await expect(withdraw()).rejects.toThrow("did not answer");
    await withdraw();
    expect(await rowsOf(submitted, "loss_case")).toMatchObject([{ kind: "issued_after_hand" }]);
    expect(env.listenerCalls.filter((call) => call.startsWith("issued"))).toEqual([
      "issued HAND-1",
    ]);
  });

  test("treats a delivery after a manual failure as a loss", async () => {
    const submitted = await createManualOrder(env);
    await claim(submitted);
    await fail(submitted);
    expect(await env.callback("topup", submitted.outNo, delivered("LATE-1"))).toBe("late");
    expect(await rowsOf(submitted, "loss_case")).toMatchObject([{ kind: "issued_after_failed" }]);
  });
});

describe("claimed by 16 operators at once, several times", () => {
  const ROUNDS = 5;
  let env: FulfilmentEnv | undefined;
  afterEach(async () => {
    await env?.close();
  });

  /** Returns how many operators have the claim in each round. */
  async function holders(mutants: readonly Mutant[]): Promise<number[]> {
    env = await openFulfilmentEnv({ size: 16, mutants });
    const { context, db } = env;
    const { outNo } = await createManualOrder(env);
    const counts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const operators = Array.from({ length: 16 }, () => context.ids.next());
      const claims = operators.map((operatorId) =>
        claimManualOrder(context, db, { outNo, operatorId }),
      );
      const results = await Promise.allSettled(claims);
      counts.push(results.filter(({ status }) => status === "fulfilled").length);
      context.clock.advance(context.settings.deskClaimMs);
    }
    return counts;
  }

  test("an order has one operator", async () => {
    expect(await holders([])).toEqual(Array.from({ length: ROUNDS }, () => 1));
  });

  test("an order would have several operators without the claim's guard", async () => {
    const unguarded = {
      from: "AND (claimed_by IS NULL OR",
      to: "AND (true OR claimed_by IS NULL OR",
    };
    expect(Math.max(...(await holders([unguarded])))).toBeGreaterThan(1);
  });
});
