/**
 * Login by WeChat over HTTP, against the WeChat sandbox: who is logged in, and every case that is
 * refused.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Outage } from "@yunjing/server/platform/refusal";
import { hostile, wanted } from "../redirects.fixture.ts";
import {
  followAuthorization,
  openBrowser,
  openWechatTestEnv,
  type WechatTestEnv,
} from "./wechat.fixture.ts";

let testEnv: WechatTestEnv;
beforeAll(async () => {
  testEnv = await openWechatTestEnv();
}, 60_000);
afterAll(() => testEnv.close());
afterEach(() => testEnv.setFaults({}));

const browser = () => openBrowser(testEnv);
const openidsOf = async (uid: unknown): Promise<string[]> => {
  const text = "SELECT openid FROM member_identity WHERE member_id = $1";
  const found = await testEnv.db.$client.query<{ openid: string }>(text, [uid]);
  return found.rows.map(({ openid }) => openid);
};

describe("a person known to WeChat", () => {
  test("becomes a member at the first login, without a phone, and is the same member afterwards", async () => {
    const one = browser();
    const first = await one.enter("lin", "/pages/user/orders?type=meal");
    expect(first).toMatchObject({
      code: "DONE",
      data: { isNew: true, referer: "/pages/user/orders?type=meal" },
    });
    const { data: me } = await one.call("member", "me", {});
    expect(me).toMatchObject({ phone: "", termsVersion: "1" });
    expect(me["nickname"]).toBe(`云鲸会员${String(me["memberNo"]).slice(-4)}`);
    const again = await browser().enter("lin");
    expect(again.data).toMatchObject({ isNew: false, uid: first.data["uid"], referer: "/" });
    expect(one.cookies.has("rt")).toBe(true);
  });

  test("gets WeChat's name and picture when they agreed to it, and the points task is paid", async () => {
    const one = browser();
    const { data } = await one.call("passport", "wechatAuthorize", { withProfile: true });
    const url = new URL(String(data["url"]));
    expect(url.searchParams.get("scope")).toBe("snsapi_userinfo");
    expect((await one.logIn(await followAuthorization(url.href, "zhou"))).code).toBe("DONE");
    const { data: me } = await one.call("member", "me", {});
    expect(me).toMatchObject({
      nickname: "周周不吃香菜",
      avatar: "/sandbox/wechat/faces/zhou.svg",
      points: { available: 20 },
    });
    expect((await one.call("member", "update", { nickname: "自己的名字" })).code).toBe("DONE");
    const again = await one.call("passport", "wechatAuthorize", { withProfile: true });
    await one.logIn(await followAuthorization(String(again.data["url"]), "zhou"));
    const { data: profile } = await one.call("member", "me", {});
    expect(profile).toMatchObject({ nickname: "自己的名字", points: { available: 20 } });
  });

  test("can log in under the assigned name when WeChat provides no profile", async () => {
    const one = browser();
    const { wechatOAuth } = testEnv.app.gateways;
    const { profile } = wechatOAuth;
    wechatOAuth.profile = async () => {
      throw new Outage("wechat", "no answer");
    };
    const { data } = await one.call("passport", "wechatAuthorize", { withProfile: true });
    const login = await one.logIn(await followAuthorization(String(data["url"]), "silent"));
    wechatOAuth.profile = profile;
    expect(login).toMatchObject({ code: "DONE", data: { isNew: true } });
    const { data: me } = await one.call("member", "me", {});
    expect(me["nickname"]).toMatch(/^云鲸会员\d{4}$/);
  });

  test("pays under the openid used at login", async () => {
    const { data } = await browser().enter("lin");
    const openid = await testEnv.app.gateways.payers.openidOf(String(data["uid"]));
    expect(await openidsOf(data["uid"])).toEqual([openid]);
  });

  test("is not asked anything, and returns to the only redirect page registered at WeChat", async () => {
    const one = browser();
    const url = new URL(await one.authorize("/pages/user/index"));
    expect(url.searchParams.get("scope")).toBe("snsapi_base");
    expect(url.searchParams.get("redirect_uri")).toBe(`${testEnv.origin}/pages/passport/login`);
    expect(url.searchParams.get("state")).toMatch(/^a[0-9a-f]{32}$/);
    expect(url.hash).toBe("#wechat_redirect");
    expect((await followAuthorization(url.href, "lin")).path).toBe(
      `${testEnv.origin}/pages/passport/login`,
    );
  });

  test("becomes one member, also with many parallel first logins", async () => {
    const uids = await Promise.all(
      Array.from({ length: 64 }, async () => (await browser().enter("rush")).data["uid"]),
    );
    expect(new Set(uids).size).toBe(1);
    expect(uids[0]).toMatch(/-/);
    expect(await openidsOf(uids[0])).toHaveLength(1);
  }, 60_000);

  test("can use a code once, also when it is sent twice at the same time", async () => {
    const one = browser();
    const returned = await followAuthorization(await one.authorize("/pages/user/index"), "twice");
    const both = await Promise.all([one.logIn(returned), one.logIn(returned)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(["DONE", "WECHAT_STATE"]);
  });
});

describe("login is refused", () => {
  test("with a state of another browser, without a state, and with an invented state", async () => {
    const one = browser();
    const returned = await followAuthorization(await one.authorize(), "lin");
    expect((await browser().logIn(returned)).code).toBe("WECHAT_STATE");
    const other = browser();
    await other.authorize();
    expect((await other.logIn(returned)).code).toBe("WECHAT_STATE");
    expect((await one.logIn({ ...returned, state: "a".repeat(33) })).code).toBe("WECHAT_STATE");
    expect((await one.logIn(returned)).code).toBe("DONE");
  });

  test("with an altered cookie", async () => {
    const one = browser();
    const returned = await followAuthorization(await one.authorize(), "lin");
    const [body = "", mac = ""] = (one.cookies.get("wx") ?? "").split(".");
    const savedState = JSON.parse(Buffer.from(body, "base64url").toString());
    savedState.referer = "//evil.example";
    const forged = Buffer.from(JSON.stringify(savedState)).toString("base64url");
    one.cookies.set("wx", `${forged}.${mac}`);
    expect((await one.logIn(returned)).code).toBe("WECHAT_STATE");
  });

  test("with a used state, even when its cookie is restored", async () => {
    const one = browser();
    const url = await one.authorize("/pages/user/index");
    const cookie = one.cookies.get("wx") ?? "";
    expect((await one.logIn(await followAuthorization(url, "lin"))).code).toBe("DONE");
    expect(one.cookies.has("wx")).toBe(false);
    one.cookies.set("wx", cookie);
    const again = await one.logIn(await followAuthorization(url, "lin"));
    expect(again).toMatchObject({
      code: "WECHAT_STATE",
      data: { referer: "/pages/user/index" },
    });
  });

  test("with an unknown, missing or used code, and the next attempt starts clean", async () => {
    const one = browser();
    const used = await followAuthorization(await one.authorize(), "lin");
    await one.logIn(used);
    for (const code of ["unknown", "", used.code]) {
      const { state } = await followAuthorization(await one.authorize("/pages/user/index"), "lin");
      const refused = await one.logIn({ code, state });
      expect(refused).toMatchObject({
        code: "WECHAT_CODE",
        data: { referer: "/pages/user/index" },
      });
    }
    expect((await one.enter("lin")).code).toBe("DONE");
  });

  test("for a preview of the page under an anonymous openid", async () => {
    expect((await browser().enter("snapshot")).code).toBe("WECHAT_SNAPSHOT");
  });

  test("before the terms are accepted, and the same attempt can continue afterwards", async () => {
    const one = browser();
    const { code, state } = await followAuthorization(await one.authorize(), "lin");
    expect((await one.call("passport", "wechatLogin", { code, state })).code).toBe("TERMS_NEEDED");
    expect((await one.logIn({ code, state })).code).toBe("DONE");
  });

  test("while WeChat does not answer, and a new attempt succeeds", async () => {
    const one = browser();
    const returned = await followAuthorization(await one.authorize(), "lin");
    for (const fault of [{ status: 502 }, { errcode: -1 }, { errcode: 45_009 }]) {
      await testEnv.setFaults(fault);
      const answer = await one.logIn(await followAuthorization(await one.authorize(), "lin"));
      expect(answer.code).toBe("PARTNER_DOWN");
    }
    await testEnv.setFaults({});
    expect((await one.logIn(returned)).code).toBe("WECHAT_STATE");
    expect((await one.enter("lin")).code).toBe("DONE");
  });

  test("for a frozen member", async () => {
    const { data } = await browser().enter("frozen");
    const text = "UPDATE member SET status = 'FROZEN' WHERE member_id = $1";
    await testEnv.db.$client.query(text, [data["uid"]]);
    expect((await browser().enter("frozen")).code).toBe("NO_PERMISSION");
  });
});

describe("M12 the destination of a login by WeChat", () => {
  test("is the home page for all that attackers try", async () => {
    const one = browser();
    for (const referer of hostile) {
      const { data } = await one.enter("lin", referer);
      expect([referer, data["referer"]]).toEqual([referer, "/"]);
    }
  }, 60_000);

  test("is exactly the one a member requested", async () => {
    const one = browser();
    for (const referer of wanted) {
      expect((await one.enter("lin", referer)).data["referer"]).toBe(referer);
    }
  });
});
