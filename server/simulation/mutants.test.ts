/**
 * Tests that the simulation can fail: with a guard removed from the product, the first seeds detect
 * it (reliability.md 4.6).
 */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LENGTH, SEEDS_MAX, seedsFrom } from "./seeds.fixture.ts";
import { runScript, scriptOf } from "./simulate.ts";
import { openSimulatedServer, type SimulatedServer } from "./simulated-server.ts";

let server: SimulatedServer;
let original: string | undefined;
beforeAll(async () => {
  server = await openSimulatedServer();
}, 120_000);
afterEach(async () => {
  await server.crashablePool.revive();
  server.crashablePool.mutate(undefined);
  if (original !== undefined) await server.initialData.owner.query(original);
  original = undefined;
});
afterAll(() => server.close());

/**
 * Replaces an SQL function by a version without the guard. Throws when the guard is not in the
 * file.
 */
async function removeGuard(file: string, guard: string, instead = ""): Promise<void> {
  const text = readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");
  if (!text.includes(guard)) throw new Error(`${file} has no ${guard}`);
  original = text;
  await server.initialData.owner.query(text.replaceAll(guard, instead));
}

/**
 * Returns the error of a seed that fails, or "nothing" when none of the first `SEEDS_MAX` fails.
 * `likely` is tried first: the seed that found this mutant before. Any other may take its place
 * when the commands change.
 */
async function found(likely: number): Promise<string> {
  for (const seed of new Set([likely, ...seedsFrom(1, SEEDS_MAX)])) {
    const failure = await runScript(server, seed, scriptOf(seed, LENGTH)).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (failure !== undefined) return failure;
  }
  return "nothing";
}

const redeem = "domain/exchange/functions/redeem.sql";

test("mutant 1: a redemption does not check that the code is still locked by its session", async () => {
  // The pause lets the second redemption read the session before the first one has ended it, also
  // when the second has to open a connection.
  await removeGuard(
    redeem,
    "AND state = 'LOCKED' AND session_id = v_session AND lock_until > v_now",
    "AND (SELECT pg_sleep(0.1)) IS NOT NULL",
  );
  expect(await found(10)).toContain("of two redemptions at once");
}, 300_000);

test("mutant 4: an answer is not stored under its idempotency key", async () => {
  await removeGuard(
    redeem,
    "PERFORM FROM platform_idempotency_store(p_owner, v_route, v_key, result);",
  );
  expect(await found(7)).toMatch(/redeem/);
}, 300_000);

test("mutant 5: another body under the same key is accepted as a repeat", async () => {
  const compare = "CASE WHEN v_hash = p_hash THEN 'replay' ELSE 'reused' END";
  await removeGuard("platform/functions/idempotency.sql", compare, "'replay'");
  expect(await found(3)).toContain("with another body");
}, 300_000);

test("mutant 11: an order is found by its number without checking the owner", async () => {
  const owner = "WHERE member_id = $1 AND order_no = $2";
  server.crashablePool.mutate({ from: owner, to: "WHERE $1::uuid IS NOT NULL AND order_no = $2" });
  expect(await found(4)).toContain("another's order");
}, 300_000);

test("mutant 14: an expired order can still be paid", async () => {
  const over = "(v_order.order_state = 'WAIT_PAY' AND v_order.expires_at <= v_now)";
  await removeGuard("domain/orders/functions/pay.sql", over, "false");
  expect(await found(1)).toMatch(/paying inside|only what waits is paid/);
}, 300_000);

test("two concurrent payments both succeed when the order's state is not checked", async () => {
  await removeGuard("domain/orders/functions/pay.sql", "v_order.order_state <> 'WAIT_PAY' OR ");
  expect(await found(6)).not.toBe("nothing");
}, 300_000);

const expire = "domain/points/functions/expire.sql";

test("mutant 16: more points expire than are left when an expired lot is not marked as expired", async () => {
  await removeGuard(
    expire,
    "UPDATE points_lot SET remaining = 0, state = 'EXPIRED'",
    "UPDATE points_lot SET state = state",
  );
  expect(await found(1)).toMatch(/points and lots|lots that the job left|is over by a posting/);
}, 300_000);

test("expired points can be spent when their expiry is not checked", async () => {
  await removeGuard("domain/points/functions/hold.sql", " AND expires_at > v_now");
  expect(await found(2)).toMatch(/points of \d+ alive/);
}, 300_000);

const coupons = "domain/coupons/functions";

test("a member claims more coupons than allowed when claims are not counted", async () => {
  await removeGuard(
    `${coupons}/grant.sql`,
    "y.claimed < (p_limits->>'perMember')::integer",
    "true",
  );
  expect(await found(2)).toMatch(/claiming/);
}, 300_000);

test("a campaign exceeds its budget when the remaining budget is not checked", async () => {
  const left = "(budget_fen IS NULL OR held_fen + spent_fen + p_fen <= budget_fen)";
  await removeGuard(`${coupons}/take-budget.sql`, left, "true");
  // The table's own constraint is the last guard; it makes the server answer 500.
  expect(await found(3)).toMatch(/buying.place answered 500|the campaign bears/);
}, 300_000);

test("a cancelled order keeps its coupon when the coupon is not unlocked", async () => {
  const unlock = "PERFORM coupons_unlock(p_member, p_order, p_now);";
  await removeGuard("domain/orders/functions/close.sql", unlock);
  expect(await found(1)).toMatch(/is locked by an order that is/);
}, 300_000);

test("a withdrawal is both paid and returned when waiting for the payee is treated as a failure", async () => {
  const over = "ELSIF v_said IN ('failed', 'cancelled') THEN";
  const waiting = "ELSIF v_said IN ('failed', 'cancelled', 'wait_confirm') THEN";
  await removeGuard("domain/withdrawals/functions/end.sql", over, waiting);
  expect(await found(2)).toContain("is given back while the channel has it");
}, 300_000);
