/** The list of the console's pictures: page, viewer and steps of each. */
import type { Page } from "playwright-core";
import { pages } from "../../console/src/app/pages.ts";
import type { OperatorRole } from "../console/operator-login.ts";

export type ConsolePicture = {
  /** Name of the file below docs/screenshots/console, without `.png`. */
  readonly file: string;
  readonly title: string;
  /** Below /console; `$orderNo` and the like stand for a record of the laid out work. */
  readonly path: string;
  readonly as?: OperatorRole;
  /** At 1024 × 768 instead of 1440 × 900. */
  readonly isNarrow?: true;
  /** Steps between the opened page and the picture. */
  readonly steps?: (page: Page) => Promise<unknown>;
};

/** `home` for `/`, `orders-one` for `/orders/$orderNo`, `goods-new` for `/goods/new`. */
export const fileOf = (path: string): string =>
  path === "/"
    ? "home"
    : path
        .slice(1)
        .replaceAll(/\/\$\w+/g, "-one")
        .replaceAll("/", "-");

const openFirst = (page: Page) => page.getByRole("row").nth(1).getByRole("button").first().click();

const openSegmentForm = (page: Page) =>
  page.getByRole("button", { name: "新建人群" }).first().click();

const states: readonly ConsolePicture[] = [
  { file: "login", title: "登录", path: "/login" },
  {
    file: "search",
    title: "⌘K 全局搜索",
    path: "/",
    steps: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("0001");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    file: "approval",
    title: "一条提议",
    path: "/approvals",
    steps: (page) =>
      page.getByRole("listitem").getByRole("button").filter({ hasText: "剩" }).first().click(),
  },
  {
    file: "figures-month",
    title: "经营数据，近 30 天",
    path: "/figures?span=month&figure=margin",
    isNarrow: true,
  },
  { file: "withdrawal", title: "一笔提现", path: "/withdrawals", steps: openFirst },
  { file: "ticket", title: "一张工单", path: "/tickets", steps: openFirst },
  { file: "dealer", title: "一位经销商的对账单", path: "/dealers", steps: openFirst },
  { file: "invoice", title: "一张发票", path: "/invoices", steps: openFirst },
  { file: "setting", title: "一个参数", path: "/settings", steps: openFirst },
  { file: "switches", title: "功能开关与维护公告", path: "/settings?tab=switches" },
  { file: "goods-contract", title: "商品的供应与履约", path: "/goods/$benefitId?tab=contract" },
  {
    file: "contract-form",
    title: "新增履约合约",
    path: "/contracts",
    steps: (page) => page.getByRole("button", { name: "新增合约" }).first().click(),
  },
  { file: "dining-menu", title: "一个品牌的菜单", path: "/dining?tab=menu", isNarrow: true },
  { file: "help-articles", title: "帮助文章", path: "/content?tab=help" },
  { file: "job-list", title: "定时任务", path: "/jobs?tab=jobs" },
  { file: "moderation-words", title: "词库", path: "/moderation?tab=words" },
  { file: "desk-order", title: "客服处理的一单", path: "/desk", steps: openFirst },
  { file: "risk-case", title: "一个风控案件", path: "/risk", steps: openFirst },
  { file: "risk-rules", title: "风控规则", path: "/risk?tab=rules", isNarrow: true },
  {
    file: "risk-rule",
    title: "修改一条风控规则",
    path: "/risk?tab=rules",
    steps: openFirst,
  },
  { file: "send", title: "一次批量发放", path: "/sends", steps: openFirst },
  { file: "send-form", title: "批量发券", path: "/sends?form=coupon&templateId=$templateId" },
  { file: "segment-form", title: "新建人群", path: "/audiences", steps: openSegmentForm },
  { file: "message-templates", title: "消息模板", path: "/messages?tab=templates" },
  { file: "risk-lists", title: "风控名单", path: "/risk?tab=lists" },
  { file: "no-permission", title: "没有权限的页面", path: "/withdrawals", as: "marketing" },
  { file: "narrow-order", title: "订单详情，1024 像素", path: "/orders/$orderNo", isNarrow: true },
  { file: "narrow-orders", title: "订单，1024 像素", path: "/orders?span=30", isNarrow: true },
];

/** Pages of operators and roles are for administrators. */
const viewerOf = (path: string): { readonly as?: OperatorRole } =>
  path === "/operators" ? { as: "admin" } : {};

export const consolePictures: readonly ConsolePicture[] = [
  ...pages.map(({ path, label }) => ({
    file: fileOf(path),
    title: label,
    path,
    ...viewerOf(path),
  })),
  ...states,
];

/** The journey of `e2e/console/new-shop-journey.ts`, in its order. */
export const journeyPictures = [
  { file: "new-shop-roles", title: "授权：第二位管理员同意" },
  { file: "new-shop-goods", title: "第一个商品的草稿" },
  { file: "new-shop-stock", title: "卡密入库前的试运行" },
  { file: "new-shop-home", title: "第一版首页" },
  { file: "new-shop-agreement", title: "用户协议的草稿" },
  { file: "new-shop-campaign", title: "活动的试算与提交" },
  { file: "new-shop-order", title: "会员的第一笔订单" },
  { file: "new-shop-refund", title: "退一份" },
  { file: "new-shop-bill", title: "当天的渠道账单与我方一致" },
  { file: "new-shop-report", title: "营业账单与账本差 0.00" },
] as const;
