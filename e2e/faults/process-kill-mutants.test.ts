/**
 * Proves that the checks of the kill test can fail: retries intents under their keys, with each
 * guard of the key removed.
 */
import { readFileSync } from "node:fs";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openExchangeFixture } from "../http/exchange.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { type Intent, redeemIntent } from "./redeemers.fixture.ts";

const INTENTS = 5;
const notebook = { note: () => undefined, read: () => [] };

let testEnv: HttpTestEnv;
beforeEach(async () => {
  testEnv = await openHttpTestEnv();
}, 60_000);
afterEach(() => testEnv.close());

/**
 * Replaces a SQL function by one without the guard. Throws when the file does not contain the
 * guard.
 */
async function removeGuard(file: string, guard: string, instead = ""): Promise<void> {
  const text = readFileSync(new URL(`../../server/src/${file}`, import.meta.url), "utf8");
  if (!text.includes(guard)) throw new Error(`${file} has no ${guard}`);
  const owner = new pg.Client({ connectionString: testEnv.ownerUrl });
  await owner.connect();
  await owner.query(text.replace(guard, instead)).finally(() => owner.end());
}

/**
 * Redeems, discards every answer as the client of a killed server does, and retries under the same
 * keys.
 */
async function retryIntents(): Promise<string[]> {
  const { code } = await openExchangeFixture(testEnv);
  const { token } = await testEnv.logIn("13700000001");
  const verdicts: string[] = [];
  for (let n = 0; n < INTENTS; n++) {
    const ticket = { code: await code("points-500"), meal: undefined };
    let session = "";
    const keep = {
      ...notebook,
      note: (line: { session?: string }) => void (session = line.session ?? ""),
    };
    const intent: Intent = { ...ticket, token, key: `intent-${n}` };
    const first = await redeemIntent(testEnv.origin, intent, keep);
    const again = await redeemIntent(testEnv.origin, { ...intent, session }, notebook);
    const isSame =
      first.kind === "done" && again.kind === "done" && first.data.orderNo === again.data.orderNo;
    verdicts.push(isSame ? "one effect" : "lost");
  }
  return verdicts;
}

const redeem = "domain/exchange/functions/redeem.sql";

test("with every guard in place each intent has one effect", async () => {
  expect(new Set(await retryIntents())).toEqual(new Set(["one effect"]));
});

test.runIf(isSlowTier)(
  "without the stored answer of the key, an acknowledged redemption is lost",
  async () => {
    await removeGuard(
      redeem,
      "PERFORM FROM platform_idempotency_store(p_owner, v_route, v_key, result);",
    );
    expect(await retryIntents()).toContain("lost");
  },
);

test("without claiming the key in the redemption's transaction, an acknowledged redemption is lost", async () => {
  const taken =
    "SELECT t.outcome, t.result INTO outcome, result FROM members_idempotency_reserve(p_owner, v_route, v_key, v_hash, p_now) t;";
  await removeGuard(redeem, taken, "outcome := 'taken';");
  expect(await retryIntents()).toContain("lost");
});
