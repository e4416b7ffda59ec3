/**
 * The shop's suppliers over signed HTTP: each delivers what it sells, and each failure is
 * distinguished from a missing answer.
 */
import type {
  Supplier,
  SupplierAnswer,
  SupplierOrder,
} from "@yunjing/server/domain/fulfilment/port";
import { createNonceMemory } from "@yunjing/server/gateways/signing/nonces";
import { readSupplierCallback } from "@yunjing/server/gateways/suppliers/callback";
import { cardsSupplier } from "@yunjing/server/gateways/suppliers/cards";
import { movieSupplier } from "@yunjing/server/gateways/suppliers/movie";
import { topupSupplier } from "@yunjing/server/gateways/suppliers/topup";
import { expect, test, vi } from "vitest";
import {
  SHORT_TIMEOUT_MS,
  keys,
  startRequestRecorder,
  startSandbox,
  waitUntilIssued,
} from "./gateways.fixture.ts";

let numbers = 0;
const outNo = () => `S${String((numbers += 1)).padStart(8, "0")}`;
/**
 * The order placed with each supplier; `tail` is the last four digits of the sentinel phone or
 * account.
 */
const kinds = [
  {
    id: "topup",
    make: topupSupplier,
    order: (tail: string): SupplierOrder => ({
      kind: "topup",
      outNo: outNo(),
      product: "mobile-50",
      account: `1390000${tail}`,
      quantity: 2,
      faceFen: 5_000,
    }),
    codes: [],
  },
  {
    id: "cards",
    make: cardsSupplier,
    order: (tail: string): SupplierOrder => ({
      kind: "card",
      outNo: outNo(),
      product: `video-month-${tail}`,
      quantity: 2,
    }),
    codes: Array.from({ length: 2 }, () => ({
      code: expect.stringMatching(/^\d{16}$/),
      secret: expect.stringMatching(/^\d{12}$/),
      validUntil: expect.stringMatching(/T15:59:59\.000Z$/),
    })),
  },
  {
    id: "movie",
    make: movieSupplier,
    order: (tail: string): SupplierOrder => ({
      kind: "movie",
      outNo: outNo(),
      product: "any-show",
      quantity: 2,
      contactPhone: `1390000${tail}`,
    }),
    codes: Array.from({ length: 2 }, () => ({
      code: expect.stringMatching(/^\d{10}$/),
      qr: expect.stringMatching(/^ticket:\d{10}$/),
      validUntil: expect.stringMatching(/T15:59:59\.000Z$/),
    })),
  },
] as const;

const waitUntilEnded = (supplier: Supplier, number: string) =>
  vi.waitFor(
    async (): Promise<SupplierAnswer | { state: "absent" }> => {
      const answer = await supplier.query(number);
      if (answer.state === "accepted") throw new Error("still open");
      return answer;
    },
    { timeout: 15_000, interval: 15 },
  );

test.each(kinds)("$id: an order is delivered once under its number", async (kind) => {
  const supplier = kind.make((await startSandbox()).supplier);
  const order = kind.order("1111");
  expect(await supplier.query(order.outNo)).toEqual({ state: "absent" });
  expect(await supplier.place(order)).toMatchObject({ state: "accepted" });
  const issued = await waitUntilIssued(supplier, order.outNo);
  expect(issued.codes).toEqual(kind.codes);
  expect(await supplier.place(order)).toEqual(issued);
  expect(await supplier.cancel(order.outNo)).toEqual(issued);
});

