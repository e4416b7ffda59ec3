/**
 * Account linking over HTTP: a phone for a WeChat member, WeChat for a phone member, and no
 * takeover of either.
 */
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { ownerByProof } from "@yunjing/server/domain/members/actions";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type Browser,
  followAuthorization,
  openBrowser,
  openWechatTestEnv,
  type WechatTestEnv,
} from "./wechat.fixture.ts";

let testEnv: WechatTestEnv;
beforeAll(async () => {
  testEnv = await openWechatTestEnv({ SETTINGS: JSON.stringify({ smsResendSeconds: 0 }) });
}, 60_000);
afterAll(() => testEnv.close());
afterEach(() => testEnv.setFaults({}));

const browser = () => openBrowser(testEnv);

async function byPhone(phone: string): Promise<Browser> {
  const one = browser();
  one.setToken((await testEnv.logIn(phone)).token);
  return one;
}
async function byWechat(as: string): Promise<Browser> {
  const one = browser();
  await one.enter(as);
  return one;
}

/** Runs the whole WeChat authorization for one of the purposes in the settings. */
async function authorizeByWechat(one: Browser, purpose: "link" | "profile", as: string) {
  const referer = "/pages/user/settings";
  const { code, data } = await one.call("identity", "wechatAuthorize", { purpose, referer });
  if (code !== "DONE") return { code, data };
  const { code: wechatCode, state } = await followAuthorization(String(data["url"]), as);
  return one.call("identity", "wechatReturn", { code: wechatCode, state });
}

async function sent(one: Browser, phone: string) {
  const { data } = await one.call("identity", "phoneSend", { phone });
  const challengeId = String(data["challengeId"]);
  return { challengeId, phone, code: await sentCode(testEnv.context, testEnv.db, challengeId) };
}
const waysOf = async (one: Browser) => (await one.call("identity", "list", {})).data;
const uidOf = async (one: Browser) => String((await one.call("member", "me", {})).data["uid"]);
const messagesOf = async (uid: string): Promise<unknown[]> => {
  const text =
    "SELECT payload->>'kind' AS kind FROM outbox WHERE member_id = $1 AND payload->>'kind' IN ('security.wechat_linked', 'security.wechat_unlinked', 'security.phone_bound') ORDER BY id";
  return (await testEnv.db.$client.query<{ kind: string }>(text, [uid])).rows.map(
    ({ kind }) => kind,
  );
};

describe("a member who registered by phone", () => {
  test("links WeChat, logs in by it, imports name and picture, and unlinks it again", async () => {
    const one = await byPhone("13700020001");
    expect(await waysOf(one)).toMatchObject({
      phone: "137****0001",
      needsProof: false,
      wechat: { isLinked: false, nickname: "", isHere: true },
    });
    const uid = await uidOf(one);
    expect(await authorizeByWechat(one, "link", "zhou")).toMatchObject({
      code: "DONE",
      data: { purpose: "link", referer: "/pages/user/settings" },
    });
    expect((await browser().enter("zhou")).data).toMatchObject({ uid, isNew: false });
    expect((await authorizeByWechat(one, "profile", "zhou")).code).toBe("DONE");
    const { data: me } = await one.call("member", "me", {});
    expect(me).toMatchObject({
      nickname: "周周不吃香菜",
      avatar: "/sandbox/wechat/faces/zhou.svg",
    });
    expect((await fetch(testEnv.origin + String(me["avatar"]))).status).toBe(200);
    expect(await waysOf(one)).toMatchObject({
      wechat: { isLinked: true, nickname: "周周不吃香菜" },
    });
    expect((await one.call("identity", "wechatUnlink", {})).data).toMatchObject({
      wechat: { isLinked: false },
    });
    expect((await browser().enter("zhou")).data).toMatchObject({ isNew: true });
    expect(await messagesOf(uid)).toEqual(["security.wechat_linked", "security.wechat_unlinked"]);
  });

  test("learns that a WeChat belongs to another account, with a proof that only they can use for a merge", async () => {
    const owner = await byWechat("mei");
    const one = await byPhone("13700020002");
    const refused = await authorizeByWechat(one, "link", "mei");
    expect(refused).toMatchObject({ code: "WECHAT_TAKEN", data: { canMerge: true } });
    const proof = String(refused.data["proof"]);
    const { context, db } = testEnv;
    const ownerId = await uidOf(owner);
    const memberId = await uidOf(one);
    expect(await ownerByProof(context, db, { memberId, proof })).toMatchObject({ ownerId });
    expect(await ownerByProof(context, db, { memberId: ownerId, proof })).toBeUndefined();
    expect(await ownerByProof(context, db, { memberId, proof: `${proof}x` })).toBeUndefined();
    expect(await waysOf(one)).toMatchObject({ wechat: { isLinked: false } });
    expect(await messagesOf(memberId)).toEqual([]);
  });

  test("needs a step-up to link or unlink WeChat, once the account has money", async () => {
    const one = await byPhone("13700020003");
    await testEnv.db.$client.query(
      "INSERT INTO pay_password (member_id, salt, hash, set_at) VALUES ($1, '\\x00', '\\x00', now())",
      [await uidOf(one)],
    );
    expect((await authorizeByWechat(one, "link", "proved")).code).toBe("STEP_UP_NEEDED");
    const prove = async () => {
      const { data } = await one.call("security", "sendCode", { purpose: "identity" });
      const challengeId = String(data["challengeId"]);
      const code = await sentCode(testEnv.context, testEnv.db, challengeId);
      const shown = { purpose: "identity" as const, challengeId, code };
      return String((await one.call("security", "stepUp", shown)).data["stepUp"]);
    };
    const link = { purpose: "link" as const, stepUp: await prove() };
    const { data } = await one.call("identity", "wechatAuthorize", link);
    expect((await one.call("identity", "wechatAuthorize", link)).code).toBe("STEP_UP_NEEDED");
    const { code, state } = await followAuthorization(String(data["url"]), "proved");
    expect((await one.call("identity", "wechatReturn", { code, state })).code).toBe("DONE");
    expect((await one.call("identity", "wechatUnlink", {})).code).toBe("STEP_UP_NEEDED");
    const unlinked = await one.call("identity", "wechatUnlink", { stepUp: await prove() });
    expect(unlinked.code).toBe("DONE");
  });

  test("cannot be made to link another person's WeChat: the state is bound to one session and one purpose", async () => {
    const thief = await byPhone("13700020004");
    const purpose = "link" as const;
    const { data } = await thief.call("identity", "wechatAuthorize", { purpose });
    const { code, state } = await followAuthorization(String(data["url"]), "thief");
    const victim = await byPhone("13700020005");
    const cookie = thief.cookies.get("wx") ?? "";
    victim.cookies.set("wx", cookie);
    const lured = await victim.call("identity", "wechatReturn", { code, state });
    expect(lured.code).toBe("WECHAT_STATE");
    expect((await thief.logIn({ code, state })).code).toBe("WECHAT_STATE");
    expect(await waysOf(victim)).toMatchObject({ wechat: { isLinked: false } });
  });
});

