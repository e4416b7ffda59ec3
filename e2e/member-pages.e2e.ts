/**
 * Members' pages show correct content: cards on their order, category names, phones, banners and
 * large text.
 */
import { isSlowTier, repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible, freshCode, overflowOf, phone, PHONE, SMALL_PHONE } from "./browser.ts";
import { chooseStore, orderMeal } from "./exchange-steps.ts";
import { enlargeText, openLoggedIn } from "./logged-in.ts";
import { logInByPhone, type Login, stateOf } from "./login.ts";
import { waitUntilSettled } from "./shell/shell.fixture.ts";
import { buyCards, CARD, newPhone, openInWechat, SETTLED_MS } from "./shop/shop.fixture.ts";
import { productOfWorker } from "./worker-product.ts";

const device = phone();
const OWN = "13700009801";
let member: Login;
beforeAll(async () => {
  member = await logInByPhone(device.origin, OWN);
});

describe("an order of cards", () => {
  test("shows its cards, reveals and copies them, and is completed when each card is marked as used", async () => {
    const { page } = await openInWechat(device, newPhone(), CARD, () => "pays");
    await buyCards(page, 2);
    await page.getByRole("heading", { name: "待使用" }).waitFor();
    const cards = page.getByRole("region", { name: "卡券" }).getByRole("listitem");
    expect(await cards.count()).toBe(2);
    for (const place of [0, 1]) {
      const card = cards.nth(place);
      await card.getByRole("button", { name: "查看卡密" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "查看卡密" }).click();
      await card.getByRole("button", { name: "复制" }).first().waitFor();
      await card.getByRole("img", { name: "卡券条形码" }).waitFor();
      await expectAccessible(page);
      await card.getByRole("button", { name: "标记已使用" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "标记已使用" }).click();
      await card.getByRole("img", { name: "已使用" }).waitFor();
    }
    await page.getByRole("heading", { name: "已完成" }).waitFor({ timeout: SETTLED_MS });
  });

  test.runIf(isSlowTier)(
    "shows its cards first in the list, and offers removal in a menu only when it is completed",
    async () => {
      const { page } = await openInWechat(device, newPhone(), CARD, () => "pays");
      await buyCards(page, 1);
      await page.goto(`${device.origin}/pages/user/orders`);
      const order = page.getByRole("list", { name: "订单" }).getByRole("article").first();
      const first = order.getByRole("button").last();
      expect(await first.innerText()).toBe("查看卡密");
      expect(await order.getByRole("button", { name: /更多操作/ }).count()).toBe(0);
      await first.click();
      await page.getByRole("region", { name: "卡券" }).waitFor();
    },
  );
});

describe("a meal", () => {
  test("is ordered with the member's own phone, and its used code is marked", async () => {
    const code = await freshCode(device.origin, "kfc-set");
    const page = await openLoggedIn(device, member, `/pages/exchange/manifest#code=${code}`);
    await chooseStore(page);
    await orderMeal(page);
    await page
      .getByText(/137\*{4}9801/)
      .first()
      .waitFor();
    await page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: 2 * SETTLED_MS });
    await page.getByRole("button", { name: "我已取餐" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "我已取餐" }).click();
    const ticket = page.getByRole("region", { name: "取餐码" });
    await ticket.getByRole("img", { name: "已取餐" }).waitFor();
    expect(await ticket.getByRole("img", { name: /二维码/ }).count()).toBe(0);
    await expectAccessible(page);
  });

  test.runIf(isSlowTier)(
    "lists stores without selecting 离我最近 while no position is known",
    async () => {
      const code = await freshCode(device.origin, "kfc-set");
      const page = await openLoggedIn(device, member, `/pages/exchange/manifest#code=${code}`);
      await page.getByRole("button", { name: /查询/ }).click();
      await page.getByRole("button", { name: /选择门店/ }).click();
      const near = page.getByRole("button", { name: "离我最近" });
      await near.waitFor();
      expect(await near.getAttribute("aria-pressed")).toBe("false");
      await page.context().grantPermissions(["geolocation"]);
      await page.context().setGeolocation({ latitude: 31.23, longitude: 121.47 });
      await near.click();
      await expect.poll(() => near.getAttribute("aria-pressed")).toBe("true");
    },
  );
});

