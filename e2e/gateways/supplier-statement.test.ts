/**
 * A supplier's statement is read completely or not at all: a short, changed or invalid page makes
 * the answer unknown.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { StatementLine } from "@yunjing/server/domain/fulfilment/port";
import { topupSupplier } from "@yunjing/server/gateways/suppliers/topup";
import { systemClock } from "@yunjing/server/platform/clock";
import { systemRandom } from "@yunjing/server/platform/random";
import type { KnownOrder } from "@yunjing/sandbox/suppliers/orders";
import { expect, onTestFinished, test } from "vitest";
import { serveStatement } from "../bills/servers.fixture.ts";
import { keys } from "./gateways.fixture.ts";

const DAY = "2026-11-19";
const at = (origin: string) =>
  topupSupplier({
    origin,
    key: keys.supplier,
    timeoutMs: 10_000,
    clock: systemClock,
    random: systemRandom,
  });
const noon = Date.parse(`${DAY}T12:00:00+08:00`);
const order = (n: number): KnownOrder => {
  const outNo = `S${String(n).padStart(9, "0")}`;
  const wanted = { outNo, totalFen: n + 1 };
  return { outNo, supplierNo: `T${n}`, state: "issued", wanted, endedAt: noon + n, seen: [] };
};
type Page = { digest: string; count: number; lines: { amountFen: number; at: string }[] };

/** Starts a supplier with 2,500 lines, whose pages are changed on the way. */
async function changed(change: (page: Page, path: string) => unknown) {
  const orders = Array.from({ length: 2_500 }, (_, n) => order(n));
  const whole = await serveStatement(orders, systemClock);
  const server = createServer(async ({ url = "" }, response) => {
    const answer = await fetch(new URL(url, whole.origin));
    const page = (await answer.json()) as Page;
    response.writeHead(answer.status).end(JSON.stringify(change(page, url) ?? page));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(async () => {
    server.close();
    await whole.close();
  });
  const { port } = server.address() as AddressInfo;
  return at(`http://127.0.0.1:${port}`);
}

test("is read page by page, in order, and a second reading gives the same result", async () => {
  const paths: string[] = [];
  const supplier = await changed((_page, path) => void paths.push(path));
  const answer = await supplier.statement?.(DAY);
  if (answer?.state !== "statement") throw new Error(`it is ${answer?.state}`);
  const read = async () => {
    const lines: StatementLine[] = [];
    for await (const line of answer.lines()) lines.push(line);
    return lines;
  };
  const lines = await read();
  expect(lines).toHaveLength(2_500);
  expect(lines[1_700]).toEqual({
    kind: "supply",
    outNo: "S000001700",
    channelNo: "T1700",
    amountFen: 1_701,
    state: "issued",
    at: new Date(noon + 1_700),
  });
  expect(await read()).toEqual(lines);
  expect(paths).toEqual(
    ["", "?cursor=1000", "?cursor=2000"].map((end) => `/topup/v1/statements/${DAY}${end}`),
  );
  await answer.discard();
});

test.each<[string, (page: Page, path: string) => unknown, RegExp]>([
  ["a line is lost", (page) => void page.lines.pop(), /whole/],
  [
    "an amount is changed",
    (page) => void (page.lines[3] ? (page.lines[3].amountFen += 1) : 0),
    /whole/,
  ],
  [
    "another edition begins",
    (page, path) => (path.includes("=2000") ? { ...page, digest: "0".repeat(64) } : page),
    /changed/,
  ],
  [
    "an amount is no number",
    (page) => ({ ...page, lines: [{ ...page.lines[0], amountFen: "1" }] }),
    /unreadable/,
  ],
  ["it is of another day", (page) => ({ ...page, day: "2026-11-18" }), /unreadable/],
  ["it ends early", (page) => ({ ...page, next: undefined }), /whole/],
  [
    "it never ends",
    (page, path) => (path.includes("=2000") ? { ...page, next: "1000" } : page),
    /whole/,
  ],
])("is unknown when %s", async (_, change, reason) => {
  const supplier = await changed(change);
  expect(await supplier.statement?.(DAY)).toEqual({
    state: "unknown",
    reason: expect.stringMatching(reason),
  });
});

test("of a day without orders is empty, and of today is not available yet", async () => {
  const { origin, close } = await serveStatement([], systemClock);
  onTestFinished(close);
  expect(await at(origin).statement?.(DAY)).toEqual({ state: "none" });
  expect(await at(origin).statement?.("2999-01-01")).toEqual({
    state: "unknown",
    reason: "STATEMENT_NOT_READY",
  });
});
