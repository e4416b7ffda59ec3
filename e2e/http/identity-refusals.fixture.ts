/** How each "no" of login by WeChat, and of the ways into an account, is provoked over HTTP. */
import type { WechatOAuth } from "@yunjing/server/domain/members/port";
import { memberOfWechat, openSession, signToken } from "@yunjing/server/domain/members/actions";
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { type Browser, type Heard, openBrowser } from "../passport/wechat.fixture.ts";
import { phoneChangeWays } from "./phone-change-refusals.fixture.ts";
import type { HttpWorld } from "./world.fixture.ts";

export type Ways = Readonly<Record<string, Readonly<Record<string, () => Promise<Heard>>>>>;
export type Given = () => { readonly world: HttpWorld };
type Answer = Awaited<ReturnType<WechatOAuth["exchange"]>>;

const person = (openid: string): Answer => ({ openid, unionid: undefined, accessToken: "token" });

/** A member whom WeChat alone knows: no phone. */
export async function wechatMember(
  { app, context, db }: HttpWorld,
  openid: string,
): Promise<{ memberId: string; token: string }> {
  return transaction(db, async (tx) => {
    const { appId } = app.partners.wechatOAuth;
    const { memberId } = await memberOfWechat(context, tx, { appId, openid, unionid: undefined });
    const { sessionId } = await openSession(context, tx, { memberId, device: "http" });
    const claims = { memberId, sessionId, sessionVersion: 1, roles: [], permissions: [] };
    return { memberId, token: (await signToken(context, "member", claims)).token };
  });
}

export function hands(given: Given) {
  let made = 0;
  const phone = () => `1330000${String(++made).padStart(4, "0")}`;
  /** While WeChat gives this answer to every code. */
  const saying = async (answer: Answer, run: () => Promise<Heard>) => {
    const { wechatOAuth } = given().world.app.partners;
    const { exchange } = wechatOAuth;
    wechatOAuth.exchange = async () => answer;
    return run().finally(() => {
      wechatOAuth.exchange = exchange;
    });
  };
  const stateOf = ({ data }: Heard) =>
    URL.parse(String(data["url"]))?.searchParams.get("state") ?? "";
  const browserOf = (token: string): Browser => {
    const browser = openBrowser(given().world);
    browser.setToken(token);
    return browser;
  };
  const logIn = async (browser: Browser, answer: Answer) => {
    const state = stateOf(await browser.call("passport", "wechatAuthorize", {}));
    return saying(answer, () => browser.logIn({ code: "code", state }));
  };
  const comeBack = async (browser: Browser, purpose: "link" | "profile", answer: Answer) => {
    const state = stateOf(await browser.call("identity", "wechatAuthorize", { purpose }));
    return saying(answer, () => browser.call("identity", "wechatReturn", { code: "code", state }));
  };
  return {
    ...{ phone, logIn, comeBack },
    /** Makes a phone somebody's. */
    seat: (taken: string) => given().world.logIn(taken),
    newcomer: async () => browserOf((await given().world.logIn(phone())).token),
    known: async () => {
      const own = phone();
      return { phone: own, browser: browserOf((await given().world.logIn(own)).token) };
    },
    byWechat: async () => {
      const openid = `o-refused-${++made}`;
      const { memberId, token } = await wechatMember(given().world, openid);
      return { openid, memberId, browser: browserOf(token) };
    },
    /** A member with a phone and something at stake. */
    withPassword: async () => {
      const { memberId, token } = await given().world.logIn(phone());
      await given().world.db.$client.query(
        "INSERT INTO pay_password (member_id, salt, hash, set_at) VALUES ($1, '\\x00', '\\x00', now())",
        [memberId],
      );
      return browserOf(token);
    },
    /** A code that was sent to a phone in order to bind it. */
    sent: async (browser: Browser, to: string) => {
      const { world } = given();
      const { data } = await browser.call("identity", "phoneSend", { phone: to });
      const challengeId = String(data["challengeId"]);
      return { challengeId, phone: to, code: await sentCode(world.context, world.db, challengeId) };
    },
  };
}
export type Hands = ReturnType<typeof hands>;

const loginWays = (hand: Hands, given: Given): Ways[string] => ({
  TERMS_NEEDED: () =>
    openBrowser(given().world).call("passport", "wechatLogin", { code: "code", state: "state" }),
  WECHAT_STATE: () => openBrowser(given().world).logIn({ code: "code", state: "state" }),
  WECHAT_CODE: () => hand.logIn(openBrowser(given().world), "refused"),
  WECHAT_SNAPSHOT: () => hand.logIn(openBrowser(given().world), "snapshot"),
});

const returnWays = (hand: Hands): Ways[string] => ({
  WECHAT_STATE: async () =>
    (await hand.newcomer()).call("identity", "wechatReturn", { code: "code", state: "state" }),
  WECHAT_CODE: async () => hand.comeBack(await hand.newcomer(), "link", "refused"),
  WECHAT_SNAPSHOT: async () => hand.comeBack(await hand.newcomer(), "link", "snapshot"),
  WECHAT_TAKEN: async () => {
    const { openid } = await hand.byWechat();
    return hand.comeBack(await hand.newcomer(), "link", person(openid));
  },
  WECHAT_OTHER: async () =>
    hand.comeBack((await hand.byWechat()).browser, "profile", person("o-somebody-else")),
});

const phoneWays = (hand: Hands): Ways[string] => ({
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

/** Both steps of a merge refuse alike; only the merge itself looks at what stands in its way. */
const mergeWays = (hand: Hands, operation: "preview" | "run"): Ways[string] => {
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

export function identityWays(given: Given): Ways {
  const hand = hands(given);
  const link = { purpose: "link" } as const;
  return {
    "passport.wechatLogin": loginWays(hand, given),
    "identity.wechatAuthorize": {
      STEP_UP_NEEDED: async () =>
        (await hand.withPassword()).call("identity", "wechatAuthorize", link),
      WECHAT_OTHER: async () =>
        (await hand.byWechat()).browser.call("identity", "wechatAuthorize", link),
    },
    "identity.wechatReturn": returnWays(hand),
    "identity.wechatUnlink": {
      LAST_IDENTITY: async () =>
        (await hand.byWechat()).browser.call("identity", "wechatUnlink", {}),
      STEP_UP_NEEDED: async () => (await hand.withPassword()).call("identity", "wechatUnlink", {}),
    },
    "merging.preview": mergeWays(hand, "preview"),
    "merging.run": {
      ...mergeWays(hand, "run"),
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
    "identity.phoneBind": phoneWays(hand),
    ...phoneChangeWays(hand, given),
  };
}