describe("the shop", () => {
  test("shows a category and a brand in the title, and 全部品牌 lists brands", async () => {
    const page = await openLoggedIn(device, member, "/pages/benefit/search?category=movie");
    await page.getByRole("heading", { level: 1, name: "电影" }).waitFor();
    await expect.poll(() => page.title()).toBe("电影");
    await page.goto(`${device.origin}/`);
    await page.getByRole("button", { name: /全部品牌/ }).click();
    await page.getByRole("heading", { level: 1, name: "全部品牌" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("list", { name: "全部品牌" }).getByText("喜茶").click();
    await page.getByRole("heading", { level: 1, name: "喜茶" }).waitFor();
  });
});

test("an operator's login in the member app opens no approving of exchange codes", async () => {
  const page = await device.open("/pages/user/index", {
    storageState: stateOf(productOfWorker().operator),
  });
  const rows = page.getByRole("list", { name: "工作入口" }).getByRole("button");
  await expect.poll(() => rows.allInnerTexts()).toEqual(["DEVOP"]);
  await page.goto(`${device.origin}/pages/exchange/generate`);
  await page.getByRole("heading", { name: "暂无权限" }).waitFor();
  expect(await page.getByRole("tab").count()).toBe(0);
});

/**
 * Returns the texts that their box cuts off: wider or higher than the visible area, and not
 * scrollable.
 */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (node: Element): boolean => {
      const box = node.getBoundingClientRect();
      const style = getComputedStyle(node);
      return box.width > 1 && box.height > 1 && style.visibility !== "hidden";
    };
    const cuts = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
    const ownText = (node: Element): string =>
      [...node.childNodes]
        .filter((child) => child.nodeType === Node.TEXT_NODE)
        .map((child) => child.textContent?.trim() ?? "")
        .join("");
    return [...document.querySelectorAll("body *")]
      .filter((node) => node.closest("svg, [aria-hidden='true'], .sr-only") === null)
      .filter((node) => ownText(node) !== "" && isSeen(node))
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        for (
          let box: Element | null = node;
          box && box !== document.body;
          box = box.parentElement
        ) {
          const style = getComputedStyle(box);
          const edge = box.getBoundingClientRect();
          if (edge.width <= 1 || edge.height <= 1) return [];
          const isWide = text.right > edge.right + 1 || text.left < edge.left - 1;
          const isHigh = text.bottom > edge.bottom + 1 || text.top < edge.top - 1;
          if (style.overflowX === "auto" || style.overflowX === "scroll") return [];
          if (style.overflowY === "auto" || style.overflowY === "scroll") return [];
          if ((cuts(style.overflowX) && isWide) || (cuts(style.overflowY) && isHigh)) {
            return [`${ownText(node).slice(0, 30)} in ${box.className}`];
          }
        }
        return [];
      });
  });

describe("text at 200 %", () => {
  const paths = [
    "/",
    "/pages/user/ordtype",
    "/pages/user/index",
    "/pages/user/orders",
    "/pages/user/coupons",
    "/pages/user/coupons?kind=card",
    "/pages/user/score",
    "/pages/user/wallet",
    "/pages/benefit/search",
    "/pages/benefit/search?category=movie",
    "/pages/benefit/search?brands=1",
    "/pages/benefit/detail?id=didi-pack",
    "/pages/exchange/manifest",
    "/pages/user/help",
    "/pages/user/settings",
    "/pages/user/messages",
    "/pages/invite/reward",
    "/pages/region/choose?mode=city",
  ];
  let demo: Login;
  beforeAll(async () => {
    demo = await logInByPhone(device.origin, "13800000001");
  });

  // The smallest phone has the least space for it.
  const phones = [
    ["320", SMALL_PHONE],
    ["390", PHONE],
  ] as const;

  test.each(phones.slice(0, repeatCount({ suite: 1, slow: 2 })))(
    "is not cut off on any page at %s px",
    async (_, viewport) => {
      const page = await openLoggedIn(device, demo, "/pages/passport/terms", { viewport });
      for (const path of paths) {
        await page.goto(device.origin + path);
        await waitUntilSettled(page);
        await enlargeText(page);
        expect({ path, cut: await cutTexts(page), aside: await overflowOf(page) }).toEqual({
          path,
          cut: [],
          aside: 0,
        });
      }
    },
  );
});
