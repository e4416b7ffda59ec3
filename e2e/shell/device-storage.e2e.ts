/**
 * Storage on the device: entries and their expiry, the login token, its renewal and its
 * permissions.
 */
import lz from "lz-string";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { phone } from "../browser.ts";
import { logIn } from "../exchange-steps.ts";
import { claimsOf } from "../login.ts";
import { logInMember, waitUntilSettled, LOGGED_OUT, waitForTitle } from "./shell.fixture.ts";

/**
 * Waits until a later second than the token's: times in a token are whole seconds, so a token that
 * is renewed within the same second has the same text.
 */
async function inLaterSecond(token: string): Promise<void> {
  const { iat } = claimsOf(token);
  await expect.poll(() => Date.now() / 1000).toBeGreaterThan(Number(iat) + 1);
}

const device = phone();
const MARKER = "yj2!";
const WUHAN = { code: "420100", name: "武汉市" };

/** Encodes an entry as the app does: payload and expiry, compressed, after the marker. */
const encodeEntry = (payload: unknown, expiresAt: number): string =>
  MARKER + lz.compressToUTF16(JSON.stringify({ v: payload, e: expiresAt }));
const decodeEntry = (entry: string): { v: unknown; e: number } =>
  JSON.parse(lz.decompressFromUTF16(entry.slice(MARKER.length)));

const readEntry = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name) ?? "", key);
const writeEntries = (page: Page, entries: Record<string, string>) =>
  page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, entries);
const chosen = (page: Page, city: string) =>
  page.getByRole("button", { name: new RegExp(`当前城市 ${city}`) }).waitFor();

describe("U01 entries on the device", () => {
  test("U01 an entry is payload and expiry, compressed behind a marker", async () => {
    const { browserOptions } = await logInMember(device.origin, "13700000041");
    const page = await device.open("/", browserOptions);
    await page.getByRole("button", { name: /当前城市/ }).click();
    await waitForTitle(page, "选择地址");
    await page.getByRole("button", { name: /^武汉/ }).first().click();
    await chosen(page, "武汉");
    const entry = await readEntry(page, "city");
    expect(entry.startsWith(MARKER)).toBe(true);
    expect(decodeEntry(entry)).toEqual({ v: expect.objectContaining({ code: "420100" }), e: 0 });
    for (const [value, city] of [
      [encodeEntry(WUHAN, Date.now() + 60_000), "武汉"],
      [encodeEntry(WUHAN, Date.now() - 1), "上海"],
      [encodeEntry({ is: "another shape" }, 0), "上海"],
      [`${MARKER}%%%`, "上海"],
      [`${MARKER}${lz.compressToUTF16("rubbish")}`, "上海"],
      ["武汉市", "上海"],
    ] as const) {
      await writeEntries(page, { city: value });
      await page.reload();
      await chosen(page, city);
    }
    await page.context().close();
  });

  test("U01 a sweep every 18 s removes expired entries, and nothing that the app did not write", async () => {
    const page = await device.open("/pages/passport/terms", LOGGED_OUT);
    await waitUntilSettled(page);
    await page.clock.install();
    await page.reload();
    await waitUntilSettled(page);
    const entries = {
      short: encodeEntry("x", Date.now() + 5_000),
      long: encodeEntry("x", Date.now() + 3_600_000),
      forever: encodeEntry("x", 0),
      broken: `${MARKER}%%%`,
      foreign: "{}",
    };
    await writeEntries(page, entries);
    const names = Object.keys(entries);
    const left = () =>
      page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), names);
    // The sweep is scheduled 3 s after the app has opened; the push socket is loaded after that.
    const scheduled = page.waitForResponse(/\/push-socket\.js$/);
    await page.clock.fastForward(3_000);
    await scheduled;
    expect(await left()).toEqual(names);
    await page.clock.fastForward(18_000);
    await expect.poll(left).toEqual(["long", "forever", "foreign"]);
    await writeEntries(page, { short: encodeEntry("x", 1) });
    await page.clock.fastForward(18_000);
    await expect.poll(left).toEqual(["long", "forever", "foreign"]);
    await page.context().close();
  });
});

