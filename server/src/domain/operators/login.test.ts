/**
 * The second step of an operator's login: codes are good once, tries are few, and tickets end.
 * Without it, in the member app, a person has no right of an operator.
 */
import { type Operation, operations } from "@yunjing/contract/operations";
import { memberPermissions, operatorPermissions } from "@yunjing/contract/permissions";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { mayCall } from "../../platform/http/caller.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { CONNECTIONS, times } from "../ledger/race.fixture.ts";
import {
  createAuthenticator,
  findOrCreateMemberByPhone,
  loginBySms,
  refreshSession,
  renewToken,
  sendCode,
  setRights,
} from "../members/actions.ts";
import { sentCode } from "../members/sent-code.fixture.ts";
import {
  beginEnrolment,
  beginLogin,
  confirmEnrolment,
  recoverLogin,
  stepUp,
  verifyLogin,
} from "./actions/login.ts";
import { createSession } from "./session.fixture.ts";
import { deleteAuthenticator, makeTestOperator, testTotpCode } from "./testing.ts";
import { totpCode } from "./totp.ts";

const MINUTE_MS = 60_000;
const origin = { device: "browser", address: "10.0.0.1", requestId: "r1" };

let database: FreshDatabase;
let db: Db;
let context: TestContext;
let phones = 13_900_000_000;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext({ smsDayCapsOn: false, operatorTotpPerAddressHour: 100_000 });
  db = openDatabase({ url: database.appUrl, log: context.log, size: CONNECTIONS });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});
// A new 30-second step for each test: its codes are unused.
beforeEach(() => context.clock.advance(2 * MINUTE_MS));

async function operator(): Promise<{ memberId: string; phone: string }> {
  const phone = String(phones++);
  const memberId = await transaction(db, async (tx) => {
    const made = await findOrCreateMemberByPhone(context, tx, phone);
    const permissions = ["audit:read"];
    await makeTestOperator(context, tx, { memberId: made.memberId, permissions });
    return made.memberId;
  });
  return { memberId, phone };
}

async function firstStep(phone: string) {
  const { device, address } = origin;
  const asking = { phone, device, address, scene: "console" } as const;
  const { challengeId } = await sendCode(context, db, asking);
  const code = await sentCode(context, db, challengeId);
  return beginLogin(context, db, { ...origin, challengeId, phone, code });
}

const outcomeOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
async function tally(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(attempts.map(outcomeOf)))
    counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
  return counts;
}
const wrongCode = () => (testTotpCode(context) === "000000" ? "000001" : "000000");

async function enrol(): Promise<{ secret: string; codes: readonly string[]; phone: string }> {
  const { memberId, phone } = await operator();
  await transaction(db, (tx) => deleteAuthenticator(tx, memberId));
  const { step, ticket } = await firstStep(phone);
  expect(step).toBe("enrol");
  const { secret, otpauth } = await beginEnrolment(context, db, { ...origin, ticket });
  expect(otpauth).toContain(`secret=${secret}`);
  const code = totpCode(secret, context.clock.now().getTime());
  const { recoveryCodes: codes } = await confirmEnrolment(context, db, { ...origin, ticket, code });
  return { secret, codes, phone };
}

