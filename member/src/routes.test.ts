/**
 * Holds M09 and M16: the spec's table, word for word, and a file for every page at the path its URL
 * says.
 */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { pageLoaders } from "./page-loaders.ts";
import { pages } from "./routes.ts";

const spec = `
/ 云鲸权益 yes 首页
/pages/user/ordtype 我的订单 yes 订单列表
/pages/user/index 我的 yes 我的
/pages/user/orders 订单列表 yes
/pages/passport/login 用户登录 no
/pages/passport/login_out 注销中... no
/pages/user/coupons 我的卡包 yes
/pages/user/score 积分兑换 yes
/pages/user/score_log 积分明细 yes
/pages/user/balance_log 余额明细 yes
/pages/invite/poster 推广海报 yes
/pages/invite/reward 邀请明细 yes
/pages/user/wallet 我的钱包 yes
/pages/exchange/manifest 兑换页面 no
/pages/exchange/kfc KFC兑换 no
/pages/exchange/ordetail 订单详情 no
/pages/exchange/generate Generater yes
/pages/region/choose 选择地址 no
/pages/biz/go 跳转中... yes
/exception/report 迷路了~ yes
/pages/devop/debug DEVOP yes`;

test("M09 the 21 routes stand with the spec's paths, titles and login rules", () => {
  const rows = pages.map(({ path, title, login, tab }) => [path, title, login ? "yes" : "no", tab]);
  expect(rows.slice(0, 21).map((row) => row.filter(Boolean).join(" "))).toEqual(
    spec.trim().split("\n"),
  );
  expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length);
});

test("M09 every page lies at the path its URL says", () => {
  const fileOf = (path: string) =>
    `${import.meta.dirname}${path === "/" ? "/pages/index/index" : path}.tsx`;
  expect(pages.filter((page) => !existsSync(fileOf(page.path)))).toEqual([]);
  for (const { path } of pages)
    expect(pageLoaders[path].toString()).toContain(path === "/" ? "/pages/index/index" : path);
});
