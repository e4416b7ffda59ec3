/** A small sandbox for the gateway tests: one menu, one store, and a callback endpoint. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { createSandbox, type SandboxOptions } from "@yunjing/sandbox/sandbox";
import type { MealOrder, Supplier } from "@yunjing/server/domain/fulfilment/port";
import { systemClock } from "@yunjing/server/platform/clock";
import { systemRandom } from "@yunjing/server/platform/random";
import { onTestFinished, vi } from "vitest";

export const keys = sandboxKeys();

export const offer: NonNullable<SandboxOptions["offer"]> = {
  stores: [
    {
      supplierCode: "KFC0001",
      brand: "kfc",
      name: "肯德基人民广场店",
      cityCode: "310100",
      districtCode: "310101",
      address: "西藏中路 1 号",
      lat: 31.23,
      lng: 121.47,
      hours: [{ from: "07:00", to: "23:00" }],
      services: ["dine_in", "take_away"],
      leadMinutes: 10,
      phone: "02100000000",
      soldOut: ["tart"],
    },
  ],
  menus: [
    {
      brand: "kfc",
      version: "1",
      classes: [{ id: "main", name: "主食", from: "10:00", to: "23:00" }],
      products: [
        {
          id: "burger",
          classIds: ["main"],
          name: "香辣鸡腿堡",
          description: "现炸鸡腿",
          artwork: "burger",
          kind: "spec",
          priceFen: 1_900,
          officialPriceFen: 2_150,
          groups: [
            {
              id: "cheese",
              name: "加料",
              min: 0,
              max: 1,
              options: [{ id: "one", name: "加芝士", addFen: 200 }],
            },
          ],
          eatTypes: ["dine_in", "take_away"],
        },
        {
          id: "tart",
          classIds: ["main"],
          name: "蛋挞",
          description: "酥皮",
          artwork: "tart",
          kind: "single",
          priceFen: 700,
          officialPriceFen: 800,
          groups: [],
          eatTypes: ["take_away"],
        },
      ],
      setMeals: [
        {
          id: "double",
          title: "双堡套餐",
          lines: [{ productId: "burger", quantity: 2, options: [] }],
          priceFen: 3_500,
        },
      ],
    },
  ],
};

let orders = 0;
/** Returns an order that the store accepts, with the given changes. */
export function orderWith(changes: Partial<MealOrder> = {}): MealOrder {
  orders += 1;
  return {
    outNo: `Y${String(orders).padStart(8, "0")}`,
    kind: "meal",
    storeCode: "KFC0001",
    eatType: "take_away",
    pickupAt: "now",
    contactPhone: "13900001111",
    lines: [
      {
        productId: "burger",
        quantity: 1,
        options: [{ groupId: "cheese", optionId: "one" }],
        unitFen: 2_100,
      },
    ],
    totalFen: 2_100,
    ...changes,
  };
}

/**
 * Milliseconds; so long that only a partner who never answers times out, even on a busy machine.
 */
export const LONG_TIMEOUT_MS = 10_000;
/** Milliseconds, for tests of a late answer: shorter than the sandbox's `answerDelayMs`. */
export const SHORT_TIMEOUT_MS = 300;

/** Starts a sandbox with short delays, and stops it when the test ends. */
export async function startSandbox({
  timeoutMs = LONG_TIMEOUT_MS,
  ...options
}: SandboxOptions & { timeoutMs?: number } = {}) {
  const sandbox = createSandbox({
    keys,
    offer,
    answerDelayMs: 600,
    issueDelayMs: [20, 40],
    callbackRetryMs: [30, 30, 30],
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const origin = await sandbox.listen();
  const partner = { origin, timeoutMs, clock: systemClock, random: systemRandom };
  return {
    sandbox,
    origin,
    supplier: { ...partner, key: keys.supplier },
    sms: { ...partner, key: keys.sms },
    /** Sets the fault of the next order, of whatever supplier. */
    async setNextFault(fault: "timeout" | "refuse" | null) {
      const response = await fetch(`${origin}/sandbox/suppliers/next`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ fault }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    async setFaults(faults: Record<string, number>, supplierId = "dining") {
      const response = await fetch(`${origin}/sandbox/suppliers/${supplierId}/faults`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(faults),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
};

/** Starts a server that records its requests and answers with the given statuses, then with 200. */
export async function startRequestRecorder(statuses: number[] = []) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      received.push({ method, path, headers, rawBody: Buffer.concat(chunks) });
      response.writeHead(statuses.shift() ?? 200).end('{"ok":true}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, origin: `http://127.0.0.1:${portOf(server.address())}` };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return address.port;
}

/** Queries by our number until the codes are issued. */
export const waitUntilIssued = (supplier: Supplier, outNo: string) =>
  vi.waitFor(
    async () => {
      const answer = await supplier.query(outNo);
      if (answer.state !== "issued") throw new Error(`still ${answer.state}`);
      return answer;
    },
    { timeout: 15_000, interval: 15 },
  );
