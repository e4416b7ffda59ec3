/** The list of all pictures in docs/screenshots: page, viewer and steps of each. */
import type { Page } from "playwright-core";
import { pages } from "../../member/src/routes.ts";
import { chooseBeyond, chooseStore, orderMeal } from "../exchange-steps.ts";
import { batchShots } from "./batch-shots.ts";
import type { Shot, ShotContext } from "./shot.ts";

const DESKTOP = { width: 1440, height: 900 } as const;
const SMALL_PHONE = { width: 320, height: 568 } as const;
const PICKUP_MS = 60_000;

/** `pages/user-orders` for `/pages/user/orders`. */
export const fileOf = (path: string): string =>
  path === "/" ? "pages/home" : `pages/${path.replace(/^\/(pages\/)?/, "").replaceAll("/", "-")}`;

const openCode = async (
  page: Page,
  { origin, code }: ShotContext,
  target: "kfc-set" | "kfc-value-50",
) => page.goto(`${origin}/pages/exchange/manifest#code=${await code(target)}`);

async function openMenu(page: Page, stage: ShotContext): Promise<void> {
  await openCode(page, stage, "kfc-value-50");
  await page.getByRole("button", { name: /查询/ }).click();
  await page.getByRole("button", { name: /选择门店/ }).click();
  await page.getByRole("button", { name: "点餐" }).first().click();
}

async function addMeal(page: Page, stage: ShotContext): Promise<void> {
  await openCode(page, stage, "kfc-set");
  await chooseStore(page);
  await orderMeal(page, "13912345678");
  await page.getByRole("region", { name: "取餐码" }).waitFor({ timeout: PICKUP_MS });
}

/** Opens the third step of a meal of 60 yuan on a voucher of 50. */
async function openPickup(page: Page, stage: ShotContext): Promise<void> {
  await openCode(page, stage, "kfc-value-50");
  await chooseBeyond(page);
  await page.getByRole("button", { name: "核对订单" }).waitFor();
}

/** Buys a card from the balance. */
async function buyCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "立即购买" }).click();
  const sheet = page.getByRole("dialog", { name: "确认订单" });
  await sheet.getByRole("switch", { name: "余额" }).click();
  await sheet.getByRole("button", { name: /用余额支付/ }).click();
  await page
    .getByRole("dialog", { name: "支付成功" })
    .getByText(/张卡券已就绪/)
    .waitFor();
}

