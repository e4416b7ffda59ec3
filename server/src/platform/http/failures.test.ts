/** Every throw ends in the envelope: refusals with their words, outages with 503, our own bugs without a word of them. */
import Fastify from "fastify";
import { DatabaseError } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Defect, Outage, Refusal } from "../refusal.ts";
import { answerFailures } from "./failures.ts";

const SECRET = "SELECT secret FROM /srv/app.ts:12";
const database = (code: string): Error =>
  Object.assign(new DatabaseError(SECRET, 0, "error"), { code });
const wrapped = (cause: Error): Error => new Error(SECRET, { cause });

const throwing: Readonly<Record<string, Error>> = {
  refusal: new Refusal("POINTS_SHORT", { missing: 30 }),
  limited: new Refusal("RATE_LIMITED", undefined, 60),
  outage: new Outage(SECRET),
  defect: new Defect(SECRET),
  unknown: new TypeError(SECRET),
  locked: wrapped(database("55P03")),
  full: wrapped(database("53100")),
  away: wrapped(Object.assign(new Error(SECRET), { code: "ECONNREFUSED" })),
  broken: wrapped(database("23505")),
};

const app = Fastify({ bodyLimit: 100 });
beforeAll(() => {
  answerFailures(app);
  app.get<{ Params: { what: string } }>("/:what", async ({ params }) => {
    throw throwing[params.what] ?? new Error("not in the table");
  });
  app.post("/echo", async () => ({}));
});
afterAll(() => app.close());

test.each([
  ["refusal", 200, "POINTS_SHORT", undefined],
  ["limited", 429, "RATE_LIMITED", "60"],
  ["outage", 503, "PARTNER_DOWN", "1"],
  ["defect", 500, "DEFECT", undefined],
  ["unknown", 500, "DEFECT", undefined],
  ["locked", 409, "KEY_BUSY", "1"],
  ["full", 503, "SYS_BUSY", "1"],
  ["away", 503, "SYS_BUSY", "1"],
  ["broken", 500, "DEFECT", undefined],
])("%s is answered %i %s", async (what, status, code, retryAfter) => {
  const answer = await app.inject({ method: "GET", url: `/${what}` });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ status: false, code, requestId: expect.any(String) });
  expect(answer.json().msg).toMatch(/^[\u4e00-\u9fff]/);
  expect(answer.headers["retry-after"]).toBe(retryAfter);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.body).not.toContain("SELECT");
});

test("a refusal's words are filled from its data", async () => {
  const { msg, data } = (await app.inject({ method: "GET", url: "/refusal" })).json();
  expect({ msg, data }).toEqual({ msg: "积分不足，还差 30", data: { missing: 30 } });
});

test.each([
  ["a body over the limit", "application/json", JSON.stringify("x".repeat(200)), 413, "TOO_LARGE"],
  ["a content nobody reads", "image/png", "x", 415, "MEDIA_TYPE"],
  ["a body that is no JSON", "application/json", "{", 400, "BAD_REQUEST"],
])("%s is refused as the protocol says", async (_, type, payload, status, code) => {
  const headers = { "content-type": type };
  const answer = await app.inject({ method: "POST", url: "/echo", headers, payload });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ status: false, code });
});
