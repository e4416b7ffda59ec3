/**
 * Tests the monitoring of the whole site: the usual rate raises no alarm; a rise alerts operators
 * and requires proofs.
 */
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../../../platform/refusal.ts";
import { openSession } from "../actions/open.ts";
import { grantCodes } from "../batches/grant.ts";
import { guessMonitorJob } from "../jobs.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "../testing.ts";
import { createCanaries } from "./canaries.ts";
import { guessOverview, setFriction, thresholdOf, monitorGuesses } from "./monitor.ts";
import { solveProof } from "./solve.fixture.ts";
import { deleteExpiredGuessData } from "./store.ts";

const MINUTE = 60_000;
const EASY = { codeProofBits: 4, codeProofAlarmBits: 6, codeProofNetworkBits: 8 };
let testEnv: ExchangeTestEnv;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv(EASY);
}, 60_000);
afterAll(() => testEnv.close());

let made = 0;
const unknown = () => {
  const data = `Y${String(++made).padStart(15, "0")}`;
  return data + checkSymbols(data);
};
/** Tries a code as an unknown caller, from a unique address unless one is given. */
async function tryCode(code: string, { device = "", address = "" } = {}): Promise<string> {
  const from = address || `10.${(++made >> 16) + 20}.${(made >> 8) & 255}.${made & 255}`;
  const opening = { code, session: undefined, memberId: undefined, device, address: from };
  return openSession(testEnv.context, testEnv.db, opening).then(
    () => "opened",
    async (failure: unknown) => {
      if (!(failure instanceof Refusal)) throw failure;
      if (failure.code !== "PROOF_NEEDED") return failure.code;
      const proof = solveProof(failure.data);
      await openSession(testEnv.context, testEnv.db, { ...opening, proof });
      return `opened with ${failure.data?.["difficulty"]} bits`;
    },
  );
}
const grant = async () => {
  const { context, db, makerId, checkerId } = testEnv;
  const granting = { target: "points-500", count: 1, makerId, checkerId } as const;
  const [code = ""] = await grantCodes(context, db, granting);
  return code;
};
/** Inserts wrong tries into each bucket of the previous days, as if they had been made. */
const insertUsualTries = (tries: number, days: number) =>
  testEnv.asOwner(`
    INSERT INTO code_wrong_rate (bucket, lane, tries)
    SELECT date_bin('5 minutes', '${testEnv.context.clock.now().toISOString()}', '2000-01-01Z') - n * interval '5 minutes',
           0, ${tries}
    FROM generate_series(2, ${days * 288}) n`);
const alerts = (kind: string) =>
  count(testEnv.db, `SELECT count(*) FROM alert WHERE kind = '${kind}'`);
const runMonitor = () => monitorGuesses(testEnv.context, testEnv.db);

beforeEach(async () => {
  // Each test runs on another day, so that no data of the previous test matters.
  testEnv.context.clock.advance(2 * 86_400_000);
  await testEnv.asOwner(
    "DELETE FROM code_wrong_rate; UPDATE code_friction SET raised_until = NULL, raised_at = NULL",
  );
});

describe("the monitor", () => {
  test("runs often enough for an alarm within a minute", () => {
    const { every, leaseMs } = guessMonitorJob(testEnv.context, testEnv.db);
    expect(Number(every) + Number(leaseMs)).toBeLessThan(60_000);
  });

  test("raises no alarm on a quiet site for a few typos", async () => {
    for (let n = 0; n < 12; n++) await tryCode(unknown());
    expect(await runMonitor()).toBe(false);
    expect(await tryCode(await grant())).toBe("opened");
  });

  test("uses the median of seven days as the usual rate, including hours without a wrong try", async () => {
    await insertUsualTries(40, 3);
    expect((await guessOverview(testEnv.context, testEnv.db)).usual).toBe(0);
    await testEnv.asOwner("DELETE FROM code_wrong_rate");
    await insertUsualTries(40, 4);
    expect(await guessOverview(testEnv.context, testEnv.db)).toMatchObject({
      usual: 80,
      threshold: 400,
    });
  });

  test("raises an alarm above five times the usual rate, not at it", async () => {
    await insertUsualTries(30, 7);
    const put = (tries: number) =>
      testEnv.asOwner(`
        INSERT INTO code_wrong_rate (bucket, lane, tries)
        VALUES (date_bin('5 minutes', '${testEnv.context.clock.now().toISOString()}', '2000-01-01Z'), 7, ${tries})
        ON CONFLICT (bucket, lane) DO UPDATE SET tries = excluded.tries`);
    await put(300);
    expect(await runMonitor()).toBe(false);
    await put(301);
    expect(await runMonitor()).toBe(true);
  });

  test("has a floor below which no alarm is raised", () => {
    expect(thresholdOf(testEnv.context, { now: 0, usual: 0 })).toBe(100);
    expect(thresholdOf(testEnv.context, { now: 0, usual: 21 })).toBe(105);
  });
});

