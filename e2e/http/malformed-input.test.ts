/** H03: malformed requests of every operation are answered, never by a failure; the books and the audit stay whole. */
import { operations } from "@yunjing/contract/operations";
import { auditBreaks } from "@yunjing/server/domain/audit/actions";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runMalformed } from "./malformed-run.fixture.ts";
import { type HttpWorld, openHttpWorld } from "./world.fixture.ts";

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
}, 60_000);
afterAll(() => world.close());

test("H03 no malformed request of any operation makes the server fail, hang or lose count", async () => {
  const isChosen = process.env["ALL"] ? () => true : ({ isCore }: { isCore: boolean }) => isCore;
  const run = await runMalformed(world, world.origin, { phones: "1371000", isChosen });
  expect(run.faults).toEqual([]);
  expect(run.sent).toBeGreaterThan(operations.length * 5);
  expect((await trialBalance(world.db)).isSound).toBe(true);
  expect(await auditBreaks(world.db)).toEqual([]);
}, 300_000);
