/**
 * Limits that protect money, codes and logins count together over all processes: two servers on one
 * database admit as many tries as one server would.
 */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { closeDatabase } from "@yunjing/server/platform/database/pool";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compose } from "../faults/composed.fixture.ts";
import { unknownCode } from "./guessing.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

/** Tries at once, half at either server: more than any of the limits below. */
const TRIES = 24;
const WRONG = "314159";
const APP_SECRET = "a root secret that is long enough for these tests";
const SETTINGS = JSON.stringify({ smsDayCapsOn: true, smsResendSeconds: 60 });

let first: HttpTestEnv;
let second: Awaited<ReturnType<typeof compose>>;
beforeAll(async () => {
  first = await openHttpTestEnv({ APP_SECRET, SETTINGS });
  second = await compose({
    DATABASE_URL: first.appUrl,
    SANDBOX_ORIGIN: "http://127.0.0.1:9",
    LOG_LEVEL: "silent",
    APP_SECRET,
    SETTINGS,
  });
  await second.app.server.ready();
}, 60_000);
afterAll(async () => {
  await second.app.server.close();
  await second.listener.close();
  await closeDatabase(second.db);
  await first.close();
});

type Answer = { readonly status: boolean; readonly code?: string; data: Record<string, string> };
type Request = {
  readonly url: string;
  readonly payload: object;
  readonly token?: string;
  readonly device?: string;
};

/** Sends a request to the first server or, by an odd number, to the second. */
async function post(n: number, { url, payload, token, device }: Request): Promise<Answer> {
  const { server } = n % 2 === 0 ? first.app : second.app;
  const headers = {
    ...(token === undefined ? {} : { authorization: token }),
    ...(device === undefined ? {} : { cookie: `did=${device}` }),
  };
  return (await server.inject({ method: "POST", url, payload, headers })).json();
}

/** Sends all tries at once, by turns to either server; returns how often each code was answered. */
async function countAnswers(requestOf: (n: number) => Request): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: TRIES }, (_, n) => post(n, requestOf(n))));
  const counts: Record<string, number> = {};
  for (const { status, code = "" } of answers) {
    const name = status ? "done" : code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test("text messages to one phone from different devices", async () => {
  const counts = await countAnswers((n) => ({
    url: "/api/passport/sms/send",
    payload: { phone: "13711100001", scene: "login" },
    device: `device-of-the-limits-${String(n).padStart(4, "0")}`,
  }));
  const { smsPerPhoneDay } = first.context.settings;
  expect(counts).toEqual({ done: smsPerPhoneDay, RATE_LIMITED: TRIES - smsPerPhoneDay });
});

test("wrong codes of one login", async () => {
  const phone = "13711100002";
  const device = "device-of-the-limits-0000";
  const { data } = await post(0, {
    url: "/api/passport/sms/send",
    payload: { phone, scene: "login" },
    device,
  });
  const challengeId = data["challengeId"];
  const counts = await countAnswers(() => ({
    url: "/api/passport/sms/login",
    payload: { challengeId, phone, code: WRONG, termsVersion: TERMS_VERSION },
    device,
  }));
  // The last try says that no other is left.
  const told = first.context.settings.smsTriesMax - 1;
  expect(counts).toEqual({ SMS_CODE_WRONG: told, SMS_CODE_EXPIRED: TRIES - told });
});

test("wrong codes of an operator's authenticator", async () => {
  const { consoleToken } = await first.logIn("13711100003", operatorPermissions);
  const counts = await countAnswers(() => ({
    url: "/console/api/passport/step-up",
    payload: { code: WRONG },
    token: consoleToken,
  }));
  const told = first.context.settings.operatorTotpTriesMax - 1;
  expect(counts).toEqual({ TOTP_WRONG: told, TOTP_LOCKED: TRIES - told });
});

test("the work of checking pay passwords", async () => {
  const { token } = await first.logIn("13711100004");
  const most = first.context.settings.payPasswordWorkPerHour;
  const request = {
    url: "/api/member/step-up",
    payload: { purpose: "pay", password: WRONG },
    token,
  };
  const before = await countAnswers(() => request);
  const after = await countAnswers(() => request);
  const limited = (before["RATE_LIMITED"] ?? 0) + (after["RATE_LIMITED"] ?? 0);
  expect(limited).toBe(2 * TRIES - most);
});

test("wrong exchange codes of one account, one after the other", async () => {
  const { token } = await first.logIn("13711100005");
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < TRIES; n++) {
    const request = { url: "/api/exchange/sessions", payload: { code: unknownCode(n) }, token };
    codes.push((await post(n, request)).code);
  }
  const most = first.context.settings.codeWrongPerAccountHour;
  const admitted = codes.filter((code) => code === "CODE_INVALID").length;
  expect(admitted).toBeLessThanOrEqual(most);
  expect(codes.slice(most)).toEqual(Array(TRIES - most).fill("CODE_LOCKED"));
});
