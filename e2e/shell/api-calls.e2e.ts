/**
 * API calls of the app: how they are sent, the message of each kind of failure, and the format of
 * times.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { freshCode, phone } from "../browser.ts";
import {
  modifyData,
  type Member,
  logInMember,
  respondWith,
  waitUntilSettled,
  LOGGED_OUT,
} from "./shell.fixture.ts";

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await logInMember(device.origin, "13700000046");
});

const open = (path: string, options = {}) =>
  device.open(path, { ...member.browserOptions, ...options });

describe("U05 calls", () => {
  test("U05 each carries the stored token and no undefined parameter, to the configured host", async () => {
    const page = await open("/whale.svg");
    const requests: { path: string; authorization: string | undefined }[] = [];
    page.on("request", (request) => {
      const path = request.url().slice(device.origin.length);
      const { authorization } = request.headers();
      if (/^\/(api|elsewhere)\//.test(path)) requests.push({ path, authorization });
    });
    const host = { name: "" };
    await page.route(`${device.origin}/pages/**`, async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace('content="/api"', `content="${host.name}"`);
      await route.fulfill({ response: answer, body: html });
    });
    await page.route("**/elsewhere/**", async (route) => {
      const url = route.request().url().replace("/elsewhere/", "/api/");
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    for (const name of ["/api", "/elsewhere"]) {
      host.name = name;
      requests.length = 0;
      for (const path of ["/pages/user/index", "/pages/user/orders"]) {
        await page.goto(device.origin + path);
        await waitUntilSettled(page);
      }
      expect(requests.length).toBeGreaterThan(1);
      expect(requests.filter(({ path }) => !path.startsWith(`${name}/`))).toEqual([]);
      expect(requests.filter(({ authorization }) => authorization !== member.token)).toEqual([]);
      expect(requests.filter(({ path }) => /undefined|null|=(&|$)/.test(path))).toEqual([]);
      expect(requests.map(({ path }) => path)).toContain(`${name}/orders`);
    }
    await page.context().close();
  });

  test("U05 POST is JSON, and a call without an answer ends after 60 s", async () => {
    const page = await device.open("/pages/passport/login", LOGGED_OUT);
    await waitUntilSettled(page);
    await page.clock.install();
    await page.route("**/api/passport/sms/send", () => {});
    await page.getByRole("textbox", { name: "手机号" }).fill("13700000047");
    const sent = page.waitForRequest("**/api/passport/sms/send");
    await page.getByRole("button", { name: "获取验证码" }).click();
    const request = await sent;
    expect(request.method()).toBe("POST");
    expect(request.headers()["content-type"]).toBe("application/json");
    expect(request.postDataJSON()).toEqual({ phone: "13700000047", scene: "login" });
    await page.clock.fastForward(58_000);
    expect(await page.getByText("网络错误，请检查网络后再试").count()).toBe(0);
    await page.clock.fastForward(3_000);
    await page.getByText("网络错误，请检查网络后再试").waitFor();
    await page.context().close();
  });
});

test("U06 a failure shows the server's message, 接口错误, HTTP and its code, or 网络错误", async () => {
  const page = await device.open("/pages/passport/login", LOGGED_OUT);
  await waitUntilSettled(page);
  const send = "**/api/passport/sms/send";
  const answers = [
    [respondWith({ status: false, msg: "今天发送太多次了" }), "今天发送太多次了"],
    [respondWith({ status: false }), "接口错误"],
    [respondWith("oops", 500), "HTTP 500"],
    [respondWith({ status: false, msg: "系统忙，请稍后再试" }, 503), "系统忙，请稍后再试"],
    [
      (route: Parameters<ReturnType<typeof respondWith>>[0]) => route.abort(),
      "网络错误，请检查网络后再试",
    ],
  ] as const;
  for (const failed of [500, 503, "no answer"] as const)
    device.expectFailure(/^\/api\/passport\/sms\/send$/, failed);
  for (const [answer, text] of answers) {
    await page.route(send, answer);
    await page.getByRole("textbox", { name: "手机号" }).fill("");
    await page.getByRole("textbox", { name: "手机号" }).fill("13700000048");
    await page.getByRole("button", { name: "获取验证码" }).click();
    await page.getByText(text, { exact: true }).waitFor();
    await page.unroute(send);
  }
  await page.context().close();
});

/** Returns the creation time that an order shows. */
const madeAt = (page: Page) =>
  page.getByText("下单时间", { exact: true }).locator("xpath=following-sibling::*[1]").innerText();

test("U10 an order's time is YYYY-MM-DD HH:mm:ss, read from milliseconds or seconds", async () => {
  const code = await freshCode(device.origin, "points-500");
  const page = await open(`/pages/exchange/manifest#code=${code}`);
  await page.getByRole("button", { name: /查询/ }).click();
  await page.getByRole("button", { name: /兑换 500 积分/ }).click();
  await page.getByRole("button", { name: "确认兑换" }).click();
  await page.getByRole("heading", { name: "500 积分已到账" }).waitFor();
  await page.goto(`${device.origin}/pages/user/orders`);
  await page
    .getByRole("article", { name: /500 积分/ })
    .getByText("500 积分")
    .first()
    .click();
  const written = await madeAt(page);
  expect(written).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  expect(Math.abs(Date.parse(`${written.replace(" ", "T")}+08:00`) - Date.now())).toBeLessThan(
    120_000,
  );
  await page.route(
    "**/api/orders/*",
    modifyData((order: { createdAt: number }) => ({
      ...order,
      createdAt: Math.floor(order.createdAt / 1000),
    })),
  );
  await page.reload();
  await waitUntilSettled(page);
  expect(await madeAt(page)).toBe(written);
  await page.context().close();
});