describe("a member who registered by WeChat", () => {
  test("binds a phone, and then logs in by it to the same account", async () => {
    const one = await byWechat("tao");
    const uid = await uidOf(one);
    expect((await one.call("identity", "wechatUnlink", {})).code).toBe("LAST_IDENTITY");
    const shown = await sent(one, "13700020011");
    expect((await one.call("identity", "phoneBind", shown)).data).toMatchObject({
      phone: "137****0011",
    });
    expect((await testEnv.logIn("13700020011")).memberId).toBe(uid);
    expect((await one.call("identity", "phoneBind", shown)).code).toBe("PHONE_BOUND");
    expect((await one.call("identity", "wechatUnlink", {})).code).toBe("DONE");
    expect(await messagesOf(uid)).toEqual(["security.phone_bound", "security.wechat_unlinked"]);
  });

  test("gets another member's phone: nothing changes, and the code stays valid for a merge", async () => {
    const one = await byWechat("taken-phone");
    const { memberId } = await testEnv.logIn("13700020012");
    const shown = await sent(one, "13700020012");
    for (let tried = 0; tried < 2; tried++) {
      const refused = await one.call("identity", "phoneBind", shown);
      expect(refused).toMatchObject({ code: "PHONE_TAKEN", data: { canMerge: true } });
    }
    expect(await waysOf(one)).toMatchObject({ phone: "" });
    expect((await testEnv.logIn("13700020012")).memberId).toBe(memberId);
  });

  test("cannot log in by a binding code, and cannot bind a phone by a login code", async () => {
    const one = await byWechat("scenes");
    const phone = "13700020013";
    const shown = await sent(one, phone);
    const login = await browser().call("passport", "smsLogin", { ...shown, termsVersion: "1" });
    expect(login.code).toBe("SMS_CODE_EXPIRED");
    const codeSent = await browser().call("passport", "smsSend", { phone, scene: "login" });
    const challengeId = String(codeSent.data["challengeId"]);
    const code = await sentCode(testEnv.context, testEnv.db, challengeId);
    const response = await one.call("identity", "phoneBind", { phone, challengeId, code });
    expect(response.code).toBe("SMS_CODE_EXPIRED");
  });

  test("can read the whole account without a phone", async () => {
    const one = await byWechat("phoneless");
    expect((await one.call("security", "summary", {})).data).toMatchObject({ phone: "" });
    for (const read of [
      one.call("orders", "list", {}),
      one.call("wallet", "summary", {}),
      one.call("points", "summary", {}),
      one.call("levels", "summary", {}),
      one.call("home", "page", {}),
    ]) {
      expect((await read).code).toBe("DONE");
    }
  });

  test("imports no name that WeChat does not provide, or of another person", async () => {
    const one = await byWechat("named");
    expect((await authorizeByWechat(one, "profile", "lin")).code).toBe("WECHAT_OTHER");
    const purpose = "profile" as const;
    const { data } = await one.call("identity", "wechatAuthorize", { purpose });
    const { code, state } = await followAuthorization(String(data["url"]), "named", "no");
    expect(code).toBe("");
    expect((await one.call("identity", "wechatReturn", { code, state })).code).toBe("WECHAT_CODE");
  });
});
