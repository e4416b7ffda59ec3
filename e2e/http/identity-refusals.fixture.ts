/** Provokes each refusal of login by WeChat and of account linking over HTTP. */
import { type Browser, openBrowser } from "../passport/wechat.fixture.ts";
import { closingRefusalCases } from "./closing-refusals.fixture.ts";
import { copyRefusalCases } from "./copy-refusals.fixture.ts";
import {
  type EnvProvider,
  createIdentityActors,
  type IdentityActors,
  wechatIdentity,
  type RefusalCases,
} from "./identity-actors.fixture.ts";
import { phoneChangeRefusalCases } from "./phone-change-refusals.fixture.ts";

const loginRefusalCases = (actors: IdentityActors, given: EnvProvider): RefusalCases[string] => ({
  TERMS_NEEDED: () =>
    openBrowser(given().testEnv).call("passport", "wechatLogin", { code: "code", state: "state" }),
  WECHAT_STATE: () => openBrowser(given().testEnv).logIn({ code: "code", state: "state" }),
  WECHAT_CODE: () => actors.logIn(openBrowser(given().testEnv), "refused"),
  WECHAT_SNAPSHOT: () => actors.logIn(openBrowser(given().testEnv), "snapshot"),
});

const returnRefusalCases = (actors: IdentityActors): RefusalCases[string] => ({
  WECHAT_STATE: async () =>
    (await actors.newcomer()).call("identity", "wechatReturn", { code: "code", state: "state" }),
  WECHAT_CODE: async () => actors.comeBack(await actors.newcomer(), "link", "refused"),
  WECHAT_SNAPSHOT: async () => actors.comeBack(await actors.newcomer(), "link", "snapshot"),
  WECHAT_TAKEN: async () => {
    const { openid } = await actors.byWechat();
    return actors.comeBack(await actors.newcomer(), "link", wechatIdentity(openid));
  },
  WECHAT_OTHER: async () =>
    actors.comeBack(
      (await actors.byWechat()).browser,
      "profile",
      wechatIdentity("o-somebody-else"),
    ),
});

const phoneRefusalCases = (actors: IdentityActors): RefusalCases[string] => ({
  SMS_CODE_WRONG: async () => {
    const { browser } = await actors.byWechat();
    const shown = await actors.sent(browser, actors.phone());
    const code = shown.code === "000000" ? "111111" : "000000";
    return browser.call("identity", "phoneBind", { ...shown, code });
  },
  SMS_CODE_EXPIRED: async () => {
    const { browser } = await actors.byWechat();
    const shown = await actors.sent(browser, actors.phone());
    return browser.call("identity", "phoneBind", { ...shown, phone: actors.phone() });
  },
  PHONE_TAKEN: async () => {
    const { browser } = await actors.byWechat();
    const shown = await actors.sent(browser, actors.phone());
    await actors.registerPhone(shown.phone);
    return browser.call("identity", "phoneBind", shown);
  },
  PHONE_BOUND: async () => {
    const shown = { challengeId: "AAAAAAAAAAAAAAAA", phone: actors.phone(), code: "000000" };
    return (await actors.newcomer()).call("identity", "phoneBind", shown);
  },
});

/** Both steps of a merge give the same refusals; only `run` checks for obstacles to the merge. */
const mergeRefusalCases = (
  actors: IdentityActors,
  operation: "preview" | "run",
): RefusalCases[string] => {
  const shownTo = async (browser: Browser) => actors.sent(browser, actors.phone());
  return {
    SMS_CODE_WRONG: async () => {
      const { browser } = await actors.byWechat();
      const shown = await shownTo(browser);
      const code = shown.code === "000000" ? "111111" : "000000";
      return browser.call("merging", operation, { ...shown, code });
    },
    SMS_CODE_EXPIRED: async () => {
      const { browser } = await actors.byWechat();
      return browser.call("merging", operation, {
        ...(await shownTo(browser)),
        phone: actors.phone(),
      });
    },
    NOT_FOUND: async () => {
      const { browser } = await actors.byWechat();
      return browser.call("merging", operation, await shownTo(browser));
    },
    PHONE_BOUND: async () => {
      const shown = { challengeId: "AAAAAAAAAAAAAAAA", phone: actors.phone(), code: "000000" };
      return (await actors.newcomer()).call("merging", operation, shown);
    },
  };
};

export function identityRefusalCases(given: EnvProvider): RefusalCases {
  const actors = createIdentityActors(given);
  const link = { purpose: "link" } as const;
  return {
    "passport.wechatLogin": loginRefusalCases(actors, given),
    "identity.wechatAuthorize": {
      STEP_UP_NEEDED: async () =>
        (await actors.withPassword()).call("identity", "wechatAuthorize", link),
      WECHAT_OTHER: async () =>
        (await actors.byWechat()).browser.call("identity", "wechatAuthorize", link),
    },
    "identity.wechatReturn": returnRefusalCases(actors),
    "identity.wechatUnlink": {
      LAST_IDENTITY: async () =>
        (await actors.byWechat()).browser.call("identity", "wechatUnlink", {}),
      STEP_UP_NEEDED: async () =>
        (await actors.withPassword()).call("identity", "wechatUnlink", {}),
    },
    "merging.preview": mergeRefusalCases(actors, "preview"),
    "merging.run": {
      ...mergeRefusalCases(actors, "run"),
      MERGE_BLOCKED: async () => {
        const { browser, memberId } = await actors.byWechat();
        const shown = await actors.sent(browser, actors.phone());
        await actors.registerPhone(shown.phone);
        await given().testEnv.db.$client.query(
          "UPDATE member SET permissions = '{x}' WHERE member_id = $1",
          [memberId],
        );
        return browser.call("merging", "run", shown);
      },
    },
    "identity.phoneSend": {
      PHONE_BOUND: async () =>
        (await actors.newcomer()).call("identity", "phoneSend", { phone: actors.phone() }),
      RATE_LIMITED: async () => {
        const { browser } = await actors.byWechat();
        const phone = actors.phone();
        await browser.call("identity", "phoneSend", { phone });
        return browser.call("identity", "phoneSend", { phone });
      },
    },
    "identity.phoneBind": phoneRefusalCases(actors),
    ...phoneChangeRefusalCases(actors, given),
    ...closingRefusalCases(actors, given),
    ...copyRefusalCases(actors, given),
  };
}
