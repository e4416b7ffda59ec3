/**
 * Callbacks of the sandbox supplier: signed, repeated until acknowledged, and validated before use.
 */
import { readSupplierCallback } from "@yunjing/server/gateways/suppliers/callback";
import { diningSupplier } from "@yunjing/server/gateways/suppliers/dining";
import { createNonceMemory } from "@yunjing/server/gateways/signing/nonces";
import { signedHeaders } from "@yunjing/server/gateways/signing/sign";
import { describe, expect, test, vi } from "vitest";
import {
  type ReceivedRequest,
  keys,
  orderWith,
  startRequestRecorder,
  startSandbox,
} from "./gateways.fixture.ts";

const verificationOptions = () => ({
  keys: [keys.supplierCallback],
  nonces: createNonceMemory(),
  now: new Date(),
});

const waitForRequests = (received: ReceivedRequest[], count: number) =>
  vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 15_000 });

async function placeWithCallback(
  statuses: number[],
  faults: Record<string, number>,
  contactPhone = "13900001111",
) {
  const listener = await startRequestRecorder(statuses);
  const sandbox = await startSandbox({ callbackOrigin: listener.origin });
  await sandbox.setFaults(faults);
  const order = orderWith({ contactPhone });
  const supplier = diningSupplier(sandbox.supplier);
  await supplier.place(order);
  return { ...listener, order, supplier };
}

const only = (received: ReceivedRequest[]): ReceivedRequest => {
  const [first] = received;
  if (!first) throw new Error("no request was received");
  return first;
};

describe("a supplier's callback", () => {
  test("delivers the codes once, and is parsed like the query's answer", async () => {
    const { received, order, supplier } = await placeWithCallback([], {});
    await waitForRequests(received, 1);
    const message = only(received);
    expect(message.path).toBe("/callback/supplier/dining");
    const reading = readSupplierCallback(message, verificationOptions());
    if (reading.kind !== "event") throw new Error(reading.kind);
    expect(reading.event.outNo).toBe(order.outNo);
    expect(reading.event.answer).toEqual(await supplier.query(order.outNo));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(received).toHaveLength(1);
  });

  test("that is not acknowledged is repeated with the same event and a new nonce", async () => {
    const { received } = await placeWithCallback([500, 503], {});
    await waitForRequests(received, 3);
    const same = verificationOptions();
    const readings = received.map((message) => readSupplierCallback(message, same));
    const eventIds = readings.map((each) => each.kind === "event" && each.event.eventId);
    expect(new Set(eventIds).size).toBe(1);
    expect(eventIds[0]).toBeTruthy();
  });

  test("is not repeated after the last attempt", async () => {
    const { received } = await placeWithCallback([500, 500, 500, 500, 500, 500], {});
    await waitForRequests(received, 4);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(received).toHaveLength(4);
  });

  test("received twice is one event", async () => {
    const { received } = await placeWithCallback([], { duplicateCallback: 1 });
    await waitForRequests(received, 2);
    const [first, second] = received.map(({ rawBody }) => rawBody.toString());
    expect(first).toBe(second);
  });

  test("may arrive late", async () => {
    const { received, supplier, order } = await placeWithCallback([], { lateCallbackMs: 250 });
    await vi.waitFor(async () => expect((await supplier.query(order.outNo)).state).toBe("issued"), {
      timeout: 15_000,
    });
    expect(received).toHaveLength(0);
    await waitForRequests(received, 1);
  });

  test("of a failure or a cancel is a definite failure", async () => {
    const failing = await placeWithCallback([], {}, "13900000006");
    await waitForRequests(failing.received, 1);
    const failed = { kind: "event", event: { answer: { state: "failed" } } };
    expect(readSupplierCallback(only(failing.received), verificationOptions())).toMatchObject(
      failed,
    );

    const cancelled = await placeWithCallback([], {}, "13900000004");
    await cancelled.supplier.cancel(cancelled.order.outNo);
    await waitForRequests(cancelled.received, 1);
    expect(readSupplierCallback(only(cancelled.received), verificationOptions())).toMatchObject(
      failed,
    );
  });
});

describe("an invalid callback", () => {
  test("is refused when it is forged or replayed", async () => {
    const { received } = await placeWithCallback([], {});
    await waitForRequests(received, 1);
    const message = only(received);
    const forged = message.rawBody.toString().replace('"issued"', '"failed"');
    expect(readSupplierCallback({ ...message, rawBody: forged }, verificationOptions())).toEqual({
      kind: "refused",
      why: "forged",
    });
    const once = verificationOptions();
    expect(readSupplierCallback(message, once).kind).toBe("event");
    expect(readSupplierCallback(message, once)).toEqual({ kind: "refused", why: "replayed" });
  });

  test("changes nothing when it is signed correctly but has invalid content", () => {
    const issued = { eventId: "e", outNo: "Y1", supplierNo: "D1", at: "2026-11-21T04:00:00Z" };
    const nonsense = [
      "",
      "not json",
      "null",
      "[]",
      JSON.stringify({ ...issued, state: "delivered" }),
      JSON.stringify({ ...issued, state: "issued" }),
      JSON.stringify({ ...issued, state: "issued", codes: [{ code: "" }] }),
      JSON.stringify({ ...issued, state: "issued", codes: [{ code: 5 }] }),
      JSON.stringify({ ...issued, state: "failed", at: "the day before yesterday" }),
      JSON.stringify({ state: "failed", outNo: "Y1" }),
      // The database cannot store these texts and dates; without validation the supplier would
      // repeat the callback forever.
      JSON.stringify({ ...issued, state: "failed", reason: "\ud800x" }),
      JSON.stringify({ ...issued, state: "failed", reason: "a\0b" }),
      JSON.stringify({ ...issued, state: "failed", at: "+275760-09-13T00:00:00Z" }),
      JSON.stringify({
        ...issued,
        state: "issued",
        codes: [{ code: "1" }],
        validUntil: "9999-12-31T23:59:59-12:00",
      }),
    ];
    for (const [turn, rawBody] of nonsense.entries()) {
      const path = "/callback/supplier/dining";
      const nonce = new Uint8Array(16).fill(turn);
      const signed = { method: "POST", path, rawBody, now: new Date(), nonce };
      const headers = signedHeaders(signed, keys.supplierCallback);
      const message = { method: "POST", path, headers, rawBody };
      expect(readSupplierCallback(message, verificationOptions()), rawBody).toEqual({
        kind: "unreadable",
      });
    }
  });
});
