/**
 * The pages of customer service in their states, and the prompts and forms that they open: empty,
 * failed, still loading; each without an accessibility fault, and with the focus back in its place.
 */
import { isSlowTier, repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page, Route } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { freshCode, holdRequests } from "../browser.ts";
import { createMember, dataAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodAtBothWidths, goTo, settled } from "./console.fixture.ts";
import { hasFocus } from "./keyboard.ts";

const browser = consoleBrowser();
const { origin } = browser;
const EMPTY_LIST = { status: true, code: "OK", msg: "成功", data: { list: [] } };
const REQUEST_ID = "01a20758-0991-76a8-b4e0-86cc69630b00";
const OUTAGE = {
  status: false,
  code: "OUTAGE",
  msg: "服务繁忙，请稍后再试",
  requestId: REQUEST_ID,
};

/** The lead's pages are opened one after the other in one tab. */
let page: Page;
const shown = { memberNo: "", codeId: "", orderNo: "" };
beforeAll(async () => {
  shown.memberNo = (await createMember()).memberNo;
  const code = await freshCode(origin, "kfc-value-50");
  type Codes = { readonly list: readonly { readonly codeId: string }[] };
  const found = await dataAs<Codes>("lead", "POST", "/codes/lookup", { code });
  shown.codeId = found.list[0]?.codeId ?? "";
  type Orders = { readonly list: readonly { readonly orderNo: string }[] };
  const orders = await dataAs<Orders>("lead", "GET", "/orders?display=ready&pageSize=20");
  shown.orderNo = orders.list[0]?.orderNo ?? "";
  page = await browser.openAs("lead", "/");
});
afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

const open = async (path: string): Promise<void> => {
  await page.goto(`${origin}/console${path}`);
};

/**
 * The lists with the operation that fills them. They share their states; the suite looks at a plain
 * list and one with a panel.
 */
const allLists = [
  ["/orders", "/orders"],
  ["/desk", "/desk"],
  ["/approvals", "/approvals"],
  ["/members", "/members"],
  ["/payments", "/payments"],
  ["/tickets", "/tickets"],
  ["/alerts", "/alert-queue"],
] as const;
const lists = allLists.slice(0, repeatCount({ suite: 2, slow: allLists.length }));

const listOf = (path: string) => (url: URL) => url.pathname === `/console/api${path}`;

test.each(lists)("%s says that there is nothing", async (path, operation) => {
  await page.route(listOf(operation), (route: Route) => route.fulfill({ json: EMPTY_LIST }));
  await open(path);
  await settled(page);
  await page.getByRole("status").getByRole("heading", { level: 2 }).first().waitFor();
  await expectGoodAtBothWidths(page);
});

test.each(lists)("%s says that it failed, and loads again", async (path, operation) => {
  browser.expectFailure(new RegExp(operation), 503);
  await page.route(listOf(operation), (route: Route) =>
    route.fulfill({ status: 503, json: OUTAGE }),
  );
  await open(path);
  await page.getByRole("alert").getByText("没有取到内容").waitFor();
  await page.getByText(REQUEST_ID).waitFor();
  await expectGoodAtBothWidths(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "重新载入" }).click();
  await page.getByRole("alert").getByText("没有取到内容").waitFor({ state: "detached" });
});

test.each([
  ["/orders", "/orders"],
  ["/approvals", "/approvals"],
] as const)("%s shows grey lines while it loads", async (path, operation) => {
  const answer = await holdRequests(page, listOf(operation));
  await open(path);
  // The frame and the head of the page are there; the list loads.
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByLabel("载入中").first().waitFor();
  await expectGoodAtBothWidths(page);
  answer();
  await settled(page);
});

/**
 * The prompts and forms of a page: the button that opens each, and its title. The suite opens the
 * first one of each page.
 */
const allPrompts = [
  ["order", "备注", "备注"],
  ["order", "发补偿券", "发补偿券"],
  ["member", "备注", "添加备注"],
  ["member", "标签", "修改标签"],
  ["member", "提议调账", /调账/],
  ["member", "发券", /发券/],
  ["member", "冻结余额", "冻结余额"],
  ["code", "延长", "延长有效期"],
  ["code", "冻结", "冻结兑换码"],
  ["code", "作废…", "提议作废"],
  ["answers", "新建回复", "新建常用回复"],
  ["shell", "快捷键", "快捷键"],
] as const;
const prompts = allPrompts.filter(
  ([place], index) => isSlowTier || allPrompts.findIndex(([first]) => first === place) === index,
);
const pathOf = (place: (typeof allPrompts)[number][0]): string => {
  switch (place) {
    case "order":
      return `/orders/${shown.orderNo}`;
    case "member":
      return `/members/${shown.memberNo}`;
    case "code":
      return `/codes/${shown.codeId}`;
    case "answers":
      return "/tickets?tab=answers";
    case "shell":
      return "/";
    default:
      return place satisfies never;
  }
};

test.each(prompts)("on the page of %s, %s opens %s and gives the focus back", async (...row) => {
  const [place, name, title] = row;
  const path = pathOf(place);
  if (!page.url().endsWith(`/console${path}`)) await goTo(page, path);
  const opener = page.getByRole("button", { name, exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.waitFor();
  const confirm = dialog.getByRole("button").last();
  // The marks of missing fields belong to what is looked at.
  if (place !== "shell" && place !== "answers") await confirm.click();
  await expectGoodAtBothWidths(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(opener)).toBe(true);
});
