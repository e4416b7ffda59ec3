/** Changing the bound phone: two proofs, one action, and what it ends, frees and notifies. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import {
  isSessionLive,
  loginBySms,
  findOrCreateMemberByPhone,
  openSession,
  sendCode,
} from "./actions.ts";
import { changePhone, sendChangeCode } from "./actions/change-phone.ts";
import { smsHandler } from "./outbox-handlers.ts";
import type { IdentityProofs } from "./port.ts";
import { sentCode } from "./sent-code.fixture.ts";

const GOOD = "good";
const at = { address: "127.0.0.1", device: "device-one" };
const newcomers = { onRegistered: () => Promise.resolve() };

let database: FreshDatabase;
let db: Db;
let context: TestContext;
let phones = 0;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext({ smsDayCapsOn: false });
  db = openDatabase({ url: database.appUrl, log: context.log });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

/** One proof is valid, and once. */
function oneProof(): { readonly proofs: IdentityProofs } {
  let isUsed = false;
  const isGood = (stepUp: string) => stepUp === GOOD && !isUsed;
  return {
    proofs: {
      isNeeded: () => Promise.resolve(false),
      consume: () => Promise.resolve(false),
      isPhoneProved: (_memberId, stepUp) => Promise.resolve(isGood(stepUp)),
      consumePhoneProof: (_tx, { stepUp }) => {
        const isTaken = isGood(stepUp);
        if (isTaken) isUsed = true;
        return Promise.resolve(isTaken);
      },
    },
  };
}
const newPhone = () => `1391234${String(++phones).padStart(4, "0")}`;
/** Creates a member with two logins, on two devices. */
async function member() {
  const phone = newPhone();
  const { memberId } = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
  const open = (device: string) =>
    transaction(db, (tx) => openSession(context, tx, { memberId, device }));
  const [here, elsewhere] = [await open("here"), await open("elsewhere")];
  return { memberId, phone, sessionId: here.sessionId, elsewhere: elsewhere.sessionId };
}
type Member = Awaited<ReturnType<typeof member>>;
async function proved({ memberId, sessionId }: Member, phone: string, deps = oneProof()) {
  const requester = { ...at, memberId, phone, stepUp: GOOD };
  const { challengeId } = await sendChangeCode(context, db, deps, requester);
  const code = await sentCode(context, db, challengeId);
  const request = { memberId, sessionId, challengeId, phone, code, stepUp: GOOD };
  const run = (changes: Partial<typeof request> = {}) =>
    refusalOf(changePhone(context, db, deps, { ...request, ...changes }));
  return { request, run };
}
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );
async function logIn(phone: string, sent?: { challengeId: string; code: string }) {
  const { challengeId } = sent ?? (await sendCode(context, db, { phone, ...at }));
  const code = sent?.code ?? (await sentCode(context, db, challengeId));
  const login = { ...at, challengeId, code, phone, termsVersion: "1", inviteCode: undefined };
  return loginBySms(context, db, newcomers, login);
}
const isLive = (memberId: string, sessionId: string) =>
  isSessionLive(context, db, { memberId, sessionId });
const rowsOf = async (text: string, memberId: string) =>
  (await db.$client.query<Record<string, unknown>>(text, [memberId])).rows;

test("a phone change moves the login: the new phone logs the same member in, the old one is free", async () => {
  const one = await member();
  const phone = newPhone();
  const { run } = await proved(one, phone);
  const challenge = await sendCode(context, db, { phone: one.phone, ...at });
  const early = { ...challenge, code: await sentCode(context, db, challenge.challengeId) };
  expect(await run()).toBe("done");
  // A code sent earlier to the old phone is no longer valid.
  expect(await refusalOf(logIn(one.phone, early))).toBe("SMS_CODE_EXPIRED");
  expect((await logIn(phone)).uid).toBe(one.memberId);
  context.clock.advance(61_000);
  expect(await logIn(one.phone)).toMatchObject({ isNew: true });
});

test("a phone change ends every session except the requesting one", async () => {
  const one = await member();
  const { run } = await proved(one, newPhone());
  expect(await run()).toBe("done");
  expect(await isLive(one.memberId, one.sessionId)).toBe(true);
  expect(await isLive(one.memberId, one.elsewhere)).toBe(false);
});

