// @vitest-environment node
/** Tests the server's render of first views: which addresses, from which reads, and how often. */
import type { FirstViewCity } from "@yunjing/contract/first-view";
import { operations } from "@yunjing/contract/operations";
import { describe, expect, test } from "vitest";
import { sampleAnswer } from "./answers.fixture.ts";
import { build, furtherReads, paths, plan, platformOf, render } from "./render.tsx";

const HANGZHOU = { code: "330100", name: "杭州市" };
const planOf = (address: string, city?: FirstViewCity) => {
  const [path = "", query = ""] = address.split("?");
  return plan(path, new URLSearchParams(query), city);
};
const rendered = (
  address: string,
  platform: "web" | "mp-weixin-web" = "web",
  city?: FirstViewCity,
) => {
  const planned = planOf(address, city);
  if (!planned) throw new Error("not planned");
  const first = planned.reads.map(sampleAnswer);
  const further = furtherReads(planned, first).map(sampleAnswer);
  return render(planned, platform, [...first, ...further]);
};
/** An address of each page. */
const addresses = paths.map((path) => (path === "/pages/benefit/detail" ? `${path}?id=b1` : path));

describe.each(addresses)("%s", (path) => {
  test("reads only what anyone may read", () => {
    const planned = planOf(path);
    const first = planned?.reads ?? [];
    const further = planned ? furtherReads(planned, first.map(sampleAnswer)) : [];
    for (const { topic, operation } of [...first, ...further]) {
      const found = operations.find((each) => each.topic === topic && each.name === operation);
      expect(found).toMatchObject({ caller: "anyone", method: "GET" });
    }
  });

  test("renders the same again, with its title and the platform's own bar", () => {
    const web = rendered(path);
    expect(web.html).toMatch(new RegExp(`<header[^]*${web.title}</h1>`));
    expect(rendered(path, "mp-weixin-web").html).toContain('<header class="sr-only">');
    expect(rendered(path)).toEqual(web);
    expect(web.share.description).not.toBe("");
  });
});

test.each([
  "/pages/exchange/manifest?code=ABCD12",
  "/pages/exchange/manifest?session=s",
  "/pages/exchange/manifest?resume=1",
  "/pages/passport/login?state=s&code=c",
  "/pages/exchange/kfc?session=s",
  "/pages/exchange/kfc?buy=1",
  "/pages/benefit/detail",
  "/pages/benefit/detail?id=b1&sku=s1",
  "/pages/benefit/detail?id=<b>",
  "/pages/benefit/search?keyword=kfc",
  "/pages/benefit/search?coupon=c1",
  "/pages/benefit/search?category=<b>",
  "/pages/user/wallet",
])("%s is not rendered, because it depends on the visitor", (address) => {
  expect(planOf(address)).toBeUndefined();
});

test("parameters that a page does not show are not rendered, unknown values are one", () => {
  const login = planOf("/pages/passport/login?referer=/pages/user/wallet");
  expect(login).toEqual(planOf("/pages/passport/login"));
  expect(planOf("/pages/passport/terms?type=<x>")).toEqual(planOf("/pages/passport/terms"));
  expect(planOf("/pages/passport/terms?type=privacy")?.query).toEqual({ type: "privacy" });
});

test("an agreement is rendered from its answer, as text and in the shop's time zone", () => {
  const { html } = rendered("/pages/passport/terms?type=privacy");
  expect(html).toContain("第 3 版，2026-11-01 起生效");
  expect(html).toContain("&lt;b&gt;我们&lt;/b&gt;");
  expect(html).toContain("云鲸</p>");
});