describe("the code of an authenticator", () => {
  test("is accepted one step early and one step late, not two", async () => {
    const outcomes = [];
    for (const steps of [-2, -1, 0, 1, 2]) {
      const { phone } = await operator();
      const { ticket } = await firstStep(phone);
      const code = testTotpCode(context, steps);
      outcomes.push(await outcomeOf(verifyLogin(context, db, { ...origin, ticket, code })));
    }
    expect(outcomes).toEqual(["TOTP_WRONG", "done", "done", "done", "TOTP_WRONG"]);
  });

  test("is good once, at the login and for a proof, and so is no code of an earlier step", async () => {
    const { memberId, phone } = await operator();
    const login = async (steps: number) => {
      const { ticket } = await firstStep(phone);
      const code = testTotpCode(context, steps);
      return outcomeOf(verifyLogin(context, db, { ...origin, ticket, code }));
    };
    expect(await login(0)).toBe("done");
    context.clock.advance(1_000);
    expect(await login(0)).toBe("TOTP_USED");
    expect(await login(-1)).toBe("TOTP_USED");
    const caller = { memberId, sessionId: memberId, roles: [], permissions: [] };
    const proof = { caller, code: testTotpCode(context), address: origin.address };
    expect(await outcomeOf(stepUp(context, db, proof))).toBe("TOTP_USED");
  });

  test("opens one session when it is shown 64 times at once", async () => {
    const { phone } = await operator();
    const { ticket } = await firstStep(phone);
    const code = testTotpCode(context);
    const counts = await tally(
      times(CONNECTIONS, () => verifyLogin(context, db, { ...origin, ticket, code })),
    );
    expect(counts["done"]).toBe(1);
  });

  test("is guessed at most five times, however many guesses run at once, until the lock ends", async () => {
    const { phone } = await operator();
    const { ticket } = await firstStep(phone);
    const guess = () => verifyLogin(context, db, { ...origin, ticket, code: wrongCode() });
    const counts = await tally(times(CONNECTIONS, guess));
    expect(counts).toEqual({ TOTP_WRONG: 4, TOTP_LOCKED: CONNECTIONS - 4 });
    const right = { ...origin, ticket, code: testTotpCode(context) };
    expect(await outcomeOf(verifyLogin(context, db, right))).toBe("TOTP_LOCKED");
    context.clock.advance(16 * MINUTE_MS);
    const { ticket: again } = await firstStep(phone);
    const code = testTotpCode(context);
    expect(await outcomeOf(verifyLogin(context, db, { ...origin, ticket: again, code }))).toBe(
      "done",
    );
  });
});

describe("a ticket", () => {
  test("is of one device, ends after ten minutes, and opens one session", async () => {
    const { phone } = await operator();
    const { ticket } = await firstStep(phone);
    const shown = () => ({ ...origin, ticket, code: testTotpCode(context) });
    const elsewhere = verifyLogin(context, db, { ...shown(), device: "another" });
    expect(await outcomeOf(elsewhere)).toBe("LOGIN_TICKET");
    expect(await outcomeOf(verifyLogin(context, db, shown()))).toBe("done");
    context.clock.advance(MINUTE_MS);
    expect(await outcomeOf(verifyLogin(context, db, shown()))).toBe("LOGIN_TICKET");
    const { ticket: late } = await firstStep(phone);
    context.clock.advance(11 * MINUTE_MS);
    const code = testTotpCode(context);
    expect(await outcomeOf(verifyLogin(context, db, { ...origin, ticket: late, code }))).toBe(
      "LOGIN_TICKET",
    );
  });

  test("of an enrolled operator cannot enrol another authenticator", async () => {
    const { phone } = await operator();
    const { step, ticket } = await firstStep(phone);
    expect(step).toBe("totp");
    expect(await outcomeOf(beginEnrolment(context, db, { ...origin, ticket }))).toBe(
      "LOGIN_TICKET",
    );
  });

  test("shows the secret of a new authenticator once", async () => {
    const { memberId, phone } = await operator();
    await transaction(db, (tx) => deleteAuthenticator(tx, memberId));
    const { ticket } = await firstStep(phone);
    const shown = { ...origin, ticket };
    const counts = await tally(times(8, () => beginEnrolment(context, db, shown)));
    expect(counts).toEqual({ done: 1, LOGIN_TICKET: 7 });
  });
});

describe("recovery codes", () => {
  test("are ten, each good once, and do not lie readable in the database", async () => {
    const { codes, phone } = await enrol();
    expect(new Set(codes).size).toBe(10);
    const [code = ""] = codes;
    const use = async (shown: string) => {
      const { ticket } = await firstStep(phone);
      return recoverLogin(context, db, { ...origin, ticket, code: shown });
    };
    expect((await use(code.toLowerCase())).codesLeft).toBe(9);
    context.clock.advance(2 * MINUTE_MS);
    expect(await outcomeOf(use(code))).toBe("RECOVERY_WRONG");
    const { ticket } = await firstStep(phone);
    const second = { ...origin, ticket, code: codes[1] ?? "" };
    const counts = await tally(times(8, () => recoverLogin(context, db, second)));
    expect(counts["done"]).toBe(1);
  });
});