describe("the login token", () => {
  test("U02 is stored under its two keys as plain strings, with a copy that has an expiry", async () => {
    const page = await device.open("/pages/passport/login");
    await logIn(page, device.origin, "13700000042");
    await waitForTitle(page, "云鲸权益");
    const token = await readEntry(page, "uni_id_token");
    const expired = await readEntry(page, "uni_id_token_expired");
    expect(token.split(".")).toHaveLength(3);
    const claims = claimsOf(token);
    expect(claims).toMatchObject({
      uid: expect.any(String),
      role: expect.any(Array),
      permission: expect.any(Array),
    });
    expect(expired).toMatch(/^\d{13}$/);
    expect(Math.abs(Number(expired) - Number(claims["exp"]) * 1000)).toBeLessThan(1_000);
    await expect.poll(() => readEntry(page, "token")).toMatch(/^yj2!/);
    expect(decodeEntry(await readEntry(page, "token"))).toEqual({ v: token, e: Number(expired) });
    await page.context().close();
  });

  test("U03 renews once by its cookie when expired; without the cookie the login ends", async () => {
    const { browserOptions, token } = await logInMember(device.origin, "13700000043");
    const page = await device.open("/whale.svg", browserOptions);
    const renewals: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/passport/refresh")) renewals.push(request.method());
    });
    /**
     * Leaves the app, whose background tasks would renew the login too, before it changes what is
     * stored.
     */
    const expire = async () => {
      await page.goto(`${device.origin}/whale.svg`);
      await writeEntries(page, { uni_id_token_expired: "1000" });
    };
    const orders = `${device.origin}/pages/user/orders`;
    await inLaterSecond(token);
    await expire();
    await page.goto(orders);
    await waitUntilSettled(page);
    await waitForTitle(page, "订单列表");
    expect(renewals).toEqual(["POST"]);
    expect(await readEntry(page, "uni_id_token")).not.toBe(token);
    expect(Number(await readEntry(page, "uni_id_token_expired"))).toBeGreaterThan(Date.now());

    await expire();
    device.expectFailure(/^\/api\//, "no answer");
    await page.route("**/api/**", (route) => route.abort());
    // The title does not wait for the renewal, which has to be tried before the page is left.
    const tried = page.waitForEvent("console", (message) =>
      message.location().url.endsWith("/passport/refresh"),
    );
    await page.goto(orders);
    await tried;
    await page.getByRole("main").waitFor();
    await waitForTitle(page, "订单列表");

    await expire();
    await page.unroute("**/api/**");
    device.expectFailure(/^\/api\/passport\/refresh$/, 401);
    await page.context().clearCookies();
    renewals.length = 0;
    await page.goto(orders);
    await waitForTitle(page, "用户登录");
    expect(page.url()).toContain(`?referer=${encodeURIComponent("/pages/user/orders")}`);
    expect(renewals).toEqual(["POST"]);
    expect(await readEntry(page, "uni_id_token")).toBe("");

    renewals.length = 0;
    await page.goto(`${device.origin}/pages/user/wallet`);
    await waitForTitle(page, "用户登录");
    expect(renewals).toEqual([]);
    await page.context().close();
  });

  test("U03 is renewed once when a call in a page is refused, and otherwise leads to login", async () => {
    const { browserOptions } = await logInMember(device.origin, "13700000044");
    const page = await device.open("/pages/user/index", browserOptions);
    await waitUntilSettled(page);
    device.expectFailure(/^\/api\//, 401);
    // A call of the background tasks may be the one that is refused.
    const renewed = page.waitForResponse("**/api/passport/refresh");
    await writeEntries(page, { uni_id_token: "a.b.c" });
    await page.getByRole("button", { name: "全部订单" }).click();
    expect((await renewed).status()).toBe(200);
    await waitUntilSettled(page);
    await waitForTitle(page, "订单列表");
    await page.goto(`${device.origin}/whale.svg`);
    await page.context().clearCookies();
    await writeEntries(page, { uni_id_token: "a.b.c" });
    await page.goto(`${device.origin}/pages/user/orders?type=meal`);
    await waitForTitle(page, "用户登录");
    expect(page.url()).toContain(encodeURIComponent("/pages/user/orders?type=meal"));
    await page.context().close();
  });

  test("U04 gives a permission by the role admin, or by its list", async () => {
    const { browserOptions, token } = await logInMember(device.origin, "13700000045");
    const page = await device.open("/whale.svg", browserOptions);
    // The page reads the claims written here; the server still gets the real token.
    await page.route("**/api/**", (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: token } }),
    );
    const claim = (claims: object) =>
      `e30.${Buffer.from(JSON.stringify({ uid: "m", ...claims })).toString("base64url")}.x`;
    for (const [claims, shown] of [
      [{ role: [], permission: [] }, []],
      [{ role: ["vip"], permission: ["devop:debug"] }, ["DEVOP"]],
      [{ role: ["admin"], permission: [] }, ["生成兑换码", "DEVOP"]],
    ] as const) {
      await writeEntries(page, { uni_id_token: claim(claims) });
      await page.goto(`${device.origin}/pages/user/index`);
      await page.getByText(/1\.0\.0（100）/).waitFor();
      const tools = page.getByRole("button", { name: /^(生成兑换码|DEVOP)$/ });
      expect(await tools.allInnerTexts()).toEqual(shown);
    }
    await page.context().close();
  });
});
