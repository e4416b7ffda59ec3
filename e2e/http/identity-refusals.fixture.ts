/** Provokes each refusal of login by WeChat and of account linking over HTTP. */
import { type Browser, openBrowser } from "../passport/wechat.fixture.ts";
import { closingRefusalCases } from "./closing-refusals.fixture.ts";
import {
  type EnvProvider,
  createIdentityActors,
  type IdentityActors,
  wechatIdentity,
  type RefusalCases,
} from "./identity-actors.fixture.ts";
import { phoneChangeRefusalCases } from "./phone-change-refusals.fixture.ts";

const loginRefusalCases = (hand: IdentityActors, given: EnvProvider): RefusalCases[string] => ({
  TERMS_NEEDED: () =>
    openBrowser(given().world).call("passport", "wechatLogin", { code: "code", state: "state" }),
  WECHAT_STATE: () => openBrowser(given().world).logIn({ code: "code", state: "state" }),
  WECHAT_CODE: () => hand.logIn(openBrowser(given().world), "refused"),
  WECHAT_SNAPSHOT: () => hand.logIn(openBrowser(given().world), "snapshot"),
});

const returnRefusalCases = (hand: IdentityActors): RefusalCases[string] => ({
  WECHAT_STATE: async () =>
    (await hand.newcomer()).call("identity", "wechatReturn", { code: "code", state: "state" }),
  WECHAT_CODE: async () => hand.comeBack(await hand.newcomer(), "link", "refused"),
  WECHAT_SNAPSHOT: async () => hand.comeBack(await hand.newcomer(), "link", "snapshot"),
  WECHAT_TAKEN: async () => {
    const { openid } = await hand.byWechat();
    return hand.comeBack(await hand.newcomer(), "link", wechatIdentity(openid));
  },
  WECHAT_OTHER: async () =>
    hand.comeBack((await hand.byWechat()).browser, "profile", wechatIdentity("o-somebody-else")),
});

const phoneRefusalCases = (hand: IdentityActors): RefusalCases[string] => ({
  SMS_CODE_WRONG: async () => {
    const { browser } = await hand.byWechat();
    const shown = await hand.sent(browser, hand.phone());
    const code = shown.code === "000000" ? "111111" : "000000";
    return browser.call("identity", "phoneBind", { ...shown, code });
  },
  SMS_CODE_EXPIRED: async () => {
    const { browser } = await hand.byWechat();
    const shown = await hand.sent(browser, hand.phone());
    return browser.call("identity", "phoneBind", { ...shown, phone: hand.phone() });
  },
  PHONE_TAKEN: async () => {
    const { browser } = await hand.byWechat();
    const shown = await hand.sent(browser, hand.phone());
    await hand.seat(shown.phone);
    return browser.call("identity", "phoneBind", shown);
  },
  PHONE_BOUND: async () => {
    const shown = { challengeId: "AAAAAAAAAAAAAAAA", phone: hand.phone(), code: "000000" };
    return (await hand.newcomer()).call("identity", "phoneBind", shown);
  },
});

/** Both steps of a merge give the same refusals; only `run` checks for obstacles to the merge. */
const mergeRefusalCases = (
  hand: IdentityActors,
  operation: "preview" | "run",
): RefusalCases[string] => {
  const shownTo = async (browser: Browser) => hand.sent(browser, hand.phone());
  return {
    SMS_CODE_WRONG: async () => {
      const { browser } = await hand.byWechat();
      const shown = await shownTo(browser);
      const code = shown.code === "000000" ? "111111" : "000000";
      return browser.call("merging", operation, { ...shown, code });
    },
    SMS_CODE_EXPIRED: async () => {
      const { browser } = await hand.byWechat();
      return browser.call("merging", operation, {
        ...(await shownTo(browser)),
        phone: hand.phone(),
      });
    },
    NOT_FOUND: async () => {
      const { browser } = await hand.byWechat();
      return browser.call("merging", operation, await shownTo(browser));
    },
    PHONE_BOUND: async () => {
      const shown = { challengeId: "AAAAAAAAAAAAAAAA", phone: hand.phone(), code: "000000" };
      return (await hand.newcomer()).call("merging", operation, shown);
    },
  };
};

export function identityRefusalCases(given: EnvProvider): RefusalCases {
  const hand = createIdentityActors(given);
  const link = { purpose: "link" } as const;
  return {
    "passport.wechatLogin": loginRefusalCases(hand, given),
    "identity.wechatAuthorize": {
      STEP_UP_NEEDED: async () =>
        (await hand.withPassword()).call("identity", "wechatAuthorize", link),
      WECHAT_OTHER: async () =>
        (await hand.byWechat()).browser.call("identity", "wechatAuthorize", link),
    },
    "identity.wechatReturn": returnRefusalCases(hand),
    "identity.wechatUnlink": {
      LAST_IDENTITY: async () =>
        (await hand.byWechat()).browser.call("identity", "wechatUnlink", {}),
      STEP_UP_NEEDED: async () => (await hand.withPassword()).call("identity", "wechatUnlink", {}),
    },
    "merging.preview": mergeRefusalCases(hand, "preview"),
    "merging.run": {
      ...mergeRefusalCases(hand, "run"),
      MERGE_BLOCKED: async () => {
        const { browser, memberId } = await hand.byWechat();
        const shown = await hand.sent(browser, hand.phone());
        await hand.seat(shown.phone);
        await given().world.db.$client.query(
          "UPDATE member SET permissions = '{x}' WHERE member_id = $1",
          [memberId],
        );
        return browser.call("merging", "run", shown);
      },
    },
    "identity.phoneSend": {
      PHONE_BOUND: async () =>
        (await hand.newcomer()).call("identity", "phoneSend", { phone: hand.phone() }),
      RATE_LIMITED: async () => {
        const { browser } = await hand.byWechat();
        const phone = hand.phone();
        await browser.call("identity", "phoneSend", { phone });
        return browser.call("identity", "phoneSend", { phone });
      },
    },
    "identity.phoneBind": phoneRefusalCases(hand),
    ...phoneChangeRefusalCases(hand, given),
    ...closingRefusalCases(hand, given),
  };
}
