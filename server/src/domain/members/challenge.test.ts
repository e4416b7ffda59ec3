/** SMS challenges: their owner, their purpose, and the limit of guesses at one phone's codes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { loginBySms, sendCode } from "./actions.ts";
import { checkCode } from "./actions/check-code.ts";
import { proveOperatorPhone } from "./actions/login.ts";
import type { CodeRequest } from "./actions/send-code.ts";
import type { Scene } from "./model.ts";
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

const address = "127.0.0.1";
let phones = 0;
const newPhone = () => `1392345${String(++phones).padStart(4, "0")}`;
const newcomers = { onRegistered: async () => undefined };
const ask = (phone: string, device: string, ctx = context) =>
  sendCode(ctx, db, { phone, address, device });
const codeOf = (challengeId: string) => sentCode(context, db, challengeId);
const refusalCodeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );
const logIn = (phone: string, device: string, shown: { challengeId: string; code: string }) =>
  refusalCodeOf(
    loginBySms(context, db, newcomers, {
      challengeId: shown.challengeId,
      code: shown.code,
      phone,
      device,
      address,
      termsVersion: "1",
      inviteCode: undefined,
    }),
  );
const wrongOf = (code: string) => (code === "000000" ? "111111" : "000000");

/** A stranger with their own device requests the phone's code and guesses until no try is left. */
let strangers = 0;
async function attack(phone: string): Promise<string | undefined> {
  const device = `stranger-${++strangers}`;
  const answer = await ask(phone, device).catch((error: { code?: string }) => error.code);
  if (answer === undefined || typeof answer === "string") return answer;
  const { challengeId } = answer;
  const code = wrongOf(await codeOf(challengeId));
  for (let n = 0; n < context.settings.smsTriesMax; n++) {
    await logIn(phone, device, { challengeId, code });
  }
  return "guessed";
}

describe("a new code", () => {
  test("ends the older one of the same browser", async () => {
    const phone = newPhone();
    const first = await ask(phone, "browser");
    context.clock.advance(61_000);
    const second = await ask(phone, "browser");
    const firstCode = await codeOf(first.challengeId);
    const secondCode = await codeOf(second.challengeId);
    const older = { challengeId: first.challengeId, code: firstCode };
    expect(await logIn(phone, "browser", older)).toBe("SMS_CODE_EXPIRED");
    const newer = { challengeId: second.challengeId, code: secondCode };
    expect(await logIn(phone, "browser", newer)).toBe("done");
  });

  test("requested by a stranger does not end the owner's", async () => {
    const phone = newPhone();
    const own = await ask(phone, "browser");
    context.clock.advance(61_000);
    await ask(phone, "stranger");
    const code = await codeOf(own.challengeId);
    expect(await logIn(phone, "browser", { challengeId: own.challengeId, code })).toBe("done");
  });
});

describe("a stranger who requests a code for another person's phone", () => {
  test("is not given the running challenge, and cannot use up its tries", async () => {
    const phone = newPhone();
    const own = await ask(phone, "browser");
    const foreign = await ask(phone, "stranger");
    expect(foreign.challengeId).not.toBe(own.challengeId);
    const wrong = wrongOf(await codeOf(foreign.challengeId));
    const guess = { challengeId: foreign.challengeId, code: wrong };
    for (let n = 0; n < 10; n++) await logIn(phone, "stranger", guess);
    expect((await ask(phone, "browser")).challengeId).toBe(own.challengeId);
    const code = await codeOf(own.challengeId);
    expect(await logIn(phone, "browser", { challengeId: own.challengeId, code })).toBe("done");
  });

  test("has 30 guesses an hour over all devices, and the owner can still log in on a known device", async () => {
    const phone = newPhone();
    const first = await ask(phone, "browser");
    const code = await codeOf(first.challengeId);
    expect(await logIn(phone, "browser", { challengeId: first.challengeId, code })).toBe("done");
    const outcomes: (string | undefined)[] = [];
    for (let n = 0; n < 12; n++) outcomes.push(await attack(phone));
    expect(outcomes.filter((one) => one === "guessed")).toHaveLength(6);
    expect(new Set(outcomes.slice(6))).toEqual(new Set(["RATE_LIMITED"]));
    const own = await ask(phone, "browser");
    const ownCode = await codeOf(own.challengeId);
    const shown = { challengeId: own.challengeId, code: ownCode };
    expect(await logIn(phone, "browser", shown)).toBe("done");
    context.clock.advance(3_600_001);
    expect(await attack(phone)).toBe("guessed");
  });

  test("cannot collect challenges, and is given the time until the next request", async () => {
    const phone = newPhone();
    for (let n = 0; n < 6; n++) await ask(phone, `store-${n}`);
    context.clock.advance(100_000);
    await expect(ask(phone, "store-7")).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfterSeconds: 200,
    });
    context.clock.advance(200_000);
    expect(await refusalCodeOf(ask(phone, "store-7"))).toBe("done");
  });

  test("cannot use up the daily limit of the owner's devices", async () => {
    const capped = { ...context, settings: { ...context.settings, smsDayCapsOn: true } };
    const phone = newPhone();
    const first = await ask(phone, "browser");
    const code = await codeOf(first.challengeId);
    await logIn(phone, "browser", { challengeId: first.challengeId, code });
    for (let n = 0; n < 5; n++) await ask(phone, `day-${n}`, capped);
    context.clock.advance(2 * 3_600_000);
    expect(await refusalCodeOf(ask(phone, "day-6", capped))).toBe("RATE_LIMITED");
    expect(await refusalCodeOf(ask(phone, "browser", capped))).toBe("done");
  });
});

