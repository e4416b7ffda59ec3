/**
 * The SMS gateway, the signed endpoints of the sandbox partners, and their stored state over a
 * restart.
 */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Outage } from "@yunjing/server/platform/refusal";
import { signedHeaders } from "@yunjing/server/gateways/signing/sign";
import { smsSender } from "@yunjing/server/gateways/sms/sender";
import { diningSupplier } from "@yunjing/server/gateways/suppliers/dining";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { keys, orderWith, startRequestRecorder, startSandbox } from "./gateways.fixture.ts";

const message = {
  phone: "13900001111",
  text: "【云鲸权益】验证码 482913，5 分钟内有效。",
  code: "482913",
  dedupeKey: "challenge-1",
};

const PATIENTLY = { timeout: 15_000 };

async function inboxOf(origin: string, phone: string): Promise<unknown> {
  return (await fetch(`${origin}/sandbox/sms?phone=${phone}`)).json();
}

describe("a text message", () => {
  test("arrives once, even when it is sent repeatedly, newest first", async () => {
    const sandbox = await startSandbox();
    const sender = smsSender(sandbox.sms);
    await sender.send(message);
    await sender.send(message);
    await sender.send({ ...message, code: "111222", dedupeKey: "challenge-2" });
    expect(await inboxOf(sandbox.origin, message.phone)).toEqual([
      { phone: message.phone, text: message.text, code: "111222", at: expect.any(String) },
      { phone: message.phone, text: message.text, code: "482913", at: expect.any(String) },
    ]);
    expect(await inboxOf(sandbox.origin, "13900002222")).toEqual([]);
  });

  test("may be sent without a code", async () => {
    const sandbox = await startSandbox();
    const { code: _, ...notice } = message;
    await smsSender(sandbox.sms).send(notice);
    expect(await inboxOf(sandbox.origin, message.phone)).toEqual([
      { phone: message.phone, text: message.text, at: expect.any(String) },
    ]);
  });

  test("that is not confirmed is an outage", async () => {
    const sandbox = await startSandbox();
    const listener = await startRequestRecorder();
    const wrongKey = { ...keys.sms, secret: "of another member" };
    const attempts = [
      smsSender({ ...sandbox.sms, origin: listener.origin }),
      smsSender({ ...sandbox.sms, key: wrongKey }),
      smsSender({ ...sandbox.sms, origin: "http://127.0.0.1:1" }),
    ];
    for (const sender of attempts) await expect(sender.send(message)).rejects.toThrow(Outage);
    expect(await inboxOf(sandbox.origin, message.phone)).toEqual([]);
  });
});

describe("the signed endpoints", () => {
  const path = "/dining/v1/orders";

  test("answer 401 to a bad signature, and the gateway returns unknown", async () => {
    const sandbox = await startSandbox();
    const bare = await fetch(`${sandbox.origin}${path}`, { method: "POST" });
    expect(bare.status).toBe(401);
    const key = { ...keys.supplier, secret: "of another member" };
    const answer = await diningSupplier({ ...sandbox.supplier, key }).place(orderWith());
    expect(answer).toEqual({ state: "unknown", reason: "answered 401" });
  });

  test("answer 401 to a replay, and to a message five minutes old", async () => {
    const sandbox = await startSandbox();
    const rawBody = JSON.stringify(orderWith());
    const send = async (headers: Record<string, string>) => {
      const init = { method: "POST", body: rawBody };
      const json = { "content-type": "application/json" };
      const response = await fetch(`${sandbox.origin}${path}`, {
        ...init,
        headers: { ...headers, ...json },
      });
      return response.status;
    };
    const signedAt = (now: Date, fill: number) => {
      const nonce = new Uint8Array(16).fill(fill);
      return { ...signedHeaders({ method: "POST", path, rawBody, now, nonce }, keys.supplier) };
    };
    const fresh = signedAt(new Date(), 1);
    expect(await send(fresh)).toBe(200);
    expect(await send(fresh)).toBe(401);
    expect(await send(signedAt(new Date(Date.now() - 301_000), 2))).toBe(401);
    expect(await send(signedAt(new Date(), 3))).toBe(200);
  });

  test("refuse an invalid order", async () => {
    const sandbox = await startSandbox();
    const answer = await diningSupplier(sandbox.supplier).place(orderWith({ lines: [] }));
    expect(answer).toEqual({ state: "unknown", reason: "answered 400" });
  });
});

