/** Provokes each refusal of step-up over HTTP. */
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { wechatMember } from "./identity-actors.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = { readonly testEnv: HttpTestEnv; readonly exchange: ExchangeFixture };
type Purpose = "pay" | "pay_password";

const RIGHT = "271828";
const WRONG = "314159";

/** Returns the last of `times` results. */
async function repeated(times: number, call: () => PendingResult): PendingResult {
  for (let n = 1; n < times; n++) await call();
  return call();
}

/** Actions of step-up by new members. */
function createActors(given: () => RefusalContext) {
  let phones = 0;
  const sent = async (token: string, purpose: Purpose) => {
    const { testEnv, exchange } = given();
    const { data } = await exchange.call("security", "sendCode", { purpose }, { token });
    const challengeId = data["challengeId"] ?? "";
    return { challengeId, code: await sentCode(testEnv.context, testEnv.db, challengeId) };
  };
  const set = (token: string, password: string, stepUp = "nothing") =>
    given().exchange.call("security", "setPayPassword", { password, stepUp }, { token });
  const newcomer = async () => {
    const { token } = await given().testEnv.logIn(`1340000${String(++phones).padStart(4, "0")}`);
    return token;
  };
  return {
    sent,
    set,
    newcomer,
    withoutPhone: async () => (await wechatMember(given().testEnv, `o-step-up-${++phones}`)).token,
    settings: () => given().testEnv.context.settings,
    send: (token: string) =>
      given().exchange.call("security", "sendCode", { purpose: "pay" }, { token }),
    byPassword: (token: string, password: string) =>
      given().exchange.call("security", "stepUp", { purpose: "pay", password }, { token }),
    byCode: (token: string, purpose: Purpose, shown: { challengeId: string; code: string }) =>
      given().exchange.call("security", "stepUp", { purpose, ...shown }, { token }),
    /** Returns the token of a new member with a pay password. */
    async withPassword(): Promise<string> {
      const token = await newcomer();
      const input = { purpose: "pay_password" as const, ...(await sent(token, "pay_password")) };
      const { data } = await given().exchange.call("security", "stepUp", input, { token });
      await set(token, RIGHT, data["stepUp"]);
      return token;
    },
  };
}

const proofRefusalCases = (actors: ReturnType<typeof createActors>): RefusalCases[string] => ({
  PASSWORD_WRONG: async () => actors.byPassword(await actors.withPassword(), WRONG),
  PASSWORD_LOCKED: async () => {
    const token = await actors.withPassword();
    await repeated(5, () => actors.byPassword(token, WRONG));
    return actors.byPassword(token, RIGHT);
  },
  SMS_CODE_WRONG: async () => {
    const token = await actors.newcomer();
    const { challengeId, code } = await actors.sent(token, "pay");
    return actors.byCode(token, "pay", { challengeId, code: code === RIGHT ? WRONG : RIGHT });
  },
  SMS_CODE_EXPIRED: async () => {
    const token = await actors.newcomer();
    return actors.byCode(token, "pay_password", await actors.sent(token, "pay"));
  },
  PHONE_NEEDED: async () => {
    const shown = { challengeId: "AAAAAAAAAAAAAAAA", code: RIGHT };
    return actors.byCode(await actors.withoutPhone(), "pay", shown);
  },
  RATE_LIMITED: async () => {
    const token = await actors.newcomer();
    const times = actors.settings().payPasswordWorkPerHour + 1;
    return repeated(times, () => actors.byPassword(token, WRONG));
  },
});

/** Returns the token of a member in the cooling-off period of a changed phone. */
async function endCoolingOff({ testEnv }: RefusalContext, phone: string): Promise<string> {
  const { memberId, token } = await testEnv.logIn(phone);
  await testEnv.db.$client.query(
    "UPDATE member SET money_cools_until = now() + interval '1 day' WHERE member_id = $1",
    [memberId],
  );
  return token;
}

export function securityRefusalCases(given: () => RefusalContext): RefusalCases {
  const actors = createActors(given);
  return {
    "security.sendCode": {
      PHONE_NEEDED: async () => actors.send(await actors.withoutPhone()),
      PHONE_COOLING: async () => actors.send(await endCoolingOff(given(), "13700009701")),
      RATE_LIMITED: async () => {
        const token = await actors.newcomer();
        return repeated(actors.settings().smsStepUpPerPhoneDay + 1, () => actors.send(token));
      },
    },
    "security.stepUp": {
      ...proofRefusalCases(actors),
      PHONE_COOLING: async () =>
        actors.byPassword(await endCoolingOff(given(), "13700009702"), RIGHT),
    },
    "security.setPayPassword": {
      PHONE_NEEDED: async () => actors.set(await actors.withoutPhone(), RIGHT),
      STEP_UP_NEEDED: async () => actors.set(await actors.newcomer(), RIGHT),
      PASSWORD_WEAK: async () => actors.set(await actors.newcomer(), "123456"),
      RATE_LIMITED: async () => {
        const token = await actors.newcomer();
        const times = actors.settings().payPasswordWorkPerHour + 1;
        return repeated(times, () => actors.set(token, RIGHT));
      },
    },
  };
}
