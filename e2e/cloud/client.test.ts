/**
 * The public client, unmodified and in both generations, works against this server: functions,
 * objects, sockets.
 */
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { pushToMember } from "@yunjing/server/platform/push/event-log";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { type Client, generations, openClient } from "./client.fixture.ts";
import type { SocketTask } from "./runtime.fixture.ts";

let testEnv: HttpTestEnv;
beforeAll(async () => {
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify({ cloudRenewBelowMs: 3_600_000 }) });
}, 60_000);
afterAll(() => testEnv.close());

describe.each(generations)("the public client of %s", (generation) => {
  let client: Client;
  let member: Login;
  beforeAll(async () => {
    client = await openClient(generation, testEnv.origin);
    member = await testEnv.logIn(`1370045${generation}`);
  });

  test("C02 calls a function and gets its complete answer, also when async", async () => {
    const { result } = await client.cloud.callFunction({
      name: "ping",
      data: { echo: { 名: "云鲸", n: 1 } },
    });
    expect(result).toEqual({ pong: true, echo: { 名: "云鲸", n: 1 } });
    const { result: home } = await client.cloud.callFunction({ name: "home" });
    expect(home["blocks"]).toBeInstanceOf(Array);
    const later = await client.cloud.callFunction({ name: "ping", async: true, data: { echo: 2 } });
    expect(later.result).toEqual({ pong: true, echo: 2 });
    const twice = await Promise.all([1, 2].map(() => client.cloud.callFunction({ name: "ping" })));
    expect(twice.map(({ result: one }) => one["pong"])).toEqual([true, true]);
  });

  test("C03 C09 gets its own hint for a missing function, and the reason for a failed call", async () => {
    const unknown = client.cloud.callFunction({ name: "nothing" });
    await expect(unknown).rejects.toMatchObject({
      errCode: "SYS_ERR",
      message: expect.stringMatching(/FUNCTION_NOT_FOUND.*云函数\[nothing\]在云端不存在/s),
    });
    const stranger = await openClient(generation, testEnv.origin, {
      secretKey: "SKdemo-other-0001",
    });
    await expect(stranger.cloud.callFunction({ name: "ping" })).rejects.toMatchObject({
      errCode: "SYS_ERR",
      message: expect.stringContaining("SIGNATURE_WRONG"),
      requestId: expect.any(String),
    });
    const nowhere = await openClient(generation, "http://127.0.0.1:9");
    await expect(nowhere.cloud.callFunction({ name: "ping" })).rejects.toMatchObject({
      errCode: "SYS_ERR",
      message: expect.stringContaining("request:fail"),
    });
  });

  test("C08 calls objects as the member of the stored token", async () => {
    const guest = await openClient(generation, testEnv.origin);
    guest.logIn(member.token);
    const of = (name: string) => guest.cloud.importObject(name, { customUI: true });
    expect(await of("member")["me"]?.()).toMatchObject({ errCode: 0, uid: member.memberId });
    expect(await of("order")["list"]?.({ limit: 5 })).toMatchObject({ errCode: 0, list: [] });
    expect(await of("coupon")["list"]?.()).toMatchObject({ errCode: 0 });
    for (const name of ["points", "wallet", "invite"]) {
      expect(await of(name)["summary"]?.(), name).toMatchObject({ errCode: 0 });
    }
    await expect(of("order")["detail"]?.("20260101000000000000")).rejects.toMatchObject({
      errCode: "NOT_FOUND",
      errSubject: "order",
      errMsg: "内容不存在或链接已失效",
    });
    await expect(of("exchange")["inspect"]?.("NO-SUCH-CODE")).rejects.toMatchObject({
      errSubject: "exchange",
      errCode: expect.stringMatching(/^CODE_/),
    });
    await expect(of("member")["destroy"]?.()).rejects.toMatchObject({
      errCode: "METHOD_NOT_FOUND",
    });
  });

  test("C08 logs in by an object, and stores the token and its renewals", async () => {
    const guest = await openClient(generation, testEnv.origin);
    const passport = guest.cloud.importObject("passport", { customUI: true });
    const phone = `1370046${generation}`;
    const { challengeId } = (await passport["sendSms"]?.({ phone, scene: "login" })) ?? {};
    const code = await sentCode(testEnv.context, testEnv.db, String(challengeId));
    const login = { challengeId, phone, code };
    await expect(passport["loginBySms"]?.(login)).rejects.toMatchObject({
      errCode: "TERMS_NEEDED",
    });
    expect(guest.storage.get("uni_id_token")).toBeUndefined();
    const tokens: unknown[] = [];
    guest.app.onRefreshToken((token) => tokens.push(token));
    const registered = await passport["loginBySms"]?.({ ...login, termsVersion: "1" });
    expect(registered).toMatchObject({ errCode: 0, isNew: true, refreshToken: expect.any(String) });
    expect(guest.storage.get("uni_id_token")).toBe(registered?.newToken?.["token"]);
    expect(guest.cloud.getCurrentUserInfo()).toMatchObject({ uid: registered?.["uid"] });

    // Every token here is close to its expiry (`cloudRenewBelowMs` of this test environment).
    const before = guest.storage.get("uni_id_token");
    const me = await guest.cloud.importObject("member", { customUI: true })["me"]?.();
    expect(me?.newToken).toMatchObject({ tokenExpired: expect.any(Number) });
    expect(guest.storage.get("uni_id_token")).not.toBe("");
    expect(before).toBeTypeOf("string");
    const elsewhere = await openClient(generation, testEnv.origin);
    elsewhere.logIn(String(before));
    elsewhere.uni.getSystemInfoSync = () => ({ ...guest.uni.getSystemInfoSync(), deviceId: "d2" });
    const there = await elsewhere.cloud.importObject("member", { customUI: true })["me"]?.();
    expect(there?.newToken, "of a session of another device").toBeUndefined();

    const again = await passport["refresh"]?.({ refreshToken: registered?.["refreshToken"] });
    expect(again).toMatchObject({ errCode: 0, newToken: { token: expect.any(String) } });
    expect(again?.["refreshToken"]).not.toBe(registered?.["refreshToken"]);
    await expect(passport["refresh"]?.("nonsense")).rejects.toMatchObject({
      errCode: "uni-id-token-expired",
    });
    expect(tokens.length).toBeGreaterThanOrEqual(3);
    expect(await passport["logout"]?.()).toEqual({ errCode: 0 });
    await expect(
      guest.cloud.importObject("member", { customUI: true })["me"]?.(),
    ).rejects.toMatchObject({ errCode: "uni-id-check-token-failed" });
  });

  test("C08 shows a refusal of an object, unless the app shows it itself", async () => {
    const guest = await openClient(generation, testEnv.origin);
    const show = (errorOptions: object) =>
      guest.cloud.importObject("exchange", { errorOptions })["inspect"]?.("NO-SUCH-CODE");
    for (const type of ["toast", "modal"]) {
      guest.shown.length = 0;
      await expect(show({ type })).rejects.toMatchObject({ errSubject: "exchange" });
      expect(guest.shown.map(({ kind }) => kind)).toEqual(["loading", "hide", type]);
    }
  });

  test("C11 is redirected to the login page by a member's object, and not by a public one", async () => {
    const guest = await openClient(generation, testEnv.origin);
    const me = () => guest.cloud.importObject("member", { customUI: true })["me"]?.();
    const codes = [
      ["", "uni-id-token-not-exist"],
      [member.expiredToken, "uni-id-token-expired"],
      [`${member.token.slice(0, -6)}AAAAAA`, "uni-id-check-token-failed"],
      ["nonsense", "uni-id-check-token-failed"],
    ] as const;
    for (const [token, errCode] of codes) {
      guest.shown.length = 0;
      guest.logIn(token);
      await expect(me(), errCode).rejects.toMatchObject({ errCode });
      await expect.poll(() => guest.shown.map(({ kind }) => kind)).toEqual(["navigateTo"]);
      expect(guest.shown[0]?.options["url"]).toContain("/pages/login/index?uniIdRedirectUrl=");
    }
    guest.shown.length = 0;
    expect((await guest.cloud.callFunction({ name: "home" })).result["errCode"]).toBeUndefined();
    expect(guest.shown).toEqual([]);
  });

  test("C10 gets an error on a platform that the wallet object does not allow", async () => {
    const foreign = await openClient(generation, testEnv.origin);
    foreign.logIn(member.token);
    Object.assign(foreign.uni, {
      getSystemInfoSync: () => ({
        appId: "x",
        deviceId: "d",
        uniPlatform: "quickapp",
        osName: "o",
      }),
    });
    const wallet = foreign.cloud.importObject("wallet", { customUI: true });
    await expect(wallet["summary"]?.()).rejects.toMatchObject({
      errCode: 20101,
      errMsg: "Invalid client",
      errSubject: "uni-secure-network",
    });
    const points = foreign.cloud.importObject("points", { customUI: true });
    expect(await points["summary"]?.()).toMatchObject({ errCode: 0 });
  });

  test("C12 opens a socket by its signed address, and receives its member's events", async () => {
    for (const wsEndpoint of [`${testEnv.origin}/cloud`, testEnv.origin]) {
      const guest = await openClient(generation, testEnv.origin, {
        wsEndpoint: wsEndpoint.replace("http:", "ws:"),
      });
      const own = { module: "a b", authorization: "tok/1" };
      const task = await guest.cloud.connectWebSocket({
        name: "push",
        query: own,
        queryString: own,
      });
      const frames = listen(task);
      await frames.opened;
      task.send({ data: JSON.stringify({ type: "auth", token: member.token }) });
      await frames.frame("ready");
      await transaction(testEnv.db, (tx) =>
        pushToMember(testEnv.context, tx, member.memberId, { type: "order", orderId: generation }),
      );
      expect(await frames.frame("event")).toMatchObject({ topic: "order" });
      task.close();
    }
    const stranger = await openClient(generation, testEnv.origin);
    const task = await stranger.cloud.connectWebSocket({ name: "push" });
    const listened = listen(task);
    await listened.opened;
    task.send({ data: JSON.stringify({ type: "auth", token: member.expiredToken }) });
    expect(await listened.ended).toEqual({ code: 4401, reason: "ticket" });
  });
});

/** Waits for frames of a socket by their type. */
function listen(task: SocketTask) {
  const frames: Readonly<Record<string, unknown>>[] = [];
  const waiting = new Map<string, (frame: Readonly<Record<string, unknown>>) => void>();
  task.onMessage(({ data }) => {
    const frame = JSON.parse(data);
    const resolveFrame = waiting.get(frame.type);
    if (resolveFrame) resolveFrame(frame);
    else frames.push(frame);
  });
  task.onError(() => undefined);
  return {
    opened: new Promise<void>((done) => task.onOpen(done)),
    ended: new Promise<{ code: number; reason: string }>((done) => task.onClose(done)),
    frame: (type: string) =>
      new Promise<Readonly<Record<string, unknown>>>((done) => {
        const received = frames.find((frame) => frame["type"] === type);
        if (received) done(received);
        else waiting.set(type, done);
      }),
  };
}
