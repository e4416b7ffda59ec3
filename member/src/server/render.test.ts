// @vitest-environment node
/** Tests the server's render of first views: which addresses, from which reads, and how often. */
import { operations } from "@yunjing/contract/operations";
import { describe, expect, test } from "vitest";
import { build, paths, plan, platformOf, render } from "./render.tsx";

const planOf = (address: string) => {
  const [path = "", query = ""] = address.split("?");
  return plan(path, new URLSearchParams(query));
};
const AGREEMENT = {
  kind: "privacy",
  version: 3,
  startsAt: Date.UTC(2026, 10, 1),
  text: { title: "隐私政策", intro: "", sections: [{ title: "一", text: ["<b>我们</b>"] }] },
};
const rendered = (address: string, platform: "web" | "mp-weixin-web" = "web") => {
  const planned = planOf(address);
  if (!planned) throw new Error("not planned");
  const answers = planned.reads.map((read) => ({
    ...read,
    data: read.operation === "agreement" ? AGREEMENT : { hours: "9:00–18:00", company: "云鲸" },
  }));
  return render(planned, platform, answers);
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
    expect(web.html).toContain(`>${web.title}</h1>`);
    expect(web.html).toContain('aria-label="首页"');
    expect(rendered(path, "mp-weixin-web").html).not.toContain('aria-label="首页"');
    expect(rendered(path)).toEqual(web);
    expect(web.description).not.toBe("");
  });
});

test.each([
  "/pages/exchange/manifest?code=ABCD12",
  "/pages/exchange/manifest?session=s",
  "/pages/exchange/manifest?resume=1",
  "/pages/passport/login?state=s&code=c",
  "/pages/user/wallet",
  "/",
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

test("names its build, and tells WeChat's browser by its agent", () => {
  expect(build).toMatch(/^1\.0\.0\+/);
  expect(platformOf("… MicroMessenger/8.0")).toBe("mp-weixin-web");
  expect(platformOf("")).toBe("web");
});