test("a phone change is stored masked, and the member is notified in the app and by SMS to the old phone", async () => {
  const one = await member();
  const phone = newPhone();
  await (await proved(one, phone)).run();
  const [line] = await rowsOf(
    "SELECT data FROM event WHERE member_id = $1 AND name = 'phone_changed'",
    one.memberId,
  );
  const mask = (whole: string) => `${whole.slice(0, 3)}****${whole.slice(-4)}`;
  expect(line?.["data"]).toEqual({ from: mask(one.phone), to: mask(phone) });
  const waiting = await rowsOf(
    "SELECT id, topic, payload, sealed FROM outbox WHERE member_id = $1 ORDER BY id",
    one.memberId,
  );
  expect(waiting.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ kind: "security.phone_changed" }),
  );
  const notice = waiting.find(({ topic }) => topic === "sms.send");
  expect(JSON.stringify(waiting)).not.toContain(one.phone);
  const sent: { phone: string; text: string }[] = [];
  const handler = smsHandler(context, { send: async (message) => void sent.push(message) });
  const { payload, sealed } = notice as { payload: Record<string, unknown>; sealed: Buffer };
  await handler({
    id: "1",
    memberId: one.memberId,
    topic: "sms.send",
    payload,
    sealed,
    attempt: 1,
  });
  expect(sent).toMatchObject([{ phone: one.phone, text: expect.stringContaining("更换了手机号") }]);
});

test("a repeated phone change, in sequence or concurrent, is done once", async () => {
  const one = await member();
  const { run } = await proved(one, newPhone());
  expect(await Promise.all([run(), run()])).toEqual(["done", "done"]);
  expect(await run({ code: "000000" })).toBe("done");
  const lines = await rowsOf(
    "SELECT 1 FROM event WHERE member_id = $1 AND name = 'phone_changed'",
    one.memberId,
  );
  expect(lines).toHaveLength(1);
});

test("a phone change refuses another member's phone only after its code was shown, and changes nothing", async () => {
  const one = await member();
  const other = await member();
  const { run, request } = await proved(one, other.phone);
  const wrong = request.code === "000000" ? "111111" : "000000";
  expect(await run({ code: wrong })).toBe("SMS_CODE_WRONG");
  expect(await run()).toBe("PHONE_TAKEN");
  expect((await logIn(other.phone)).uid).toBe(other.memberId);
  expect((await logIn(one.phone)).uid).toBe(one.memberId);
  expect(await isLive(one.memberId, one.elsewhere)).toBe(true);
});

test("a phone change requires both proofs: no old one, no code of another scene, no other phone's code", async () => {
  const one = await member();
  const phone = newPhone();
  const { run } = await proved(one, phone);
  expect(await run({ stepUp: "guess" })).toBe("STEP_UP_NEEDED");
  expect(await run({ phone: newPhone() })).toBe("SMS_CODE_EXPIRED");
  const login = await sendCode(context, db, { phone, ...at });
  const code = await sentCode(context, db, login.challengeId);
  expect(await run({ challengeId: login.challengeId, code })).toBe("SMS_CODE_EXPIRED");
  const unproved = { ...at, memberId: one.memberId, phone: newPhone(), stepUp: "guess" };
  expect(await refusalOf(sendChangeCode(context, db, oneProof(), unproved))).toBe("STEP_UP_NEEDED");
  expect(await run()).toBe("done");
});

test("a phone change is refused for the present phone, and for thirty days after the last one", async () => {
  const one = await member();
  const send = (phone: string) =>
    sendChangeCode(context, db, oneProof(), { ...at, memberId: one.memberId, phone, stepUp: GOOD });
  expect(await refusalOf(send(one.phone))).toBe("PHONE_SAME");
  const first = newPhone();
  expect(await (await proved(one, first)).run()).toBe("done");
  const untilMs = context.clock.now().getTime() + context.settings.phoneChangeEveryMs;
  await expect(send(newPhone())).rejects.toMatchObject({
    code: "PHONE_CHANGE_WAIT",
    data: { untilMs },
  });
  context.clock.advance(context.settings.phoneChangeEveryMs);
  expect(await (await proved(one, newPhone())).run()).toBe("done");
});
