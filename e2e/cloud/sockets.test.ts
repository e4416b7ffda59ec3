/**
 * C12: a signed address opens one socket, from any origin; an invalid address is rejected before
 * the socket opens.
 */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openSocket, type TestSocket, requestTicket } from "../http/socket.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { socketQuery, space } from "./signer.fixture.ts";

let testEnv: HttpTestEnv;
let host: string;
const pages: TestSocket[] = [];
beforeAll(async () => {
  testEnv = await openHttpTestEnv({ CLOUD_HOSTS: "ws.example.test:8443/api" });
  host = new URL(testEnv.origin).host;
}, 60_000);
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
});
afterAll(() => testEnv.close());

const at = (query: string, prefix = "/cloud", name = "push"): TestSocket => {
  const page = openSocket(`${testEnv.origin}${prefix}`, {
    origin: "https://app.example",
    query,
    name,
  });
  pages.push(page);
  return page;
};
const signed = (change: Partial<Parameters<typeof socketQuery>[0]> = {}): string =>
  socketQuery({ host: `${host}/cloud`, name: "push", ...change });

test("C12 the signed host may be the request's host with the prefix, the host alone, or one of the configured list", async () => {
  const opened = [
    at(signed()).opened,
    at(signed({ host }), "").opened,
    at(signed({ host: "ws.example.test:8443/api" })).opened,
    at(signed({ authorization: "tok/1" })).opened,
  ];
  expect(await Promise.all(opened)).toEqual([101, 101, 101, 101]);
});

test("C12 unsigned, altered, foreign, expired and used addresses are refused", async () => {
  const used = signed();
  expect(await at(used).opened).toBe(101);
  const old = { at: Date.now() - 16 * 60_000 };
  const other = { ...space, secretKey: "SKdemo-other-0001" };
  const key = { ...space, accessKey: "AKdemo0002" };
  const wrong: readonly (readonly [status: number, query: string])[] = [
    [401, ""],
    [401, "?room=1"],
    [403, used],
    [401, signed().replace("signature=", "signature=0")],
    [401, signed().replace(/signatureNonce=[^&]*/, `signatureNonce=${randomUUID()}`)],
    [401, signed({ host: "evil.example/cloud" })],
    [401, signed({ host })],
    [401, signed({ name: "other" })],
    [401, socketQuery({ host: `${host}/cloud`, name: "push" }, other)],
    [401, socketQuery({ host: `${host}/cloud`, name: "push" }, key)],
    [401, socketQuery({ host: `${host}/cloud`, name: "push" }, space, old)],
  ];
  for (const [status, query] of wrong) expect(await at(query).opened, query).toBe(status);
});

test("C12 an unknown function name, including inherited object members, closes the socket with its own code", async () => {
  for (const name of ["nothing", "__proto__", "constructor"]) {
    expect((await at(signed({ name }), "/cloud", name).untilEnd()).code, name).toBe(4404);
  }
});

test("C12 a signed socket authenticates by token and not by ticket, and our own pages not by token", async () => {
  const by = await testEnv.logIn("13700450301");
  const known = at(signed());
  await known.opened;
  known.say({ type: "auth", token: by.token, after: 0 });
  expect(await known.untilFrame("ready")).toEqual({ type: "ready", id: 0 });
  const ticket = await requestTicket(testEnv.origin, by.token);
  const shown = at(signed());
  await shown.opened;
  shown.say({ type: "auth", ticket });
  expect((await shown.untilEnd()).code).toBe(4400);
  const own = openSocket(testEnv.origin);
  pages.push(own);
  await own.opened;
  own.say({ type: "auth", token: by.token });
  expect((await own.untilEnd()).code).toBe(4400);
});
