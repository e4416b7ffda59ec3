/**
 * Promise 13 of reliability.md: guessing is slowed down and raises an alarm, and honest members at
 * the same address can still redeem.
 */
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { grantCodes } from "@yunjing/server/domain/exchange/actions";
import { solveProof } from "@yunjing/server/domain/exchange/guessing/solve.fixture";
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type TryResult,
  runConcurrently,
  type CallerConnection,
  connectionFrom,
  unknownCode,
} from "./guessing.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

const TRIES = repeatCount({ suite: 4_000, slow: 20_000 });
/** Each address makes 100 tries, and each account 200. */
const ADDRESSES = TRIES / 100;
const ACCOUNTS = TRIES / 1_000;
/** Every fifth try uses an account, and every thousandth solves the proof it is asked for. */
const BY_ACCOUNT = 5;
const WITH_PROOF = 1_000;
const CONNECTIONS = 16;

let testEnv: HttpTestEnv;
const lines: CallerConnection[] = [];
const connectionOf = (n: number): CallerConnection => {
  const known = (lines[n] ??= connectionFrom(testEnv.origin, `127.0.1.${n}`));
  return known;
};
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
}, 60_000);
afterAll(async () => {
  for (const line of lines) line?.close();
  await testEnv.close();
});

const useHonestly = async (count: number) => {
  const [maker, checker] = [await testEnv.logIn("13600000001"), await testEnv.logIn("13600000002")];
  const operators = { makerId: maker.memberId, checkerId: checker.memberId };
  return grantCodes(testEnv.context, testEnv.db, { target: "points-500", count, ...operators });
};

/**
 * Tries a code as the member app does, with the proof when one is demanded. Returns the number of
 * proofs.
 */
async function tryWithProof(
  line: CallerConnection,
  code: string,
): Promise<TryResult & { readonly steps: number }> {
  const first = await line.tryCode(code);
  if (first.code !== "PROOF_NEEDED") return { ...first, steps: 0 };
  return { ...(await line.tryCode(code, { proof: solveProof(first.data) })), steps: 1 };
}

/**
 * Each address tries its share in sequence, all addresses in parallel. Returns the number of
 * answers by code.
 */
async function attack(tokens: readonly string[]): Promise<Map<string, number>> {
  const countByCode = new Map<string, number>();
  const note = ({ code }: TryResult) => countByCode.set(code, (countByCode.get(code) ?? 0) + 1);
  const share = TRIES / ADDRESSES;
  const jobs = Array.from({ length: ADDRESSES }, (_, place) => async () => {
    const line = connectionOf(place + 1);
    for (let n = place * share; n < (place + 1) * share; n++) {
      const token = n % BY_ACCOUNT === 0 ? tokens[(n / BY_ACCOUNT) % tokens.length] : undefined;
      if (n % WITH_PROOF === 1) note(await tryWithProof(line, unknownCode(n)));
      else note(await line.tryCode(unknownCode(n), { token }));
    }
  });
  await runConcurrently(CONNECTIONS, jobs);
  return countByCode;
}

const wrongTries = async (): Promise<number> => {
  const found = await testEnv.db.$client.query<{ wrong: number }>(
    "SELECT coalesce(sum(tries), 0)::integer AS wrong FROM code_wrong_rate",
  );
  return found.rows[0]?.wrong ?? 0;
};

