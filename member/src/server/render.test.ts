// @vitest-environment node
/** Tests the server's render of first views: which addresses, from which reads, and how often. */
import type { FirstViewCity } from "@yunjing/contract/first-view";
import { operations } from "@yunjing/contract/operations";
import { describe, expect, test } from "vitest";
import { sampleAnswer } from "./answers.fixture.ts";
import { build, paths, plan, platformOf, render } from "./render.tsx";

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
  return render(planned, platform, planned.reads.map(sampleAnswer));
};

describe.each(paths)("%s", (path) => {
  test("reads only what anyone may read", () => {
    for (const { topic, operation } of planOf(path)?.reads ?? []) {
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
  expect(none).toMatchObject({ isGuarded: true, storedKeys: ["city"], data: { cityCode: null } });
  expect(none.html).toContain("当前城市 上海");
  expect(none.html).toContain("&lt;b&gt;话费&lt;/b&gt;充值");
  expect(none.share).toEqual({ title: "云鲸会员", description: "吃喝出行" });
  expect(planOf("/pages/index/index")).toEqual(planOf("/"));
  const chosen = rendered("/", "web", HANGZHOU);
  expect(chosen).toMatchObject({ storedKeys: [], data: { cityCode: "330100" } });
  expect(chosen.html).toContain("当前城市 杭州");
  expect(planOf("/", HANGZHOU)?.reads.map(({ input }) => input["regionCode"])).toEqual([
    "330100",
    "330100",
    undefined,
  ]);
  // Nothing of the city before remains.
  expect(rendered("/")).toEqual(none);
});

test("a countdown stands still in a first view, so it shows no time", () => {
  expect(rendered("/").html).toMatch(/role="timer" aria-label="距结束">/);
  expect(rendered("/").html).toContain("<b>--</b>");
});

test("names its build, and tells WeChat's browser by its agent", () => {
  expect(build).toMatch(/^1\.0\.0\+/);
  expect(platformOf("… MicroMessenger/8.0")).toBe("mp-weixin-web");
  expect(platformOf("")).toBe("web");
});
