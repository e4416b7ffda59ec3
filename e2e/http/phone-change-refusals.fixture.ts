/** Provokes each refusal of changing a phone over HTTP. */
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import type { Browser } from "../passport/wechat.fixture.ts";
import type { EnvProvider, IdentityActors, RefusalCases } from "./identity-actors.fixture.ts";

type Shown = {
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
  readonly stepUp: string;
};

const send = (browser: Browser, phone: string, stepUp = "none") =>
  browser.call("identity", "phoneChangeSend", { phone, stepUp });
const change = (browser: Browser, shown: Shown) => browser.call("identity", "phoneChange", shown);

function steps(actors: IdentityActors, given: EnvProvider) {
  const codeOf = (data: Readonly<Record<string, unknown>>) => {
    const { context, db } = given().testEnv;
    return sentCode(context, db, String(data["challengeId"]));
  };
  const prove = async (browser: Browser): Promise<string> => {
    const { data } = await browser.call("security", "sendCode", { purpose: "phone" });
    const shown = { challengeId: String(data["challengeId"]), code: await codeOf(data) };
    const proof = await browser.call("security", "stepUp", { purpose: "phone", ...shown });
    return String(proof.data["stepUp"]);
  };
  /** Returns the complete input of a phone change, of a member who has verified both phones. */
  const ready = async (): Promise<{ browser: Browser; shown: Shown }> => {
    const browser = await actors.newcomer();
    const stepUp = await prove(browser);
    const phone = actors.phone();
    const { data } = await send(browser, phone, stepUp);
    const challengeId = String(data["challengeId"]);
    return { browser, shown: { challengeId, phone, stepUp, code: await codeOf(data) } };
  };
  const invented = (): Shown => ({
    challengeId: "AAAAAAAAAAAAAAAA",
    phone: actors.phone(),
    code: "000000",
    stepUp: "none",
  });
  const changed = async (): Promise<Browser> => {
    const { browser, shown } = await ready();
    await change(browser, shown);
    return browser;
  };
  return { ready, invented, changed };
}
type Steps = ReturnType<typeof steps>;

const changeRefusalCases = (
  actors: IdentityActors,
  { ready, invented, changed }: Steps,
): RefusalCases[string] => ({
  STEP_UP_NEEDED: async () => {
    const { browser, shown } = await ready();
    return change(browser, { ...shown, stepUp: "none" });
  },
  PHONE_NEEDED: async () => change((await actors.byWechat()).browser, invented()),
  PHONE_SAME: async () => {
    const { browser, phone } = await actors.known();
    return change(browser, { ...invented(), phone });
  },
  PHONE_CHANGE_WAIT: async () => change(await changed(), invented()),
  SMS_CODE_WRONG: async () => {
    const { browser, shown } = await ready();
    const code = shown.code === "000000" ? "111111" : "000000";
    return change(browser, { ...shown, code });
  },
  SMS_CODE_EXPIRED: async () => {
    const { browser, shown } = await ready();
    return change(browser, { ...shown, phone: actors.phone() });
  },
  PHONE_TAKEN: async () => {
    const { browser, shown } = await ready();
    await actors.registerPhone(shown.phone);
    return change(browser, shown);
  },
});

export function phoneChangeRefusalCases(actors: IdentityActors, given: EnvProvider): RefusalCases {
  const step = steps(actors, given);
  return {
    "identity.phoneChangeSend": {
      STEP_UP_NEEDED: async () => send(await actors.newcomer(), actors.phone()),
      PHONE_NEEDED: async () => send((await actors.byWechat()).browser, actors.phone()),
      PHONE_SAME: async () => {
        const { browser, phone } = await actors.known();
        return send(browser, phone);
      },
      PHONE_CHANGE_WAIT: async () => send(await step.changed(), actors.phone()),
      RATE_LIMITED: async () => {
        const { browser, shown } = await step.ready();
        return send(browser, shown.phone, shown.stepUp);
      },
    },
    "identity.phoneChange": changeRefusalCases(actors, step),
  };
}
