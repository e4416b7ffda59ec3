/**
 * Actors for the refusals of login and account linking: members by WeChat and by phone, with their
 * codes.
 */
import type { WechatOAuth } from "@yunjing/server/domain/members/port";
import {
  findOrCreateMemberByWechat,
  openSession,
  signToken,
} from "@yunjing/server/domain/members/actions";
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { type Browser, type CallResult, openBrowser } from "../passport/wechat.fixture.ts";
import type { HttpTestEnv } from "./test-env.fixture.ts";

export type RefusalCases = Readonly<
  Record<string, Readonly<Record<string, () => Promise<CallResult>>>>
>;
export type EnvProvider = () => { readonly testEnv: HttpTestEnv };
type Answer = Awaited<ReturnType<WechatOAuth["exchange"]>>;

export const wechatIdentity = (openid: string): Answer => ({
  openid,
  unionid: undefined,
  accessToken: "token",
});

/** Creates a member with a WeChat account only, without a phone. */
export async function wechatMember(
  { app, context, db }: HttpTestEnv,
  openid: string,
): Promise<{ memberId: string; token: string }> {
  return transaction(db, async (tx) => {
    const { appId } = app.gateways.wechatOAuth;
    const { memberId } = await findOrCreateMemberByWechat(context, tx, {
      appId,
      openid,
      unionid: undefined,
    });
    const { sessionId } = await openSession(context, tx, { memberId, device: "http" });
    const claims = { memberId, sessionId, sessionVersion: 1, roles: [], permissions: [] };
    return { memberId, token: (await signToken(context, "member", claims)).token };
  });
}

export function createIdentityActors(given: EnvProvider) {
  let made = 0;
  const phone = () => `1330000${String(++made).padStart(4, "0")}`;
  /** Runs the call while WeChat gives this answer to every code. */
  const saying = async (answer: Answer, run: () => Promise<CallResult>) => {
    const { wechatOAuth } = given().testEnv.app.gateways;
    const { exchange } = wechatOAuth;
    wechatOAuth.exchange = async () => answer;
    return run().finally(() => {
      wechatOAuth.exchange = exchange;
    });
  };
  const stateOf = ({ data }: CallResult) =>
    URL.parse(String(data["url"]))?.searchParams.get("state") ?? "";
  const browserOf = (token: string): Browser => {
    const browser = openBrowser(given().testEnv);
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
    phone,
    logIn,
    comeBack,
    /** Registers a phone to a new member. */
    registerPhone: (taken: string) => given().testEnv.logIn(taken),
    newcomer: async () => browserOf((await given().testEnv.logIn(phone())).token),
    known: async () => {
      const own = phone();
      return { phone: own, browser: browserOf((await given().testEnv.logIn(own)).token) };
    },
    byWechat: async () => {
      const openid = `o-refused-${++made}`;
      const { memberId, token } = await wechatMember(given().testEnv, openid);
      return { openid, memberId, browser: browserOf(token) };
    },
    /** A member with a phone and a pay password. */
    withPassword: async () => {
      const { memberId, token } = await given().testEnv.logIn(phone());
      await given().testEnv.db.$client.query(
        "INSERT INTO pay_password (member_id, salt, hash, set_at) VALUES ($1, '\\x00', '\\x00', now())",
        [memberId],
      );
      return browserOf(token);
    },
    /** Sends a binding code to a phone and returns it. */
    sent: async (browser: Browser, to: string) => {
      const { testEnv } = given();
      const { data } = await browser.call("identity", "phoneSend", { phone: to });
      const challengeId = String(data["challengeId"]);
      return {
        challengeId,
        phone: to,
        code: await sentCode(testEnv.context, testEnv.db, challengeId),
      };
    },
  };
}
export type IdentityActors = ReturnType<typeof createIdentityActors>;
