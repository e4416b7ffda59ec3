/** Every malformed request of the contract, and random hostile ones under many seeds; the suite sends a part of them. */
import { Agent } from "node:http";
import { auditBreaks } from "@yunjing/server/domain/audit/actions";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { thrown } from "./hostile.fixture.ts";
import { runMalformed } from "./malformed-run.fixture.ts";
import { expectEnvelope, sendTo } from "./wire.fixture.ts";
import { type HttpWorld, openHttpWorld } from "./world.fixture.ts";

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
}, 60_000);
afterAll(() => world.close());

test("no malformed request that can be made of the contract makes the server fail or hang", async () => {
  const run = await runMalformed(world, world.origin, { phones: "1371000", isChosen: () => true });
  expect(run.faults).toEqual([]);
  expect(run.sent).toBeGreaterThan(10_000);
  expect((await trialBalance(world.db)).isSound).toBe(true);
  expect(await auditBreaks(world.db)).toEqual([]);
});

test("whatever is thrown at any route under many seeds is answered in the envelope", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { token } = await world.logIn("13710019999", ["exchange:generate", "exchange:approve"]);
  await fc.assert(
    fc.asyncProperty(thrown, async ({ headers, ...rest }) => {
      const login = headers["authorization"] === "mine" ? { authorization: token } : {};
      expectEnvelope(
        await sendTo(world.origin, { ...rest, headers: { ...headers, ...login } }, agent),
      );
    }),
    { numRuns: 15_000 },
  );
  agent.destroy();
});