describe("a console session", () => {
  test("ends after half an hour without use, and eight hours after the login", async () => {
    const { phone } = await operator();
    const authenticator = createAuthenticator(context, db);
    const { ticket } = await firstStep(phone);
    const code = testTotpCode(context);
    const { token } = await verifyLogin(context, db, { ...origin, ticket, code });
    const session = await createSession(context, db, token);
    const isOpen = () => session.isOpen(authenticator);
    expect(await isOpen()).toBe(true);
    for (let n = 0; n < 20; n++) {
      context.clock.advance(23 * MINUTE_MS);
      expect(await isOpen()).toBe(true);
      await session.use(authenticator);
    }
    context.clock.advance(25 * MINUTE_MS);
    expect(await isOpen()).toBe(false);

    context.clock.advance(2 * MINUTE_MS);
    const { ticket: next } = await firstStep(phone);
    const again = { ...origin, ticket: next, code: testTotpCode(context) };
    const idle = await createSession(context, db, (await verifyLogin(context, db, again)).token);
    context.clock.advance(29 * MINUTE_MS);
    expect(await idle.isOpen(authenticator)).toBe(true);
    context.clock.advance(2 * MINUTE_MS);
    expect(await idle.isOpen(authenticator)).toBe(false);
  });
});

describe("an operator in the member app", () => {
  const member = { memberId: "", sessionId: "", roles: [], permissions: [] };
  const [anyOperation] = operations;
  /** Returns an operation that needs this permission. */
  function needing(permission: string): Operation {
    invariant(anyOperation, "the contract has operations");
    return { ...anyOperation, permissions: [permission] };
  }
  const hintsOf = (token: string): unknown =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64").toString());

  /** Gives a person every permission and the role admin, and logs the person in at both hosts. */
  async function loggedInTwice() {
    const { memberId, phone } = await operator();
    const permissions = [...operatorPermissions, ...memberPermissions];
    await setRights(db, { memberId, roles: ["admin"], permissions });
    const { device, address } = origin;
    const { challengeId } = await sendCode(context, db, { phone, device, address });
    const code = await sentCode(context, db, challengeId);
    const login = { device, address, challengeId, phone, code, termsVersion: "1" };
    const newcomers = { onRegistered: () => Promise.resolve() };
    const own = await loginBySms(context, db, newcomers, { ...login, inviteCode: undefined });
    const { ticket } = await firstStep(phone);
    const factor = testTotpCode(context);
    const console = await verifyLogin(context, db, { ...origin, ticket, code: factor });
    return { own, console };
  }

  test("is refused every operator permission, and has all of them at the console", async () => {
    const authenticator = createAuthenticator(context, db);
    const { own, console } = await loggedInTwice();
    const asMember = (await authenticator.member(own.token)) ?? member;
    const asOperator = (await authenticator.operator(console.token)) ?? member;
    expect(asMember.memberId).toBe(asOperator.memberId);
    const allowed = (caller: typeof asMember, permissions: readonly string[]) =>
      permissions.filter((permission) => mayCall(needing(permission), caller));
    expect(operatorPermissions.length).toBeGreaterThan(20);
    expect(allowed(asMember, operatorPermissions)).toEqual([]);
    expect(allowed(asMember, memberPermissions)).toEqual(memberPermissions);
    expect(allowed(asOperator, operatorPermissions)).toEqual(operatorPermissions);
    expect(await authenticator.operator(own.token)).toBeUndefined();
  });

  test("gets a token without hints of operators' rights, also when it is renewed", async () => {
    const { own } = await loggedInTwice();
    const caller = await createAuthenticator(context, db).member(own.token);
    invariant(caller, "the login opened a session");
    const { memberId, sessionId } = caller;
    const { device } = origin;
    const renewed = await renewToken(context, db, { memberId, sessionId, device });
    const refreshed = await refreshSession(context, db, { token: own.refreshToken, device });
    for (const token of [own.token, renewed?.token ?? "", refreshed.token])
      expect(hintsOf(token)).toMatchObject({ role: [], permission: memberPermissions });
  });
});