test("the sandbox keeps its state over a restart, and finishes pending work", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "yunjing-sandbox-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const listener = await startRequestRecorder();
  const waiting = orderWith();
  const dead = orderWith();

  const before = await startSandbox({ dataDir, issueDelayMs: [60_000, 60_000] });
  await before.setFaults({ duplicateCallback: 1 });
  await smsSender(before.sms).send(message);
  const placed = await diningSupplier(before.supplier).place(waiting);
  await diningSupplier(before.supplier).cancel(dead.outNo);
  await before.sandbox.close();
  // Simulates a crash that left the last line incomplete.
  appendFileSync(join(dataDir, "sandbox", "dining-orders.jsonl"), '["Y0","torn');

  // Only the new process's clock is moved one minute ahead, so that the order becomes due.
  let aheadMs = 0;
  const clock = {
    now: () => new Date(Date.now() + aheadMs),
    after(delayMs: number, work: () => void) {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
  };
  aheadMs = 61_000;
  const after = await startSandbox({ dataDir, clock, callbackOrigin: listener.origin });
  const supplier = diningSupplier(after.supplier);
  const answer = await vi.waitFor(async () => {
    const found = await supplier.query(waiting.outNo);
    if (found.state !== "issued") throw new Error(found.state);
    return found;
  }, PATIENTLY);
  expect(placed).toEqual({ state: "accepted", supplierNo: answer.supplierNo });
  expect(await supplier.place(dead)).toEqual({ state: "failed", reason: "CANCELLED" });
  expect(await inboxOf(after.origin, message.phone)).toHaveLength(1);
  await smsSender(after.sms).send(message);
  expect(await inboxOf(after.origin, message.phone)).toHaveLength(1);
  await vi.waitFor(() => expect(listener.received).toHaveLength(2), PATIENTLY);
});

describe("the sandbox's web pages", () => {
  test("show messages and faults, with all content escaped", async () => {
    const sandbox = await startSandbox();
    await smsSender(sandbox.sms).send({ ...message, text: "<b>& '\"" });
    const page = async (path: string) => (await fetch(`${sandbox.origin}${path}`)).text();
    expect(await page("/sandbox/inbox")).toContain("482913");
    expect(await page("/sandbox/inbox?phone=13900001111")).not.toContain("<b>&");
    await diningSupplier(sandbox.supplier).place(orderWith({ outNo: "<i>out</i>" }));
    const suppliers = await page("/sandbox/suppliers");
    expect(suppliers).toContain("特殊手机号");
    expect(suppliers).not.toContain("<i>out");
  });

  test("change fault settings by a form, and refuse unknown settings", async () => {
    const sandbox = await startSandbox();
    const url = `${sandbox.origin}/sandbox/suppliers/movie/faults`;
    const body = new URLSearchParams({ refuse: "0.5", lateCallbackMs: "1500" });
    const response = await fetch(url, { method: "POST", body, redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "/sandbox/suppliers",
    ]);
    expect(await (await fetch(url)).json()).toMatchObject({ refuse: 0.5, lateCallbackMs: 1_500 });
    await expect(sandbox.setFaults({ refuse: 2 })).rejects.toThrow();
    await expect(sandbox.setFaults({ unheardOf: 1 })).rejects.toThrow();
    expect((await fetch(`${sandbox.origin}/sandbox/suppliers/nobody/faults`)).status).toBe(400);
  });
});
