/** Login by phone: codes, terms, tokens, refresh with reuse detection, and the end of sessions. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { createAuthenticator, loginBySms, sendCode, setRights } from "./actions.ts";
import { logout, refreshSession } from "./actions/session.ts";
import type { Newcomer, NewcomerListener } from "./port.ts";
import { sentCode } from "./sent-code.fixture.ts";

let database: FreshDatabase;
let db: Db;
let context: TestContext;

beforeAll(async () => {
  database = await freshDatabase();
  context = testContext({ smsDayCapsOn: false });
  db = openDatabase({ url: database.appUrl, log: context.log });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const device = "device-one";
const address = "127.0.0.1";
const registered: Newcomer[] = [];
const newcomers: NewcomerListener = {
  onRegistered: async (_tx, newcomer) => {
    registered.push(newcomer);
  },
};
const ask = (phone: string) => sendCode(context, db, { phone, address, device });

const codeOf = (challengeId: string) => sentCode(context, db, challengeId);

const where = { inviteCode: "A1", device, address };
const loginWith = (proof: { challengeId: string; phone: string; code: string }) => ({
  ...where,
  termsVersion: "1",
  ...proof,
});

async function logIn(phone: string) {
  const { challengeId } = await ask(phone);
  const code = await codeOf(challengeId);
  return loginBySms(context, db, newcomers, loginWith({ challengeId, phone, code }));
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: { code?: string }) => error.code,
  );
const otherThan = (code: string): string => (code === "000000" ? "111111" : "000000");

describe("a login code", () => {
  test("creates a member the first time and finds the same one afterwards", async () => {
    const first = await logIn("13900000101");
    const second = await logIn("13900000101");
    expect(first.isNew).toBe(true);
    expect(second).toMatchObject({ isNew: false, uid: first.uid });
    const from = { channel: "sms", phone: "13900000101", device, address };
    const newcomer = { memberId: first.uid, inviteCode: "A1", ...from };
    expect(registered.filter(({ memberId }) => memberId === first.uid)).toEqual([newcomer]);
  });

  test("is sent once within a minute: another request returns the same challenge", async () => {
    const first = await ask("13900000102");
    context.clock.advance(20_000);
    const again = await ask("13900000102");
    expect(again.challengeId).toBe(first.challengeId);
    expect(again.resendAfterSeconds).toBeLessThanOrEqual(40);
    context.clock.advance(41_000);
    expect((await ask("13900000102")).challengeId).not.toBe(first.challengeId);
  });

  test("allows five wrong tries, and then not even the correct one", async () => {
    const phone = "13900000103";
    const { challengeId } = await ask(phone);
    const code = await codeOf(challengeId);
    const login = { challengeId, phone, termsVersion: "1", ...where };
    for (let tried = 1; tried <= 5; tried++) {
      const refused = await refusalOf(
        loginBySms(context, db, newcomers, { ...login, code: otherThan(code) }),
      );
      expect(refused).toBe(tried < 5 ? "SMS_CODE_WRONG" : "SMS_CODE_EXPIRED");
    }
    expect(await refusalOf(loginBySms(context, db, newcomers, { ...login, code }))).toBe(
      "SMS_CODE_EXPIRED",
    );
  });

  test("is valid once, for its own phone, and for five minutes", async () => {
    const phone = "13900000104";
    const { challengeId } = await ask(phone);
    const code = await codeOf(challengeId);
    const login = loginWith({ challengeId, phone, code });
    const foreign = { ...login, phone: "13900000105" };
    expect(await refusalOf(loginBySms(context, db, newcomers, foreign))).toBe("SMS_CODE_EXPIRED");
    const both = await Promise.all(
      [1, 2].map(() => refusalOf(loginBySms(context, db, newcomers, login))),
    );
    expect(new Set(both)).toEqual(new Set(["SMS_CODE_EXPIRED", "none"]));

    const late = await ask("13900000106");
    const lateCode = await codeOf(late.challengeId);
    context.clock.advance(5 * 60_000 + 1);
    const tooLate = {
      ...login,
      phone: "13900000106",
      challengeId: late.challengeId,
      code: lateCode,
    };
    expect(await refusalOf(loginBySms(context, db, newcomers, tooLate))).toBe("SMS_CODE_EXPIRED");
  });

  test("is not accepted before the terms are accepted", async () => {
    const phone = "13900000107";
    const { challengeId } = await ask(phone);
    const login = { challengeId, phone, code: "000000", termsVersion: undefined, ...where };
    expect(await refusalOf(loginBySms(context, db, newcomers, login))).toBe("TERMS_NEEDED");
  });

  test("is limited per day and phone when the limits are on", async () => {
    const capped = {
      ...context,
      settings: { ...context.settings, smsDayCapsOn: true, smsPerPhoneDay: 2 },
    };
    const asking = () =>
      sendCode(capped, db, { phone: "13900000108", address: "10.0.0.9", device: "d9" });
    for (let sent = 0; sent < 2; sent++) {
      await asking();
      context.clock.advance(61_000);
    }
    expect(await refusalOf(asking())).toBe("RATE_LIMITED");
  });
});

describe("a token", () => {
  test("U02 is decoded as the original client decodes it: standard alphabet, lists, expiry in ms", async () => {
    const { token, tokenExpired, uid } = await logIn("13900000111");
    const payload = token.split(".")[1] ?? "";
    expect(payload).not.toMatch(/[-_]/);
    const claims = JSON.parse(Buffer.from(payload, "base64").toString()) as Record<string, unknown>;
    expect(claims).toMatchObject({ uid, role: [], permission: [], exp: tokenExpired / 1000 });
  });

  test("is valid for its member until it expires, is changed, or its session has ended", async () => {
    const authenticator = createAuthenticator(context, db);
    const { token, uid } = await logIn("13900000112");
    const member = await authenticator.member(token);
    expect(member?.memberId).toBe(uid);
    expect(await authenticator.member(`${token}x`)).toBeUndefined();
    if (!member) return;
    await logout(context, db, member, false);
    context.clock.advance(context.settings.revocationSeenWithinMs);
    expect(await authenticator.member(token)).toBeUndefined();

    const other = await logIn("13900000113");
    context.clock.advance(context.settings.accessTokenMs + context.settings.tokenLeewayMs + 1_000);
    expect(await authenticator.member(other.token)).toBeUndefined();
  });

  test("grants the rights in the database, not those in the token", async () => {
    const authenticator = createAuthenticator(context, db);
    const { token, uid } = await logIn("13900000114");
    await setRights(db, { memberId: uid, roles: [], permissions: ["exchange:generate"] });
    expect((await authenticator.member(token))?.permissions).toEqual(["exchange:generate"]);
  });
});

describe("a refresh token", () => {
  test("rotates; the previous one is accepted for ten seconds on its device", async () => {
    const { refreshToken } = await logIn("13900000121");
    const next = await refreshSession(context, db, { token: refreshToken, device });
    expect(next.refreshToken).not.toBe(refreshToken);
    context.clock.advance(9_000);
    const again = await refreshSession(context, db, { token: refreshToken, device });
    expect(again.refreshToken).toBe(next.refreshToken);
  });

  test.each([
    { what: "later", waitMs: 11_000, from: device },
    { what: "from another device", waitMs: 0, from: "device-two" },
  ])("used again $what ends the whole session", async ({ what, waitMs, from }) => {
    const { refreshToken } = await logIn(what === "later" ? "13900000122" : "13900000123");
    const next = await refreshSession(context, db, { token: refreshToken, device });
    context.clock.advance(waitMs);
    const reused = refreshSession(context, db, { token: refreshToken, device: from });
    expect(await refusalOf(reused)).toBe("AUTH_EXPIRED");
    const stolen = refreshSession(context, db, { token: next.refreshToken, device });
    expect(await refusalOf(stolen)).toBe("AUTH_EXPIRED");
  });

  test("is not accepted once its successor was rotated too: the whole session ends", async () => {
    const { refreshToken: first } = await logIn("13900000126");
    const second = await refreshSession(context, db, { token: first, device });
    const third = await refreshSession(context, db, { token: second.refreshToken, device });
    const reused = refreshSession(context, db, { token: first, device });
    expect(await refusalOf(reused)).toBe("AUTH_EXPIRED");
    for (const { refreshToken: token } of [second, third]) {
      expect(await refusalOf(refreshSession(context, db, { token, device }))).toBe("AUTH_EXPIRED");
    }
  });

  test("used 20 times at once gives one successor to all", async () => {
    const { refreshToken } = await logIn("13900000124");
    const uses = await Promise.all(
      Array.from({ length: 20 }, () =>
        refreshSession(context, db, { token: refreshToken, device }),
      ),
    );
    expect(new Set(uses.map((use) => use.refreshToken)).size).toBe(1);
  });

  test("would give each use its own successor if a rotated one still counted", async () => {
    const mutant = openMutantDatabase({ url: database.appUrl, log: context.log }, [
      { from: "r.rotated_at IS NULL", to: "true" },
    ]);
    const { refreshToken } = await logIn("13900000125");
    const uses = await Promise.all(
      [1, 2].map(() => refreshSession(context, mutant.db, { token: refreshToken, device })),
    );
    expect(new Set(uses.map((use) => use.refreshToken)).size).toBe(2);
    await closeDatabase(mutant.db);
  });
});
