/**
 * An item with several routes: a definite failure tries the next one, silence never does, and only
 * one delivers.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { trialBalance } from "../ledger/actions.ts";
import {
  type FulfilmentEnv,
  CARDS,
  done,
  openFulfilmentEnv,
  refused,
  TOPUP,
} from "./two-routes.fixture.ts";

let env: FulfilmentEnv;
beforeAll(async () => {
  env = await openFulfilmentEnv();
});
beforeEach(() => env.fresh());
afterAll(() => env.close());

const lossesOf = async ({ orderId }: { orderId: string }) => {
  const found = await env.db.execute(sql`
    SELECT kind, supplier_id, cost_fen FROM loss_case WHERE order_id = ${orderId}`);
  return found.rows;
};
const costsOf = async ({ ownerId }: { ownerId: string }) => {
  const found = await env.db.execute(sql`
    SELECT t.ref, l.party, l.amount, l.debit, l.credit FROM ledger_txn t
    JOIN ledger_transfer l ON l.member_id = t.member_id AND l.txn_id = t.id
    WHERE t.member_id = ${ownerId} AND t.kind = 'supplier_cost'`);
  return found.rows;
};

describe("a definite failure", () => {
  test("tries the next route under a new number, same account, and the listener gets no failure", async () => {
    env.first.supplier.place = async () => refused;
    const submitted = await env.order();
    await env.dispatch();
    const attempts = await env.attemptsOf(submitted);
    expect(attempts).toMatchObject([
      { supplierId: "topup", state: "FAILED", attempt: 1, costFen: 9_800 },
      { supplierId: "cards", state: "ACCEPTED", attempt: 2, costFen: 9_900 },
    ]);
    const outNo = attempts[1]?.outNo ?? "";
    expect(outNo).not.toBe(submitted.outNo);
    expect(env.second.orders.get(outNo)?.order).toEqual({
      outNo,
      kind: "topup",
      product: "CMCC50",
      account: "13800138000",
      quantity: 2,
      faceFen: 5_000,
    });
    expect(env.listenerCalls).toEqual(["sent", "sent", "accepted"]);
    await env.callback("cards", outNo, done);
    expect(env.listenerCalls.slice(3)).toEqual(["issued"]);
  });

  test("ends the item once no route is left", async () => {
    env.first.supplier.place = async () => refused;
    env.second.supplier.place = async () => ({ state: "failed", reason: "ACCOUNT_UNKNOWN" });
    const submitted = await env.order();
    await env.dispatch();
    expect(env.listenerCalls).toEqual(["sent", "sent", "failed ACCOUNT_UNKNOWN"]);
    expect(await env.attemptsOf(submitted)).toMatchObject([
      { state: "FAILED" },
      { state: "FAILED" },
    ]);
  });

  test("reported twice, by callback and by query, submits to the next supplier once", async () => {
    const submitted = await env.order();
    await env.dispatch();
    env.first.settle(submitted.outNo, refused);
    const again = env.callback("topup", submitted.outNo, refused);
    await Promise.all([again, env.pass(5_000), env.callback("topup", submitted.outNo, refused)]);
    await env.dispatch();
    expect(await env.attemptsOf(submitted)).toHaveLength(2);
    expect(env.second.calls.filter((call) => call === "place")).toHaveLength(1);
  });

  test("is not recorded when the next attempt cannot be recorded", async () => {
    const submitted = await env.order([TOPUP, { ...CARDS, supplierId: "nobody" }]);
    await env.dispatch();
    await expect(env.callback("topup", submitted.outNo, refused)).rejects.toThrow();
    expect(await env.attemptsOf(submitted)).toMatchObject([{ state: "ACCEPTED" }]);
  });
});

test("is assumed for a supplier that is not configured, so the next one is tried", async () => {
  const submitted = await env.order([{ ...TOPUP, supplierId: "movie" }, CARDS]);
  await env.dispatch();
  expect(await env.attemptsOf(submitted)).toMatchObject([
    { supplierId: "movie", state: "FAILED" },
    { supplierId: "cards", state: "ACCEPTED" },
  ]);
});

describe("silence", () => {
  test("tries no other route: queried for ten minutes, then cancelled; the cancel's answer decides", async () => {
    env.first.script.place = ["unheard"];
    env.first.script.query = Array.from({ length: 200 }, () => "lost");
    env.first.script.cancel = ["lost", "lost"];
    const submitted = await env.order();
    await env.dispatch();
    await env.pass(11 * 60_000 - 5_000);
    expect(env.second.calls).toEqual([]);
    expect(await env.attemptsOf(submitted)).toMatchObject([{ state: "UNKNOWN" }]);
    await env.pass(2 * 60_000);
    await env.dispatch();
    expect(await env.attemptsOf(submitted)).toMatchObject([
      { state: "FAILED" },
      { state: "ACCEPTED" },
    ]);
    // The order was in the manual queue before, so of the second attempt only the final state is
    // published.
    expect(env.listenerCalls).toEqual(["sent", "unknown", "manual"]);
  });
});

describe("a delivery after a definite failure", () => {
  test("is a loss, alarmed, and gives the member nothing more", async () => {
    env.first.supplier.place = async () => refused;
    const submitted = await env.order();
    await env.dispatch();
    const [, next] = await env.attemptsOf(submitted);
    await env.callback("cards", next?.outNo ?? "", done);
    expect(await env.callback("topup", submitted.outNo, done)).toBe("late");
    expect(await env.callback("topup", submitted.outNo, done)).toBe("repeat");
    expect(env.listenerCalls).toEqual(["sent", "sent", "accepted", "issued"]);
    expect(await lossesOf(submitted)).toEqual([
      { kind: "issued_after_failed", supplier_id: "topup", cost_fen: 9_800 },
    ]);
  });

  test("gives the member one delivery, in either order", async () => {
    const submitted = await env.order();
    await env.dispatch();
    await env.callback("topup", submitted.outNo, refused);
    await env.callback("topup", submitted.outNo, done);
    await env.dispatch();
    const [, next] = await env.attemptsOf(submitted);
    await env.callback("cards", next?.outNo ?? "", done);
    expect(env.listenerCalls.filter((call) => call === "issued")).toHaveLength(1);
    expect(await lossesOf(submitted)).toHaveLength(1);
  });
});

test("a delivery posts its cost once, in the owner's ledger, for the supplier that delivered", async () => {
  env.first.supplier.place = async () => refused;
  const submitted = await env.order();
  await env.dispatch();
  const [, next] = await env.attemptsOf(submitted);
  const outNo = next?.outNo ?? "";
  await Promise.all([
    env.callback("cards", outNo, done),
    env.callback("cards", outNo, done),
    env.pass(5_000),
  ]);
  expect(await costsOf(submitted)).toMatchObject([
    { party: "cards", amount: 9_900, debit: "cost", credit: "prepaid" },
  ]);
  expect((await trialBalance(env.db)).isSound).toBe(true);
});

test("a delivery that is refused by the listener posts no cost", async () => {
  const submitted = await env.order();
  await env.dispatch();
  env.deps = {
    ...env.deps,
    listener: { ...env.deps.listener, onIssued: () => Promise.reject(new Error("no")) },
  };
  await expect(env.callback("topup", submitted.outNo, done)).rejects.toThrow("no");
  expect(await costsOf(submitted)).toEqual([]);
});