test("home is rendered for the chosen city, by either of its names, and only for members", () => {
  const none = rendered("/");
  expect(none).toMatchObject({
    isGuarded: true,
    storedKeys: ["newcomer", "city"],
    data: { cityCode: null },
  });
  expect(none.html).toContain("当前城市 上海");
  expect(none.html).toContain("&lt;b&gt;话费&lt;/b&gt;充值");
  expect(none.share).toEqual({ title: "云鲸会员", description: "吃喝出行" });
  expect(planOf("/pages/index/index")).toEqual(planOf("/"));
  const chosen = rendered("/", "web", HANGZHOU);
  expect(chosen).toMatchObject({ storedKeys: ["newcomer"], data: { cityCode: "330100" } });
  expect(chosen.html).toContain("当前城市 杭州");
  expect(planOf("/", HANGZHOU)?.reads.map(({ input }) => input["regionCode"])).toEqual([
    "330100",
    "330100",
    undefined,
  ]);
  // Nothing of the city before remains.
  expect(rendered("/")).toEqual(none);
});

test("of home's long list the first view shows and sends what is on the first screens", () => {
  const planned = planOf("/");
  if (!planned) throw new Error("not planned");
  const longer = planned.reads.map(sampleAnswer).map((answer) => {
    if (answer.operation !== "benefits") return answer;
    const { list } = answer.data as { list: readonly object[] };
    const many = Array.from({ length: 20 }, (_, at) => ({ ...list[0], benefitId: `b${at}` }));
    return { ...answer, data: { ...Object(answer.data), list: many, nextCursor: "c" } };
  });
  const { data } = render(planned, "web", longer);
  const sent = data.answers.find(({ operation }) => operation === "benefits");
  expect(sent?.data).toMatchObject({ list: { length: 4 } });
  // Without the cursor the client does not read on behind the items that are left out.
  expect(sent?.data).not.toHaveProperty("nextCursor");
});

test("a countdown stands still in a first view, so it shows no time", () => {
  expect(rendered("/").html).toMatch(/role="timer" aria-label="距结束">/);
  expect(rendered("/").html).toContain("<b>--</b>");
});

test("a benefit is shared as its operators say, and its stores are read with it", () => {
  const address = "/pages/benefit/detail?id=b1&coupon=own-coupon";
  const view = rendered(address);
  expect(view.share).toEqual({
    title: "话费",
    description: "九折",
    picturePath: "/pictures/p/share.jpg",
  });
  expect(view.data.answers.map(({ operation }) => operation)).toEqual([
    "benefit",
    "templates",
    "stores",
  ]);
  expect(view.storedKeys).toEqual(["buying:b1", "newcomer", "city"]);
  // The coupon of a member is not in it.
  expect(JSON.stringify(view)).not.toContain("own-coupon");
});

test("a category, a brand and all brands are named in the title; an unknown one is not rendered", () => {
  const search = (query: string) => rendered(`/pages/benefit/search?${query}`);
  expect(search("category=food")).toMatchObject({ title: "餐饮", data: { title: "餐饮" } });
  expect(search("category=food").html).toContain("餐饮</h1>");
  expect(search("brand=kfc").title).toBe("肯德基");
  expect(search("brands=1").title).toBe("全部品牌");
  expect(search("all=1").data.title).toBeUndefined();
  expect(() => search("category=none")).toThrow("is not one of the categories");
  // Only the page before any search shows what was searched before.
  expect(rendered("/pages/benefit/search").storedKeys).toContain("searches");
  expect(search("category=food").storedKeys).toEqual(["city"]);
});

test("the coupon centre shows what every member may claim, for a known category", () => {
  expect(rendered("/pages/coupon/center").html).toContain("满 30 减 5");
  const food = rendered("/pages/coupon/center?category=food");
  expect(food.share.description).toContain("餐饮优惠券");
  expect(food.data.answers[0]?.queryKey).toEqual([
    "coupons",
    "templates",
    "pages",
    { categoryCode: "food" },
  ]);
  expect(() => rendered("/pages/coupon/center?category=none")).toThrow("is not one of");
});

test("names its build, and tells WeChat's browser by its agent", () => {
  expect(build).toMatch(/^1\.0\.0\+/);
  expect(platformOf("… MicroMessenger/8.0")).toBe("mp-weixin-web");
  expect(platformOf("")).toBe("web");
});
