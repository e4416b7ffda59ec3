/**
 * The route table as data: the pages of the product spec and those added in its style, each with
 * path, title and login rule. The only list of pages; page-loaders.ts loads them.
 */

/** The props of every page: its query parameters (M10) and its fragment without `#`. */
export type PageProps = {
  readonly query: Readonly<Partial<Record<string, string>>>;
  readonly hash: string;
};

/**
 * The style of the custom bar (web only): on the page's ground, white, brand blue, or `over` =
 * transparent above the page's own blue header, blue once scrolled; `brand` is `over` with mark and
 * name in place of the title.
 */
export type BarStyle = "ground" | "surface" | "sea" | "over" | "brand";

type PageFields = {
  readonly path: string;
  readonly title: string;
  /** True when the page requires a stored token. */
  readonly login: boolean;
  /** The label in the tab bar; only tab pages have one. */
  readonly tab?: "首页" | "订单列表" | "我的";
  readonly bar: BarStyle;
  /**
   * True when the page uses TanStack Query: its provider loads with the page, never with the first
   * view of other pages.
   */
  readonly queries: boolean;
  /**
   * Names of the query parameters that say what the page shows to every member. Only such a page is
   * shared as itself although it requires login; other parameters may be private and are dropped.
   */
  readonly shared?: readonly string[];
};

export const HOME = "/";
export const LOGIN = "/pages/passport/login";
export const LOGOUT = "/pages/passport/login_out";
export const NOT_FOUND = "/exception/report";

/** `/` and this are one page (M09). */
export const HOME_ALIAS = "/pages/index/index";

/**
 * Paths that require login in addition to those marked in the table (M11); the login pages never
 * do.
 */
export const guardedPatterns: readonly RegExp[] = [];

const shown = { login: true, bar: "ground", queries: false } as const;

const table = [
  {
    ...shown,
    path: HOME,
    title: "云鲸权益",
    tab: "首页",
    bar: "brand",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/ordtype",
    title: "我的订单",
    tab: "订单列表",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/index",
    title: "我的",
    tab: "我的",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/orders",
    title: "订单列表",
    queries: true,
  },
  {
    ...shown,
    path: LOGIN,
    title: "用户登录",
    login: false,
    bar: "over",
  },
  {
    ...shown,
    path: LOGOUT,
    title: "注销中...",
    login: false,
  },
  {
    ...shown,
    path: "/pages/user/coupons",
    title: "我的卡包",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/score",
    title: "积分兑换",
    bar: "sea",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/score_log",
    title: "积分明细",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/balance_log",
    title: "余额明细",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/invite/poster",
    title: "推广海报",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/invite/reward",
    title: "邀请明细",
    bar: "surface",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/wallet",
    title: "我的钱包",
    bar: "surface",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/exchange/manifest",
    title: "兑换页面",
    login: false,
    bar: "sea",
  },
  {
    ...shown,
    path: "/pages/exchange/kfc",
    title: "KFC兑换",
    login: false,
    bar: "surface",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/exchange/ordetail",
    title: "订单详情",
    login: false,
    bar: "sea",
  },
  {
    ...shown,
    path: "/pages/exchange/generate",
    title: "Generater",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/region/choose",
    title: "选择地址",
    login: false,
    bar: "surface",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/biz/go",
    title: "跳转中...",
    queries: true,
  },
  { ...shown, path: NOT_FOUND, title: "迷路了~" },
  {
    ...shown,
    path: "/pages/devop/debug",
    title: "DEVOP",
    queries: true,
  },
  // Added beyond the spec, in its style.
  {
    ...shown,
    path: "/pages/benefit/detail",
    title: "权益详情",
    bar: "surface",
    queries: true,
    shared: ["id"],
  },
  {
    ...shown,
    path: "/pages/benefit/search",
    title: "搜索权益",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/coupon/center",
    title: "领券中心",
    queries: true,
    shared: ["category"],
  },
  {
    ...shown,
    path: "/pages/user/messages",
    title: "消息中心",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/settings",
    title: "设置",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/topup",
    title: "充值",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/withdraw",
    title: "提现",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/security",
    title: "支付安全",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/closing",
    title: "注销账号",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/help",
    title: "帮助客服",
    login: false,
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/tickets",
    title: "我的工单",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/ticket",
    title: "工单详情",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/invoices",
    title: "我的发票",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/invoice",
    title: "发票",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/user/ask",
    title: "联系客服",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/passport/terms",
    title: "协议",
    login: false,
    bar: "surface",
    queries: true,
  },
  {
    ...shown,
    path: "/pages/index/preview",
    title: "云鲸权益",
    login: false,
    bar: "brand",
  },
] as const satisfies readonly PageFields[];

/** The path of a page, as the table has it. */
export type PagePath = (typeof table)[number]["path"];
export type Page = PageFields & { readonly path: PagePath };

export const pages: readonly Page[] = table;
