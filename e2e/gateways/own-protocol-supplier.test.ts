/**
 * A supplier with its own protocol behind the port of suppliers: the worked example of
 * docs/connect-a-supplier.md, against a server that speaks that protocol.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { SupplierExchange, TopupOrder } from "@yunjing/server/domain/fulfilment/port";
import type { SupplierEntry } from "@yunjing/server/gateways/suppliers/registry";
import { systemClock } from "@yunjing/server/platform/clock";
import { systemRandom } from "@yunjing/server/platform/random";
import { expect, onTestFinished, test } from "vitest";
import { LONG_TIMEOUT_MS } from "./gateways.fixture.ts";
import {
  ownProtocolSupplier,
  readOwnProtocolCallback,
  signOf,
} from "./own-protocol-supplier.fixture.ts";

const key = { keyId: "yunjing", secret: "a secret of the example supplier, 32 bytes" };
/** It fits the registry as it is. */
const entry: SupplierEntry = {
  name: "快充",
  connect: ownProtocolSupplier,
  readCallback: readOwnProtocolCallback,
};

const order = (outNo: string, changes: Partial<TopupOrder> = {}): TopupOrder => ({
  kind: "topup",
  outNo,
  product: "mobile-50",
  account: "13900001111",
  quantity: 1,
  faceFen: 5_000,
  ...changes,
});

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

type Recharge = { tradeNo: string; status: "PROCESSING" | "SUCCESS" | "FAIL" };

/**
 * Starts the supplier: it keeps one recharge for each number. `answer` changes an answer after the
 * recharge was kept; without one the connection ends.
 */
async function startSupplier(answer: (path: string, usual: object) => unknown = (_, it) => it) {
  const recharges = new Map<string, Recharge>();
  const server = createServer(async (request, response) => {
    const { sign, ...fields } = await bodyOf(request);
    const { outTradeNo, product, appId } = fields;
    const send = (body: object) => {
      const given = answer(request.url ?? "", body);
      if (given === undefined) request.socket.destroy();
      else response.end(typeof given === "string" ? given : JSON.stringify(given));
    };
    if (appId !== key.keyId || sign !== signOf(fields, key.secret)) return send({ code: "9001" });
    if (request.url === "/open/v2/recharge" && product === "off-sale") {
      return send({ code: "2001", message: "商品已下架" });
    }
    if (request.url === "/open/v2/recharge" && !recharges.has(outTradeNo)) {
      recharges.set(outTradeNo, { tradeNo: `T${outTradeNo}`, status: "PROCESSING" });
    }
    const kept = recharges.get(outTradeNo);
    return send(kept ? { code: "0", data: { outTradeNo, ...kept } } : { code: "1004" });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const exchanges: SupplierExchange[] = [];
  const supplier = entry.connect({
    origin: `http://127.0.0.1:${port}`,
    key,
    timeoutMs: LONG_TIMEOUT_MS,
    clock: systemClock,
    random: systemRandom,
    record: async (exchange) => void exchanges.push(exchange),
  });
  return { supplier, recharges, exchanges };
}

test("an order is placed once under its number and ends as the supplier ends it", async () => {
  const { supplier, recharges, exchanges } = await startSupplier();
  expect(await supplier.query("K1")).toEqual({ state: "absent" });
  expect(await supplier.place(order("K1"))).toEqual({ state: "accepted", supplierNo: "TK1" });
  expect(await supplier.place(order("K1"))).toEqual({ state: "accepted", supplierNo: "TK1" });
  expect(recharges.size).toBe(1);
  recharges.set("K1", { tradeNo: "TK1", status: "SUCCESS" });
  const issued = { state: "issued", supplierNo: "TK1", codes: [] };
  expect(await supplier.query("K1")).toEqual(issued);
  expect(exchanges.map(({ what, outcome }) => `${what} ${outcome}`)).toEqual([
    "query absent",
    "place accepted",
    "place accepted",
    "query issued",
  ]);
});

test("what the supplier refuses before it takes the order is a definite failure", async () => {
  const { supplier } = await startSupplier();
  expect(await supplier.place(order("K2", { product: "off-sale" }))).toEqual({
    state: "failed",
    reason: "商品已下架",
  });
  expect(await supplier.place({ ...order("K3"), kind: "card" })).toMatchObject({ state: "failed" });
});

test.each([
  ["a connection that ends without an answer", () => undefined],
  ["an answer that is not JSON", () => "<html>502</html>"],
  ["an error code that the manual does not define", () => ({ code: "5000" })],
  [
    "a word about another number",
    () => ({
      code: "0",
      data: { outTradeNo: "K9", tradeNo: "TK9", status: "FAIL" },
    }),
  ],
  ["no such order, right after it was placed", () => ({ code: "1004" })],
])("%s is unknown, never a failure, and a query finds the order", async (_, change) => {
  const { supplier } = await startSupplier((path, usual) =>
    path.endsWith("/recharge") ? change() : usual,
  );
  expect(await supplier.place(order("K4"))).toMatchObject({ state: "unknown" });
  expect(await supplier.query("K4")).toMatchObject({ state: "accepted" });
});

test("a supplier that cannot cancel leaves the order open until it ends", async () => {
  const { supplier, recharges } = await startSupplier();
  expect(await supplier.cancel("K5")).toMatchObject({ state: "unknown" });
  await supplier.place(order("K5"));
  expect(await supplier.cancel("K5")).toMatchObject({ state: "unknown" });
  recharges.set("K5", { tradeNo: "TK5", status: "FAIL" });
  expect(await supplier.cancel("K5")).toEqual({ state: "failed", reason: "FAIL" });
});

const callback = (changes: object = {}, secret = key.secret) => {
  const fields = { outTradeNo: "K6", tradeNo: "TK6", status: "SUCCESS", time: 1_764_000_000_000 };
  const body = { ...fields, sign: signOf(fields, secret), ...changes };
  const rawBody = Buffer.from(JSON.stringify(body));
  return entry.readCallback(
    { method: "POST", path: "/callback/supplier/kuaichong", headers: {}, rawBody },
    { keys: [key], nonces: { claim: () => true }, now: new Date() },
  );
};

test("a genuine callback is an event, the same each time, and is answered with success", () => {
  expect(callback()).toEqual({
    kind: "event",
    acknowledgement: "success",
    event: {
      eventId: "K6:SUCCESS",
      outNo: "K6",
      at: new Date(1_764_000_000_000),
      answer: { state: "issued", supplierNo: "TK6", codes: [] },
    },
  });
});

test.each([
  ["another secret", callback({}, "the secret of somebody else, 32 bytes"), "refused"],
  ["a changed status", callback({ status: "FAIL" }), "refused"],
  ["a changed number", callback({ outTradeNo: "K7" }), "refused"],
  ["no signature", callback({ sign: "" }), "unreadable"],
  ["a status that the manual does not define", callback({ status: "DONE" }), "unreadable"],
])("a callback with %s has no effect", (_, reading, kind) => {
  expect(reading.kind).toBe(kind);
});

test("the guide shows this code", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const code = read("own-protocol-supplier.fixture.ts").replace(/^\/\*\*[\s\S]*?\*\/\n/, "");
  expect(read("../../docs/connect-a-supplier.md")).toContain(code);
});
