// @vitest-environment node
/** Tests the worker's page with what was seen last: allowed by its policy, inert, and only there when all of it is. */
import { expect, test } from "vitest";
import { ownSheets, pageWithView, sheetsOfStoredPages, styleRules } from "./last-view-page.ts";

const list = {
  files: ["assets/b/orders.js", "assets/b/orders.css", "assets/b/wallet.css"],
  pages: { "/pages/user/orders": [0, 1], "/pages/user/wallet": [2] },
  inline: ["assets/b/app.css"],
};
const PAGE = `<head><meta charset="utf-8"><script>first()</script><script type="application/json" id="chunks">${JSON.stringify(list)}</script>
<script>head()</script><link rel="modulepreload" data-entry crossorigin href="/assets/b/app.js"></head>
<body><style>p{}</style><div id="app"></div></body>`;
const view = {
  owner: "m1",
  name: "/pages/user/orders",
  html: "<p>$& 订单</p>",
  title: '"订单" & <列表>',
  reads: ["/api/orders?a=1&b=2"],
};
const headers = () =>
  new Headers({
    "content-type": "text/html",
    "content-security-policy":
      "script-src 'self'; style-src 'self' 'sha256-a'; style-src-attr 'none'",
  });

test("the sheets of a page are found in its list of files", () => {
  expect(ownSheets(PAGE, "/pages/user/orders")).toEqual(["/assets/b/orders.css"]);
  expect(ownSheets(PAGE, "/pages/unknown")).toEqual([]);
  expect(ownSheets("<p>", "/pages/user/orders")).toEqual([]);
});

test("sheets of pages that show what was seen last are found, and no others", () => {
  const files = {
    files: ["a.css", "b.js", "b.css"],
    pages: { "/": [0], "/pages/user/wallet": [1, 2] },
  };
  const html = `<script type="application/json" id="chunks">${JSON.stringify(files)}</script>`;
  expect(sheetsOfStoredPages(html)).toEqual(["/b.css"]);
});

test("the view stands before the app, its sheet in the head, allowed by a nonce", async () => {
  const content = Promise.resolve({ view, css: ".a_1{color:red}" });
  const response = pageWithView(Promise.resolve(PAGE), headers(), content);
  const policy = response.headers.get("content-security-policy") ?? "";
  const [, nonce = ""] = /style-src 'nonce-([^']+)' 'self' 'sha256-a'/.exec(policy) ?? [];
  expect(nonce.length).toBeGreaterThan(20);
  expect(policy).toContain("script-src 'self';");
  const html = await response.text();
  expect(html).toContain(`<style nonce="${nonce}">.a_1{color:red}</style></head>`);
  expect(html).toContain(
    '<style>p{}</style><div id="last-view" aria-busy="true"><p>$& 订单</p></div><div id="app">',
  );
  // What the head has to know comes before its script, and no other script runs before the paint.
  expect(html.indexOf('<meta name="last-view"')).toBeLessThan(html.indexOf("<script"));
  const [, rest = ""] = /<template id="rest-of-head">(.*?)<\/template>/s.exec(html) ?? [];
  expect(rest).toContain("<script>head()</script>");
  const atOnce = html.replace(rest, "");
  expect(atOnce.match(/<script>.*?<\/script>/g)).toEqual(["<script>first()</script>"]);
  expect(html).not.toContain("modulepreload");
  const [, described = ""] = /<meta name="last-view" content="([^"]*)">/.exec(html) ?? [];
  const text = described.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  const { html: _html, ...others } = view;
  expect(JSON.parse(text)).toEqual(others);
});

test("styles of elements become rules, which the policy allows; what could end a rule is left out", () => {
  const html =
    '<i data-style="width: 8px;"></i><i data-style="width: 8px;"></i>' +
    '<i data-style="--face: url(&quot;/a?b&amp;c&quot;);"></i><i data-style="a: &lt;/style&gt;"></i>' +
    '<i data-style="color: red} p {color: blue"></i>';
  expect(styleRules(html)).toBe(
    '#last-view [data-style="width: 8px;"]{width: 8px;}' +
      '#last-view [data-style="--face: url(\\"/a?b&c\\");"]{--face: url("/a?b&c");}',
  );
});

test("each answer has another nonce", () => {
  const policies = [1, 2].map(() =>
    pageWithView(Promise.resolve(PAGE), headers(), Promise.resolve(undefined)).headers.get(
      "content-security-policy",
    ),
  );
  expect(policies[0]).not.toBe(policies[1]);
});

test("without a view the page is as it was", async () => {
  const response = pageWithView(Promise.resolve(PAGE), headers(), Promise.resolve(undefined));
  expect(await response.text()).toBe(PAGE);
});

test("the beginning of the page is sent before the view is read", async () => {
  const never = new Promise<undefined>(() => {});
  const reader = pageWithView(Promise.resolve(PAGE), headers(), never).body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('<head><meta charset="utf-8">');
});
