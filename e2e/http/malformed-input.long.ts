/**
 * Sends every malformed request of the contract, and random hostile ones under many seeds; the
 * normal suite sends a part of them.
 */
import { Agent } from "node:http";
import { findAuditBreaks } from "@yunjing/server/domain/audit/actions";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileRequest } from "./hostile.fixture.ts";
import { runMalformed } from "./malformed-run.fixture.ts";
import { expectEnvelope, sendRawRequest } from "./raw-request.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
}, 60_000);
afterAll(() => testEnv.close());

test("no malformed request generated from the contract makes the server fail or hang", async () => {
  const run = await runMalformed(testEnv, testEnv.origin, {
    phones: "1371000",
    isChosen: () => true,
  });
  expect(run.faults).toEqual([]);
  expect(run.sent).toBeGreaterThan(10_000);
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
  expect(await findAuditBreaks(testEnv.db)).toEqual([]);
});

test("any hostile request to any route under many seeds is answered in the envelope", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { token } = await testEnv.logIn("13710019999", ["exchange:generate"]);
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ headers, ...rest }) => {
      const login = headers["authorization"] === "mine" ? { authorization: token } : {};
      expectEnvelope(
        await sendRawRequest(testEnv.origin, { ...rest, headers: { ...headers, ...login } }, agent),
      );
    }),
    { numRuns: 15_000 },
  );
  agent.destroy();
});