/** Writes a ticket, and opens it or the list of tickets. */
const writeTicket =
  (file: "ticket" | "tickets") =>
  async (page: Page, { origin }: ShotContext) => {
    await page.goto(`${origin}/pages/user/ask`);
    await page.getByLabel("问题说明").fill("下单后卡券没有显示，门店也查不到，请帮我看一下");
    await page.getByRole("button", { name: "提交" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/user/ticket");
    if (file === "tickets") await page.goto(`${origin}/pages/user/tickets`);
  };

/** Buys a card and fills in the request of its invoice; or sends it, and opens the list. */
const askForInvoice =
  (file: "invoice" | "invoices") =>
  async (page: Page, { origin }: ShotContext) => {
    await page.goto(`${origin}/pages/benefit/detail?id=kfc-cash`);
    await buyCard(page);
    await page.getByRole("button", { name: "查看订单" }).click();
    await page.getByRole("button", { name: /发票/ }).click();
    await page.getByRole("button", { name: "企业", exact: true }).click();
    await page.getByLabel("发票抬头").fill("云上科技有限公司");
    await page.getByLabel("税号").fill("91440300708461136T");
    if (file === "invoice") return;
    await page.getByRole("button", { name: /申请开票/ }).click();
    await page.getByText("待开票").waitFor();
    await page.goto(`${origin}/pages/user/invoices`);
    await page.getByText("待开票").waitFor();
  };

/** What a page of the route table needs besides its path; other pages need nothing. */
const SPECIAL: Readonly<Record<string, Partial<Omit<Shot, "file" | "title" | "section">>>> = {
  "/pages/passport/login": { viewer: "visitor" },
  "/pages/passport/terms": { viewer: "visitor" },
  "/pages/exchange/manifest": {
    viewer: "visitor",
    steps: async (page, stage) => {
      await openCode(page, stage, "kfc-value-50");
      await page.getByRole("button", { name: /查询/ }).click();
      await page.getByRole("button", { name: /选择门店/ }).waitFor();
    },
  },
  "/pages/exchange/kfc": { viewer: "visitor", steps: openMenu },
  "/pages/exchange/ordetail": { viewer: "visitor", steps: addMeal },
  "/pages/exchange/generate": { viewer: "dealer" },
  "/pages/region/choose": { viewer: "visitor" },
  "/pages/biz/go": { path: "/pages/biz/go?linkId=delivery-mini" },
  "/exception/report": { path: "/exception/report?referer=%2Fpages%2Fnowhere" },
  "/pages/devop/debug": { viewer: "operator" },
  "/pages/user/invoice": { steps: askForInvoice("invoice") },
  "/pages/user/invoices": { steps: askForInvoice("invoices") },
  "/pages/user/tickets": { steps: writeTicket("tickets") },
  "/pages/user/ticket": { steps: writeTicket("ticket") },
  "/pages/benefit/detail": { path: "/pages/benefit/detail?id=kfc-cash" },
};

/** Pages that redirect at once and have no picture of their own. */
export const PASSING: ReadonlySet<string> = new Set(["/pages/passport/login_out"]);

const ofPages: readonly Shot[] = pages
  .filter(({ path }) => !PASSING.has(path))
  .map(({ path, title }) => ({
    file: fileOf(path),
    title,
    path,
    viewer: "member",
    section: "pages",
    ...SPECIAL[path],
  }));

const sheets: readonly Shot[] = [
  {
    file: "pages/sheet-confirm",
    title: "Confirming an order",
    path: "/pages/benefit/detail?id=kfc-cash",
    viewer: "member",
    section: "sheets",
    steps: async (page) => {
      await page.getByRole("button", { name: "立即购买" }).click();
      await page
        .getByRole("dialog", { name: "确认订单" })
        .getByRole("button", { name: /提交订单|支付/ })
        .waitFor();
    },
  },
  {
    file: "pages/sheet-coupons",
    title: "Choosing a coupon, with the reason why one does not fit",
    path: "/pages/benefit/detail?id=kfc-cash",
    viewer: "member",
    section: "sheets",
    steps: async (page) => {
      await page.getByRole("button", { name: "立即购买" }).click();
      const sheet = page.getByRole("dialog", { name: "确认订单" });
      await sheet.getByRole("button", { name: /优惠券/ }).click();
    },
  },
  {
    file: "pages/sheet-paid",
    title: "After payment: the cards are ready",
    path: "/pages/benefit/detail?id=kfc-cash",
    viewer: "member",
    section: "sheets",
    steps: buyCard,
  },
  {
    file: "pages/kfc-pickup",
    title: "KFC exchange, pickup: the price difference in the dock",
    path: "/pages/exchange/manifest",
    viewer: "visitor",
    section: "sheets",
    steps: openPickup,
  },
  {
    file: "pages/kfc-pickup-320",
    title: "The same, 320 × 568",
    path: "/pages/exchange/manifest",
    viewer: "visitor",
    section: "sheets",
    viewport: SMALL_PHONE,
    steps: openPickup,
  },
  {
    file: "pages/closing-ask",
    title: "Closing an account that nothing blocks: what is lost",
    path: "/pages/user/closing",
    viewer: "newcomer",
    section: "sheets",
  },
  ...batchShots,
  {
    file: "pages/devop-gallery",
    title: "The developer page's list of dialogs",
    path: "/pages/devop/debug?show=gallery",
    viewer: "operator",
    section: "sheets",
  },
  {
    file: "pages/search-results",
    title: "Results of a search",
    path: "/pages/benefit/search?q=kfc",
    viewer: "member",
    section: "sheets",
    steps: async (page) => {
      await page.getByRole("searchbox", { name: "搜索权益" }).fill("肯德基");
      await page.getByRole("button", { name: "搜索", exact: true }).click();
      await page.getByRole("list", { name: "权益" }).getByRole("listitem").first().waitFor();
    },
  },
  {
    file: "pages/wallet-cards",
    title: "Cards in the wallet",
    path: "/pages/user/coupons?tab=cards",
    viewer: "member",
    section: "sheets",
    steps: (page) => page.getByRole("tab", { name: /卡券/ }).first().click(),
  },
];

const states: readonly Shot[] = [
  {
    file: "pages/state-empty",
    title: "Nothing to list",
    path: "/pages/user/orders",
    viewer: "newcomer",
    section: "states",
  },
  {
    file: "pages/state-no-result",
    title: "Nothing found",
    path: "/pages/benefit/search",
    viewer: "member",
    section: "states",
    steps: async (page) => {
      await page.getByRole("searchbox", { name: "搜索权益" }).fill("没有这样的权益");
      await page.getByRole("button", { name: "搜索", exact: true }).click();
    },
  },
  {
    file: "pages/state-error",
    title: "Failed to load",
    path: "/whale.svg",
    viewer: "member",
    section: "states",
    steps: async (page, { origin }) => {
      await page.route(/\/api\/orders(\?|$)/, (route) => route.fulfill({ status: 500, body: "" }));
      await page.goto(`${origin}/pages/user/orders`);
      await page
        .getByRole("button", { name: /重试|重新加载/ })
        .first()
        .waitFor();
    },
  },
  {
    file: "pages/state-offline",
    title: "Offline",
    path: "/pages/user/orders",
    viewer: "member",
    section: "states",
    steps: async (page) => {
      await page.waitForFunction(() =>
        Object.keys(localStorage).some((key) => key.startsWith('read:["orders","list"')),
      );
      await page.route("**/api/**", (route) => route.abort());
      await page.reload();
      await page.getByText(/没有网络，显示 \d\d:\d\d 的内容/).waitFor();
    },
  },
  {
    file: "pages/state-no-permission",
    title: "No permission",
    path: "/pages/exchange/generate",
    viewer: "newcomer",
    section: "states",
  },
  {
    file: "pages/state-no-page",
    title: "No such page",
    path: "/pages/nowhere",
    viewer: "member",
    section: "states",
  },
  {
    file: "pages/state-unsupported",
    title: "A browser that is too old",
    path: "/unsupported.html#%2Fpages%2Fexchange%2Fmanifest",
    viewer: "visitor",
    section: "states",
  },
];

const desktop: readonly Shot[] = [
  ["pages/desktop-home", "Home, 1440 × 900", "/"],
  ["pages/desktop-benefit", "Benefit, 1440 × 900", "/pages/benefit/detail?id=kfc-cash"],
  ["pages/desktop-orders", "Orders, 1440 × 900", "/pages/user/orders"],
].map(([file = "", title = "", path = ""]) => ({
  file,
  title,
  path,
  viewer: "member",
  section: "desktop",
  viewport: DESKTOP,
}));

export const shots: readonly Shot[] = [...ofPages, ...sheets, ...states, ...desktop];
