/** The dining gateway against the sandbox supplier over HTTP, without faults. */
import { Outage } from "@yunjing/server/platform/refusal";
import { diningSource, diningSupplier } from "@yunjing/server/gateways/suppliers/dining";
import { describe, expect, test } from "vitest";
import {
  offer,
  orderWith,
  startRequestRecorder,
  startSandbox,
  waitUntilIssued,
} from "./gateways.fixture.ts";

describe("a meal at the supplier", () => {
  test("is accepted, and its pickup code is issued soon", async () => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const order = orderWith();
    const placed = await supplier.place(order);
    expect(placed).toEqual({ state: "accepted", supplierNo: expect.stringMatching(/^D\d{14}$/) });
    const issued = await waitUntilIssued(supplier, order.outNo);
    const [{ validUntil = "", ...only } = {}, ...more] = issued.codes;
    expect([only, more]).toEqual([{ code: expect.stringMatching(/^\d{6}$/) }, []]);
    expect(Date.parse(validUntil)).toBeGreaterThan(Date.now());
  });

  test("has several codes when its quantity is large", async () => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const line = { productId: "burger", quantity: 17, options: [], unitFen: 1_900 };
    const order = orderWith({ lines: [line], totalFen: 17 * 1_900 });
    await supplier.place(order);
    const { codes } = await waitUntilIssued(supplier, order.outNo);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(3);
  });

  test("placed again under its number returns the same order", async () => {
    const slow = await startSandbox({ issueDelayMs: [5_000, 5_000] });
    const supplier = diningSupplier(slow.supplier);
    const order = orderWith();
    const answers = await Promise.all([1, 2, 3].map(() => supplier.place(order)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("with other food under a used number is a conflict, which gives no definite result", async () => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const order = orderWith();
    await supplier.place(order);
    const answer = await supplier.place({ ...order, eatType: "dine_in" });
    expect(answer).toEqual({ state: "unknown", reason: expect.stringContaining("another order") });
    expect((await waitUntilIssued(supplier, order.outNo)).state).toBe("issued");
  });

  test("that was never placed is absent", async () => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    expect(await supplier.query("Y-nowhere")).toEqual({ state: "absent" });
  });
});

const burger = { productId: "burger", quantity: 1, options: [] };

describe("an order checked against today's menu", () => {
  test.each([
    ["PRICE_CHANGED", { lines: [{ ...burger, unitFen: 1_800 }], totalFen: 1_800 }],
    ["TOTAL_WRONG", { totalFen: 2_099 }],
    ["STORE_UNKNOWN", { storeCode: "KFC9999" }],
    ["SOLD_OUT", { lines: [{ ...burger, productId: "tart", unitFen: 700 }], totalFen: 700 }],
    ["PRODUCT_UNKNOWN", { lines: [{ ...burger, productId: "cake", unitFen: 1 }], totalFen: 1 }],
  ])("is refused definitely: %s", async (reason, changes) => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const answer = await supplier.place(orderWith(changes));
    expect(answer).toEqual({ state: "failed", reason: expect.stringContaining(reason) });
  });

  test("may cost as much as its set meal", async () => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const lines = [{ ...burger, quantity: 2, unitFen: 1_900 }];
    const answer = await supplier.place(orderWith({ lines, totalFen: 3_500 }));
    expect(answer.state).toBe("accepted");
  });
});

describe("a cancel by our number", () => {
  test("before the code is issued is definite", async () => {
    const sandbox = await startSandbox({ issueDelayMs: [5_000, 5_000] });
    const supplier = diningSupplier(sandbox.supplier);
    const order = orderWith();
    await supplier.place(order);
    expect(await supplier.cancel(order.outNo)).toEqual({ state: "failed", reason: "CANCELLED" });
    expect(await supplier.cancel(order.outNo)).toEqual({ state: "failed", reason: "CANCELLED" });
    expect(await supplier.query(order.outNo)).toEqual({ state: "failed", reason: "CANCELLED" });
  });

  test("of an unknown number leaves a tombstone: a late order is refused", async () => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const order = orderWith();
    expect(await supplier.cancel(order.outNo)).toEqual({ state: "failed", reason: "CANCELLED" });
    expect(await supplier.place(order)).toEqual({ state: "failed", reason: "CANCELLED" });
    expect(await supplier.query(order.outNo)).toEqual({ state: "failed", reason: "CANCELLED" });
  });

  test("that comes too late returns the codes", async () => {
    const supplier = diningSupplier((await startSandbox()).supplier);
    const order = orderWith();
    await supplier.place(order);
    const issued = await waitUntilIssued(supplier, order.outNo);
    expect(await supplier.cancel(order.outNo)).toEqual(issued);
  });
});

describe("stores and menus", () => {
  test("are returned as the supplier has them", async () => {
    const source = diningSource((await startSandbox()).supplier);
    expect(await source.stores()).toEqual(offer.stores);
    expect(await source.menus()).toEqual(offer.menus);
  });

  test("that cannot be parsed are an outage", async () => {
    const listener = await startRequestRecorder();
    const { supplier } = await startSandbox();
    const source = diningSource({ ...supplier, origin: listener.origin });
    await expect(source.stores()).rejects.toThrow(Outage);
    await expect(source.menus()).rejects.toThrow(Outage);
  });

  test.each([
    "http://supplier.example",
    "https://name:word@supplier.example",
    "https://supplier.example/inside",
    "ftp://supplier.example",
  ])("are not read from %s", async (origin) => {
    const { supplier } = await startSandbox();
    expect(() => diningSource({ ...supplier, origin })).toThrow(TypeError);
  });
});

test("the sandbox's order list shows the requests of each number", async () => {
  const sandbox = await startSandbox({ issueDelayMs: [60_000, 60_000] });
  const supplier = diningSupplier(sandbox.supplier);
  const order = orderWith();
  await supplier.place(order);
  await supplier.place(order);
  await supplier.query(order.outNo);
  const url = `${sandbox.origin}/sandbox/suppliers/dining/orders?outNo=${order.outNo}`;
  const [seen, ...others]: unknown[] = await (await fetch(url)).json();
  expect(others).toEqual([]);
  expect(seen).toMatchObject({
    outNo: order.outNo,
    supplierNo: expect.any(String),
    seen: [
      { what: "place", result: "accepted", at: expect.any(String) },
      { what: "place", result: "accepted", at: expect.any(String) },
      { what: "query", result: "accepted", at: expect.any(String) },
    ],
  });
});
