/**
 * Response times reveal no more than the response: all kinds of codes that a caller cannot open
 * take equally long.
 */
import { readFileSync } from "node:fs";
import { grantCodes } from "@yunjing/server/domain/exchange/actions";
import { codeMac, foldCode } from "@yunjing/server/domain/exchange/model";
import { writesWithoutHistory } from "@yunjing/server/platform/database/superuser.fixture";
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runConcurrently, connectionFrom, unknownCode } from "./guessing.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

const SAMPLES = repeatCount({ suite: 200, slow: 2_000 });
const BOUND_MS = 5;
/** Load on the machine may spoil one round. */
const ROUNDS = 3;
const CONNECTIONS = 2;
const CODES = 20;

const kinds = ["unknown", "used", "others", "expired", "frozen", "canary"] as const;
type Kind = (typeof kinds)[number];

let testEnv: HttpTestEnv;
let owner: Client;
let tokens: string[];
let codes: Record<Kind, readonly string[]>;

async function asOwner(text: string, values: readonly unknown[] = []): Promise<void> {
  await owner.query(text, [...values]);
}

/** Creates codes of each kind; some used by the first caller, some by another member. */
async function makeCodes(): Promise<Record<Kind, readonly string[]>> {
  const { context, db } = testEnv;
  const [maker, checker, caller, other] = await Promise.all(
    ["13600000001", "13600000002", "13730000001", "13730000009"].map((phone) =>
      testEnv.logIn(phone),
    ),
  );
  if (!maker || !checker || !caller || !other) throw new Error("four logins are needed");
  const operators = { makerId: maker.memberId, checkerId: checker.memberId };
  const make = async (set: string) => {
    const made = await grantCodes(context, db, {
      target: "points-500",
      count: CODES,
      ...operators,
    });
    const macs = made.map((code) => codeMac(context, foldCode(code) ?? ""));
    await asOwner(`UPDATE code SET ${set} WHERE code_mac = ANY ($1)`, [macs]);
    return made;
  };
  const usedBy = (memberId: string) =>
    `state = 'REDEEMED', redeemed_by = '${memberId}', redeemed_at = now(), order_id = gen_random_uuid()`;
  const planted = await testEnv.app.server.inject({
    method: "POST",
    url: "/console/api/guesses/canaries",
    headers: {
      authorization: (await testEnv.logIn("13730000005", ["exchange:approve"])).consoleToken,
    },
    payload: { name: "样卡", count: CODES, reason: "放在样卡上" },
  });
  return {
    unknown: Array.from({ length: CODES }, (_, n) => unknownCode(n)),
    used: await make(usedBy(caller.memberId)),
    others: await make(usedBy(other.memberId)),
    expired: await make(
      "valid_until = now() - interval '1 day', valid_from = now() - interval '2 days'",
    ),
    frozen: await make("state = 'FROZEN'"),
    canary: planted.json().data.codes,
  };
}

beforeAll(async () => {
  // The limits are tested elsewhere; here callers may try as often as needed.
  const endless = { codeWrongPerAccountHour: 1e9, codeWrongPerDeviceHour: 1e9 };
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify(endless) });
  await writesWithoutHistory(testEnv.db.$client);
  owner = new Client({ connectionString: testEnv.ownerUrl });
  await owner.connect();
  codes = await makeCodes();
  tokens = await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      async (_, n) => (await testEnv.logIn(`1373000000${n + 1}`)).token,
    ),
  );
}, 60_000);
afterAll(async () => {
  await owner.end();
  await testEnv.close();
});

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/**
 * Returns the spread of the kinds' medians, in ms. The kinds take turns, so that a slow moment
 * affects all alike.
 */
async function spreadOf(samples: number): Promise<number> {
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  const workers = tokens.map((token, index) => async () => {
    const line = connectionFrom(testEnv.origin, `127.0.1.${index + 1}`);
    for (let n = index; n < samples; n += CONNECTIONS) {
      for (const turn of kinds.keys()) {
        const kind = kinds[(turn + n) % kinds.length] ?? "unknown";
        const { code, tookMs } = await line.tryCode(codes[kind][n % CODES] ?? "", { token });
        if (code !== "CODE_INVALID") throw new Error(`${kind} was answered ${code}`);
        times.get(kind)?.push(tookMs);
      }
    }
    line.close();
  });
  await runConcurrently(CONNECTIONS, workers);
  const medians = [...times.values()].map(medianOf);
  return Math.max(...medians) - Math.min(...medians);
}

/** Returns the smallest spread of the rounds; stops at the first round within the bound. */
async function narrowest(samples: number): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS && best >= BOUND_MS; round++) {
    best = Math.min(best, await spreadOf(samples));
  }
  return best;
}

test("unknown, used, another's, expired and frozen codes and canaries have equal response times", async () => {
  await spreadOf(50);
  expect(await narrowest(SAMPLES)).toBeLessThan(BOUND_MS);
}, 240_000);

test("a slower answer for existing codes is detected", async () => {
  const file = "../../server/src/domain/exchange/functions/open.sql";
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const marker = "  outcome := 'invalid';\n";
  expect(text).toContain(marker);
  const slow = `
    IF EXISTS (SELECT 1 FROM code WHERE code_mac = p_code_mac) THEN PERFORM pg_sleep(0.03); END IF;\n`;
  await asOwner(text.replace(marker, slow + marker));
  expect(await narrowest(20)).toBeGreaterThan(BOUND_MS);
  await asOwner(text);
}, 60_000);
