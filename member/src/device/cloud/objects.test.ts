/** Tests a cloud object's responses, its messages on the screen, and the token it returns. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storedToken } from "../token.ts";
import { stubCloudResponses, rejectionOf, testCloud } from "./cloud.fixture.ts";
import { addInterceptor, onRefreshToken, onResponse } from "./interceptors.ts";
import { importObject, type ObjectOptions } from "./objects.ts";
import { CloudFailure } from "./send.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const no = { errCode: "CODE_USED", errMsg: "兑换码已使用", errSubject: "exchange" };
const COVER = [["loading", "加载中..."], ["done"]];
const modal = (content: string) => ["notice", { title: "提示", content, confirmText: "确定" }];
const exchange = (testEnv: ReturnType<typeof testCloud>, options?: ObjectOptions) =>
  importObject<"inspect">(testEnv.cloud, "exchange", options);

describe("C08 a cloud object", () => {
  test("is called by method and params, and returns its body", async () => {
    const testEnv = testCloud();
    const sent = stubCloudResponses({ errCode: 0, title: "早餐" });
    await expect(exchange(testEnv).inspect("AB12", 1)).resolves.toEqual({
      errCode: 0,
      title: "早餐",
    });
    expect(sent).toMatchObject([
      { name: "exchange", body: { method: "inspect", params: ["AB12", 1], clientInfo: {} } },
    ]);
    expect(testEnv.shown).toEqual(COVER);
  });

  test("rejects with subject, code, message and the whole response, after its modal has closed", async () => {
    const testEnv = testCloud();
    stubCloudResponses(no);
    const failure = await rejectionOf(exchange(testEnv).inspect("AB12"));
    expect(failure).toBeInstanceOf(CloudFailure);
    expect(failure).toMatchObject({
      subject: "exchange",
      code: "CODE_USED",
      message: "兑换码已使用",
      detail: no,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(testEnv.shown).toEqual([...COVER, modal("兑换码已使用")]);
  });

  test("shows a toast, or nothing, according to its options", async () => {
    const testEnv = testCloud();
    stubCloudResponses(no);
    await rejectionOf(exchange(testEnv, { errorOptions: { type: "toast" } }).inspect());
    expect(testEnv.shown).toEqual([...COVER, ["toast", "兑换码已使用"]]);
    const silent = testCloud();
    await rejectionOf(exchange(silent, { customUI: true }).inspect());
    expect(silent.shown).toEqual([]);
  });

  test("refuses any other type of message", () => {
    expect(() => exchange(testCloud(), { errorOptions: { type: "banner" } })).toThrow(
      "Invalid errorOptions.type: banner",
    );
  });

  test("calls again, loading included, until it is cancelled or done", async () => {
    const testEnv = testCloud({ answers: [true, true] });
    stubCloudResponses(no, no, { errCode: 0 });
    const options = {
      errorOptions: { type: "modal", retry: true },
      loadingOptions: { title: "查询" },
    };
    await expect(exchange(testEnv, options).inspect()).resolves.toEqual({ errCode: 0 });
    const question = {
      title: "提示",
      content: "兑换码已使用",
      confirmText: "重试",
      cancelText: "取消",
    };
    const round = [["loading", "查询"], ["done"], ["confirm", question]];
    expect(testEnv.shown).toEqual([...round, ...round, ["loading", "查询"], ["done"]]);
    const left = testCloud({ answers: [false] });
    const sent = stubCloudResponses(no);
    await rejectionOf(exchange(left, options).inspect());
    expect(sent).toHaveLength(1);
  });

  test("stores a refreshed token, on success and on failure, and publishes it", async () => {
    const received: unknown[] = [];
    const off = onRefreshToken((token) => received.push(token));
    const [first, second] = ["a", "b"].map((token) => ({
      token,
      tokenExpired: Date.now() + 60_000,
    }));
    stubCloudResponses({ newToken: first });
    await exchange(testCloud()).inspect();
    expect(storedToken()).toBe("a");
    stubCloudResponses({ ...no, newToken: second });
    await rejectionOf(exchange(testCloud()).inspect());
    expect(storedToken()).toBe("b");
    stubCloudResponses({ newToken: { token: "c" } });
    await exchange(testCloud()).inspect();
    expect(storedToken()).toBe("b");
    expect(received).toEqual([first, second]);
    off();
  });

  test("shows another message for a transport failure, and rejects with the original", async () => {
    const testEnv = testCloud();
    stubCloudResponses([500, "<html>"]);
    const parse = vi.fn(async () => ({ errMsg: "稍后再试" }));
    const failure = await rejectionOf(
      exchange(testEnv, { parseSystemError: parse }).inspect("AB12"),
    );
    expect(failure).toMatchObject({ code: "SYS_ERR", message: "[exchange]: request:fail" });
    expect(testEnv.shown.at(-1)).toEqual(modal("稍后再试"));
    expect(parse).toHaveBeenCalledExactlyOnceWith({
      objectName: "exchange",
      methodName: "inspect",
      params: ["AB12"],
      errSubject: undefined,
      errCode: "SYS_ERR",
      errMsg: "[exchange]: request:fail",
    });
  });
});

test("interceptors wrap every call, and an invoke that throws stops it", async () => {
  const events: unknown[] = [];
  const offs = [
    addInterceptor("callObject", {
      invoke: async (args) => void events.push(["invoke", args]),
      success: (result) => void events.push(["success", result]),
      complete: () => void events.push(["complete"]),
    }),
    onResponse(({ type }) => events.push([type])),
  ];
  stubCloudResponses({ errCode: 0 });
  await exchange(testCloud()).inspect(1);
  expect(events).toEqual([
    ["invoke", { objectName: "exchange", methodName: "inspect", params: [1] }],
    ["cloudobject"],
    ["success", { errCode: 0 }],
    ["complete"],
  ]);
  const sent = stubCloudResponses({});
  offs.push(
    addInterceptor("callObject", {
      invoke: () => {
        throw new Error("stop");
      },
    }),
  );
  await expect(exchange(testCloud()).inspect()).rejects.toThrow("stop");
  expect(sent).toEqual([]);
  for (const off of offs) off();
  await exchange(testCloud()).inspect();
  expect(sent).toHaveLength(1);
});
