/**
 * Redirect destinations that attackers try, and those that members need: test data for every
 * redirect in a browser.
 */

const twice = (text: string): string => encodeURIComponent(encodeURIComponent(text));
const thrice = (text: string): string => encodeURIComponent(twice(text));

/** None of these may be followed: all lead to the home page. */
export const hostile: readonly string[] = [
  "",
  " ",
  "https://evil.example/",
  "HTTPS://evil.example",
  "http:evil.example",
  "//evil.example/",
  "///evil.example",
  " //evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://evil.example/1",
  "weixin://dl/business",
  "@evil.example",
  ".evil.example",
  "evil.example/pages/user/index",
  "pages/user/index",
  "?referer=//evil.example",
  "#//evil.example",
  "/pages/../..//evil.example",
  "/pages/%2e%2e/%2e%2e//evil.example",
  "/.//evil.example",
  "/pages\\..\\..\\\\evil.example",
  "/%2Fevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "/%252Fevil.example",
  "/%255Cevil.example",
  "/%25252Fevil.example",
  "%2F%2Fevil.example",
  twice("//evil.example"),
  thrice("//evil.example"),
  `/${twice("/evil.example")}`,
  `/${thrice("/evil.example")}`,
  encodeURIComponent("https://evil.example"),
  "/pages/user/index%0d%0aSet-Cookie:%20a=b",
  "/pages/user/index\r\nLocation: https://evil.example",
  "/pages/user/index%250d%250a",
  "/pages/user/index%00",
  "/pages/passport/login",
  "/pages/passport/login?referer=/",
  "/pages/passport/login_out",
  "/pages/passport/login_out?everywhere=1",
  "/%70ages/passport/login_out",
  `/pages/user/orders?word=${"a".repeat(4_096)}`,
];

/** Destinations that members need: each is kept unchanged. */
export const wanted: readonly string[] = [
  "/",
  "/pages/user/index",
  "/pages/user/orders?type=meal&word=%E4%BA%91%25",
  "/pages/user/orders?word=a%2Bb%26c",
  "/pages/benefit/detail?id=kfc-set",
  "/pages/exchange/manifest?from=a%3Fb",
];