test("clients that share a device id get no challenge of each other", async () => {
  const phone = newPhone();
  const one = await ask(phone, "shared.cloud.x");
  const other = await ask(phone, "shared.cloud.x");
  expect(other.challengeId).not.toBe(one.challengeId);
});

const steps = ["pay", "withdraw", "pay_password", "identity", "phone"] as const;
const scenes: readonly Scene[] = [
  "login",
  "console",
  "bind",
  "change",
  ...steps.map((step) => `step_up:${step}` as const),
];
const memberId = "00000000-0000-7000-8000-000000000001";

describe("a code is valid only for the purpose it was requested for", () => {
  /** Requests a code as the operation of a scene does. */
  const askFor = (phone: string, scene: Scene) => {
    const requester: CodeRequest = { phone, address, device: "browser" };
    if (scene === "login") return sendCode(context, db, requester);
    if (scene === "console") return sendCode(context, db, { ...requester, scene });
    return sendCode(context, db, { ...requester, scene, memberId });
  };
  const check = (shown: { challengeId: string; code: string; phone: string }, scene: Scene) => {
    const { challengeId, code, phone } = shown;
    const phoneHash = context.secrets.mac("phone-lookup", phone);
    const submitted = { challengeId, code, phoneHash };
    const isOpen = scene === "login" || scene === "console";
    return refusalCodeOf(
      isOpen
        ? checkCode(context, db, { ...submitted, scene })
        : checkCode(context, db, { ...submitted, scene, memberId }),
    );
  };

  test.each(scenes)("%s", async (requestedScene) => {
    const phone = newPhone();
    const { challengeId } = await askFor(phone, requestedScene);
    const code = await codeOf(challengeId);
    for (const scene of scenes) {
      const outcome = await check({ challengeId, code, phone }, scene);
      expect([scene, outcome]).toEqual([
        scene,
        scene === requestedScene ? "done" : "SMS_CODE_EXPIRED",
      ]);
    }
  });

  test("and for the member who requested it", async () => {
    const phone = newPhone();
    const { challengeId } = await askFor(phone, "bind");
    const phoneHash = context.secrets.mac("phone-lookup", phone);
    const shown = { challengeId, code: await codeOf(challengeId), phoneHash };
    const other = "00000000-0000-7000-8000-000000000002";
    const foreign = checkCode(context, db, { ...shown, scene: "bind", memberId: other });
    expect(await refusalCodeOf(foreign)).toBe("SMS_CODE_EXPIRED");
    expect(await refusalCodeOf(checkCode(context, db, { ...shown, scene: "bind", memberId }))).toBe(
      "done",
    );
  });

  test("a member's login code does not open the console", async () => {
    const phone = newPhone();
    const { challengeId } = await askFor(phone, "login");
    const code = await codeOf(challengeId);
    const call = { requestId: "r1", address: "10.0.0.1", device: "browser" };
    const login = { ...call, challengeId, phone, code };
    expect(await refusalCodeOf(proveOperatorPhone(context, db, login, async () => true))).toBe(
      "SMS_CODE_EXPIRED",
    );
  });
});