test.each(kinds)("$id: the sentinels provoke each failure", async (kind) => {
  const sandbox = await startSandbox({ timeoutMs: SHORT_TIMEOUT_MS });
  const supplier = kind.make(sandbox.supplier);
  const silent = kind.order("0002");
  expect(await supplier.place(silent)).toMatchObject({ state: "unknown" });
  expect(await waitUntilEnded(supplier, silent.outNo)).toMatchObject({ state: "issued" });
  expect(await supplier.place(kind.order("0003"))).toEqual({ state: "failed", reason: "REFUSED" });

  const never = kind.order("0004");
  expect(await supplier.place(never)).toMatchObject({ state: "accepted" });
  expect(await supplier.cancel(never.outNo)).toMatchObject({ state: "failed" });
  const broken = kind.order("0005");
  expect(await supplier.place(broken)).toMatchObject({ state: "unknown" });
  expect(await supplier.query(broken.outNo)).toEqual({ state: "absent" });
  expect(await supplier.place(broken)).toMatchObject({ state: "accepted" });
  const late = kind.order("0006");
  await supplier.place(late);
  expect(await waitUntilEnded(supplier, late.outNo)).toMatchObject({ state: "failed" });
});

test.each(kinds)("$id: calls back at its own endpoint, signed with its own key", async (kind) => {
  const { received, origin } = await startRequestRecorder();
  const sandbox = await startSandbox({ callbackOrigin: origin });
  const order = kind.order("1111");
  await kind.make(sandbox.supplier).place(order);
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 15_000 });
  const [message] = received;
  if (!message) throw new Error("no request was received");
  expect(message.path).toBe(`/callback/supplier/${kind.id}`);
  const verificationOf = (keyId: string) => ({
    keys: [{ ...keys.supplierCallback, keyId }],
    nonces: createNonceMemory(),
    now: new Date(),
  });
  expect(readSupplierCallback(message, verificationOf(`${kind.id}-supplier`))).toMatchObject({
    kind: "event",
    event: { outNo: order.outNo, answer: { codes: kind.codes } },
  });
  expect(readSupplierCallback(message, verificationOf("dining-supplier")).kind).toBe("refused");
});

test.each(kinds)("$id: has its own fault settings and order list", async (kind) => {
  const sandbox = await startSandbox();
  await sandbox.setFaults({ refuse: 1 }, kind.id);
  const order = kind.order("1111");
  expect(await kind.make(sandbox.supplier).place(order)).toMatchObject({ state: "failed" });
  for (const { id } of kinds) {
    const supplierOrders = await fetch(
      `${sandbox.origin}/sandbox/suppliers/${id}/orders?outNo=${order.outNo}`,
    );
    expect(await supplierOrders.json()).toHaveLength(id === kind.id ? 1 : 0);
  }
});

test("a discontinued product and an invalid phone are refused definitely", async () => {
  const sandbox = await startSandbox();
  const off = { kind: "card", outNo: outNo(), product: "off-video", quantity: 1 } as const;
  expect(await cardsSupplier(sandbox.supplier).place(off)).toEqual({
    state: "failed",
    reason: "PRODUCT_OFF",
  });
  const wrong = {
    ...({
      kind: "topup",
      outNo: outNo(),
      product: "mobile-50",
      quantity: 1,
      faceFen: 5_000,
    } as const),
    account: "12345678901",
  };
  expect(await topupSupplier(sandbox.supplier).place(wrong)).toEqual({
    state: "failed",
    reason: "ACCOUNT_INVALID",
  });
});

test("a supplier refuses another supplier's products: that is a definite failure", async () => {
  const sandbox = await startSandbox();
  const card = { kind: "card", outNo: outNo(), product: "video", quantity: 1 } as const;
  const topup = topupSupplier(sandbox.supplier);
  expect(await topup.place(card)).toEqual({ state: "failed", reason: "KIND_NOT_TAKEN" });
  expect(await topup.query(card.outNo)).toEqual({ state: "absent" });
});

test("the card supplier also tops up accounts", async () => {
  const cards = cardsSupplier((await startSandbox()).supplier);
  const order = kinds[0].order("1111");
  expect(await cards.place(order)).toMatchObject({ state: "accepted" });
  expect(await waitUntilIssued(cards, order.outNo)).toMatchObject({ codes: [] });
});