/** Runs the watcher job until it raises the alarm. Returns the ms since the hundredth wrong try. */
async function alarmAfter(isOver: () => boolean): Promise<number> {
  const watcher = testEnv.app.jobs.find(({ name }) => name === "guess-watcher");
  if (!watcher) throw new Error("there is no guess-watcher job");
  let loudSince: number | undefined;
  for (;;) {
    if (loudSince === undefined && (await wrongTries()) > 100) loudSince = Date.now();
    if ((await watcher.run()) === true) return loudSince === undefined ? 0 : Date.now() - loudSince;
    if (isOver() && loudSince !== undefined && Date.now() - loudSince > 60_000) return Infinity;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

describe(`${TRIES} wrong codes from ${ADDRESSES} addresses and ${ACCOUNTS} accounts`, () => {
  let codes: string[];
  let countByCode: Map<string, number>;
  let alarmMs: number;
  beforeAll(async () => {
    codes = await useHonestly(10);
    const phones = Array.from({ length: ACCOUNTS }, (_, n) => `137200000${10 + n}`);
    const tokens = await Promise.all(
      phones.map(async (phone) => (await testEnv.logIn(phone)).token),
    );
    let isOver = false;
    const alarm = alarmAfter(() => isOver);
    countByCode = await attack(tokens);
    isOver = true;
    alarmMs = await alarm;
  }, 240_000);

  test("find nothing, and nineteen of twenty are slowed down or refused by a limit", () => {
    const {
      CODE_INVALID: invalid = 0,
      PROOF_NEEDED: slowed = 0,
      CODE_LOCKED: locked = 0,
    } = Object.fromEntries(countByCode);
    expect(invalid + slowed + locked).toBe(TRIES);
    expect(slowed + locked).toBeGreaterThanOrEqual(TRIES * 0.95);
    // Both limits occurred, and so did plain refusals.
    for (const count of [invalid, slowed, locked]) expect(count).toBeGreaterThan(0);
  });

  test("raise the alarm within a minute, and operators can read it", async () => {
    expect(alarmMs).toBeLessThanOrEqual(60_000);
    const { consoleToken } = await testEnv.logIn("13720000001", ["exchange:approve"]);
    const answer = await testEnv.app.server.inject({
      method: "GET",
      url: "/console/api/guesses",
      headers: { authorization: consoleToken },
    });
    const { data } = answer.json();
    expect(data).toMatchObject({ isAlarmed: true, isOn: true });
    expect(data.networks.length).toBe(20);
    expect(answer.body).not.toContain("127.0.1.");
    expect(data.alerts[0]).toMatchObject({ kind: "code_guessing" });
  });

  test("do not keep a logged-in member on a shared address from redeeming, without an additional step", async () => {
    const { token } = await testEnv.logIn("13720000002");
    const opened = await connectionOf(7).tryCode(codes[0] ?? "", { token });
    expect(opened.code).toBe("opened");
    const redeemed = await testEnv.app.server.inject({
      method: "POST",
      url: `/api/exchange/sessions/${opened.data["session"]}/redeem`,
      headers: { authorization: token, "idempotency-key": "honest" },
      payload: {},
    });
    expect(redeemed.json()).toMatchObject({ status: true });
  });

  test("cost a caller without a login one proof of work, at this and at any other address", async () => {
    expect(await tryWithProof(connectionOf(7), codes[1] ?? "")).toMatchObject({
      code: "opened",
      steps: 1,
    });
    expect(await tryWithProof(connectionOf(250), codes[2] ?? "")).toMatchObject({
      code: "opened",
      steps: 1,
    });
  });

  test("can be answered by an operator who turns the proof of work off, with a reason in the audit", async () => {
    const { consoleToken } = await testEnv.logIn("13720000003", ["exchange:approve", "audit:read"]);
    const headers = { authorization: consoleToken };
    const url = "/console/api/guesses/friction";
    const payload = { mode: "off", reason: "是我们自己的演练" };
    const response = await testEnv.app.server.inject({ method: "POST", url, headers, payload });
    expect(response.json()).toMatchObject({ status: true });
    expect(await tryWithProof(connectionOf(251), codes[3] ?? "")).toMatchObject({
      code: "opened",
      steps: 0,
    });
    const audit = await testEnv.app.server.inject({ url: "/console/api/audit", headers });
    expect(audit.json().data.list[0]).toMatchObject({
      operation: "operatorGuesses.friction",
      reason: payload.reason,
    });
  });
});

test("a canary tried over HTTP is answered like an unknown code, and recorded", async () => {
  const { consoleToken, token } = await testEnv.logIn("13720000004", ["exchange:approve"]);
  const headers = { authorization: consoleToken };
  const planted = await testEnv.app.server.inject({
    method: "POST",
    url: "/console/api/guesses/canaries",
    headers,
    payload: { name: "样卡", count: 1, reason: "放在样卡上" },
  });
  const [canary = ""] = planted.json().data.codes;
  const strange = `Y${"0".repeat(15)}`;
  const refusals = [
    await connectionOf(252).tryCode(canary, { token }),
    await connectionOf(252).tryCode(strange + checkSymbols(strange), { token }),
  ];
  expect(refusals.map(({ code }) => code)).toEqual(["CODE_INVALID", "CODE_INVALID"]);
  const watch = await testEnv.app.server.inject({ url: "/console/api/guesses", headers });
  const { alerts } = watch.json().data;
  expect(alerts[0].text).toContain("样卡");
  const asMember = await testEnv.logIn("13720000005", ["exchange:generate"]);
  const listed = await testEnv.app.server.inject({
    url: "/api/exchange/batches",
    headers: { authorization: asMember.token },
  });
  expect(listed.body).not.toContain("样卡");
});
