/** The dining gateway against a supplier with faults: every fault is classified correctly. */
import { diningSupplier } from "@yunjing/server/gateways/suppliers/dining";
import { describe, expect, test } from "vitest";
import { SHORT_TIMEOUT_MS, orderWith, startSandbox, waitUntilIssued } from "./gateways.fixture.ts";

describe("a fault", () => {
  test("a time-out after delivery is unknown, and the query finds the code", async () => {
    const sandbox = await startSandbox({ timeoutMs: SHORT_TIMEOUT_MS });
    await sandbox.setFaults({ timeoutButDone: 1 });
    const supplier = diningSupplier(sandbox.supplier);
    const order = orderWith();
    const unknown = { state: "unknown", reason: "no answer in time" };
    expect(await supplier.place(order)).toEqual(unknown);
    expect(await supplier.query(order.outNo)).toEqual(unknown);
    await sandbox.setFaults({});
    expect((await waitUntilIssued(supplier, order.outNo)).state).toBe("issued");
  });

  test("a connection cut without an answer is unknown", async () => {
    const sandbox = await startSandbox({ answerDelayMs: 5 });
    await sandbox.setFaults({ timeoutButDone: 1 });
    const answer = await diningSupplier(sandbox.supplier).place(orderWith());
    expect(answer).toEqual({ state: "unknown", reason: "no answer" });
  });

  test("a status 500 is unknown, whether or not the order was accepted", async () => {
    const sandbox = await startSandbox();
    const supplier = diningSupplier(sandbox.supplier);
    await sandbox.setFaults({ error500: 1 });
    const placed = [orderWith(), orderWith(), orderWith(), orderWith(), orderWith(), orderWith()];
    for (const order of placed) {
      expect(await supplier.place(order)).toEqual({ state: "unknown", reason: "answered 500" });
      expect((await supplier.cancel(`${order.outNo}-x`)).state).toBe("unknown");
    }
    await sandbox.setFaults({});
    const found = await Promise.all(placed.map(({ outNo }) => supplier.query(outNo)));
    expect(new Set(found.map(({ state }) => state === "absent"))).toEqual(new Set([true, false]));
  });

  test("a refusal is definite and permanent", async () => {
    const sandbox = await startSandbox();
    const supplier = diningSupplier(sandbox.supplier);
    const order = orderWith();
    await sandbox.setFaults({ refuse: 1 });
    expect(await supplier.place(order)).toEqual({ state: "failed", reason: "REFUSED" });
    await sandbox.setFaults({});
    expect(await supplier.place(order)).toEqual({ state: "failed", reason: "REFUSED" });
  });

  test("set for the next order is used up by it, and can be removed before", async () => {
    const sandbox = await startSandbox({ timeoutMs: SHORT_TIMEOUT_MS });
    const supplier = diningSupplier(sandbox.supplier);
    await sandbox.setNextFault("refuse");
    expect(await supplier.place(orderWith())).toEqual({ state: "failed", reason: "REFUSED" });
    await sandbox.setNextFault("timeout");
    const late = orderWith();
    const unknown = { state: "unknown", reason: "no answer in time" };
    expect(await supplier.place(late)).toEqual(unknown);
    expect((await waitUntilIssued(supplier, late.outNo)).state).toBe("issued");
    await sandbox.setNextFault("refuse");
    await sandbox.setNextFault(null);
    expect((await supplier.place(orderWith())).state).toBe("accepted");
  });

  test("an order that is never issued stays accepted until it is cancelled", async () => {
    const sandbox = await startSandbox();
    const supplier = diningSupplier(sandbox.supplier);
    const order = orderWith();
    await sandbox.setFaults({ never: 1 });
    await supplier.place(order);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect((await supplier.query(order.outNo)).state).toBe("accepted");
    expect((await supplier.cancel(order.outNo)).state).toBe("failed");
  });
});

describe("an invalid answer", () => {
  test("no kind of malformed answer is accepted", async () => {
    const sandbox = await startSandbox();
    const supplier = diningSupplier(sandbox.supplier);
    await sandbox.setFaults({ garbage: 1 });
    const reasons = new Set<string>();
    for (let turn = 0; turn < 40; turn += 1) {
      const answer = await supplier.query(orderWith().outNo);
      if (answer.state !== "unknown") throw new Error(`believed ${JSON.stringify(answer)}`);
      reasons.add(answer.reason);
    }
    expect([...reasons].sort()).toEqual([
      "answer too long",
      "answered 404",
      "answered about another order",
      "no answer",
      "unreadable answer",
    ]);
  });

  test("an unreachable supplier is unknown", async () => {
    const sandbox = await startSandbox();
    await sandbox.sandbox.close();
    const answer = await diningSupplier(sandbox.supplier).place(orderWith());
    expect(answer).toEqual({ state: "unknown", reason: "no answer" });
  });
});

describe("a sentinel phone", () => {
  test.each([
    ["13900000002", "unknown", "issued"],
    ["13900000003", "failed", "failed"],
    ["13900000004", "accepted", "accepted"],
    ["13900000005", "unknown", "absent"],
    ["13900000006", "accepted", "failed"],
  ])("%s is first %s and finally %s", async (contactPhone, first, last) => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const order = orderWith({ contactPhone });
    expect((await supplier.place(order)).state).toBe(first);
    await expect.poll(async () => (await supplier.query(order.outNo)).state).toBe(last);
  });

  test("…0005 succeeds on the second attempt", async () => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const order = orderWith({ contactPhone: "13900000005" });
    expect((await supplier.place(order)).state).toBe("unknown");
    expect((await supplier.place(order)).state).toBe("accepted");
  });
});