describe("a rise of wrong tries", () => {
  const guess = async (tries: number) => {
    for (let n = 0; n < tries; n++) await tryCode(unknown());
  };

  test("alerts once, requires a proof from all callers without a login, and ends by itself", async () => {
    const before = await alerts("code_guessing");
    await guess(101);
    expect(await runMonitor()).toBe(true);
    expect(await runMonitor()).toBe(true);
    expect(await alerts("code_guessing")).toBe(before + 1);
    expect(await tryCode(await grant())).toBe("opened with 6 bits");

    const seen = await guessOverview(testEnv.context, testEnv.db);
    expect(seen).toMatchObject({ mode: "auto", isAlarmed: true, isOn: true, now: 101 });
    expect(seen.hours.map(({ wrong }) => wrong)).toEqual([101]);
    expect(seen.alerts[0]?.text).toContain("101 次");

    testEnv.context.clock.advance(31 * MINUTE);
    expect(await runMonitor()).toBe(false);
    expect(await tryCode(await grant())).toBe("opened");
    await guess(101);
    expect(await runMonitor()).toBe(true);
    expect(await alerts("code_guessing")).toBe(before + 2);
  });

  test("can be overridden by an operator, either way", async () => {
    await setFriction(testEnv.db, "on");
    expect(await tryCode(await grant())).toBe("opened with 6 bits");
    await setFriction(testEnv.db, "off");
    await testEnv.asOwner("UPDATE code_friction SET raised_until = now() + interval '9 years'");
    expect(await tryCode(await grant())).toBe("opened");
    await setFriction(testEnv.db, "auto");
    expect(await tryCode(await grant())).toBe("opened with 6 bits");
    await expect(setFriction(testEnv.db, "auto")).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });

  test("is shown with the networks that guess most, without their addresses", async () => {
    for (let n = 0; n < 2; n++) await tryCode(unknown(), { address: "203.0.113.77" });
    await tryCode(unknown(), { address: "203.0.113.78" });
    const seen = await guessOverview(testEnv.context, testEnv.db);
    expect(seen.networks.map(({ wrong }) => wrong)).toEqual([2, 1]);
    expect(seen.networks[0]?.network).toMatch(/^[0-9a-f]{12}$/);
    expect(JSON.stringify(seen)).not.toContain("203.0.113");
  });
});

describe("a canary", () => {
  const createTestCanaries = () => {
    const { context, db, makerId } = testEnv;
    return createCanaries(context, db, { name: "仓库标签", count: 3, makerId, reason: "防内鬼" });
  };

  test("is answered like any unknown code and alerts operators at once with the caller", async () => {
    const { codes } = await createTestCanaries();
    const before = await alerts("canary_code");
    const guesser = { device: "the-device-of-a-thief", address: "198.51.100.9" };
    expect(await tryCode(codes[1] ?? "", guesser)).toBe("CODE_INVALID");
    expect(await alerts("canary_code")).toBe(before + 1);
    // A repeated try returns the same refusal.
    expect(await tryCode(codes[1] ?? "", guesser)).toBe("CODE_INVALID");
    expect(await alerts("canary_code")).toBe(before + 1);
    expect(await tryCode(codes[2] ?? "", { address: "198.51.100.10" })).toBe("CODE_INVALID");
    expect(await alerts("canary_code")).toBe(before + 2);
    const { alerts: alertsShown } = await guessOverview(testEnv.context, testEnv.db);
    const [alert] = alertsShown.filter(({ kind }) => kind === "canary_code");
    expect(alert?.text).toMatch(/^有人在试诱饵码「仓库标签」尾号 .{4}，网络 [0-9a-f]{12}，设备/);
  });

  test("counts as a wrong try, and is in no batch that is sold", async () => {
    const { codes } = await createTestCanaries();
    const here = { address: "198.51.100.20" };
    for (const code of codes.slice(0, 2)) await tryCode(code, here);
    const [network] = (await guessOverview(testEnv.context, testEnv.db)).networks;
    expect(network?.wrong).toBe(2);
    const sold = "SELECT count(*) FROM code c JOIN code_canary k USING (code_mac)";
    expect(await count(testEnv.db, sold)).toBe(0);
  });

  test("is shown to its maker once: the database stores none of them", async () => {
    const { codes, batchId } = await createTestCanaries();
    expect(new Set(codes).size).toBe(3);
    expect(codes.every((code) => /^(\w{4}-){4}\w{2}$/.test(code))).toBe(true);
    const stored = await testEnv.db.$client.query(
      "SELECT row_to_json(k)::text AS text FROM code_canary k WHERE batch_id = $1",
      [batchId],
    );
    expect(stored.rows.length).toBe(3);
    for (const code of codes) {
      expect(JSON.stringify(stored.rows)).not.toContain(code.replaceAll("-", ""));
    }
  });
});

test("buckets are stored a little longer than they are compared, and spent proofs until they expire", async () => {
  await insertUsualTries(1, 10);
  await testEnv.asOwner(`
    INSERT INTO code_proof (proof_hash, expires_at)
    VALUES ('\\x01', '2020-01-01Z'), ('\\x02', '2090-01-01Z')`);
  await deleteExpiredGuessData(testEnv.db, testEnv.context.clock.now());
  expect(await count(testEnv.db, "SELECT count(*) FROM code_wrong_rate")).toBeLessThanOrEqual(
    8 * 288,
  );
  expect(await count(testEnv.db, "SELECT count(*) FROM code_wrong_rate")).toBeGreaterThan(7 * 288);
  expect(
    await count(testEnv.db, "SELECT count(*) FROM code_proof WHERE proof_hash = '\\x01'"),
  ).toBe(0);
  expect(
    await count(testEnv.db, "SELECT count(*) FROM code_proof WHERE proof_hash = '\\x02'"),
  ).toBe(1);
});
