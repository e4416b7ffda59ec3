/** WeChat's published example, and which pages are signed. */
import { expect, test } from "vitest";
import { isOwnPage, signatureOf, withoutFragment } from "./model.ts";

// The example in WeChat's own documentation (JS-SDK, appendix 1).
const example = {
  ticket: "sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg",
  nonceStr: "Wm3WZYTPz0wzccnW",
  timestamp: 1_414_587_457,
  url: "http://mp.weixin.qq.com?params=value",
};

test("H02 the signature of WeChat's published example is reproduced", () => {
  expect(signatureOf(example)).toBe("0f9de62fce790f9a083d5c99e95740ceb90c27ed");
});

test("H02 every field changes the signature", () => {
  const changed = [
    signatureOf({ ...example, ticket: `${example.ticket}x` }),
    signatureOf({ ...example, nonceStr: "other" }),
    signatureOf({ ...example, timestamp: example.timestamp + 1 }),
    signatureOf({ ...example, url: `${example.url}&more` }),
  ];
  expect(new Set([signatureOf(example), ...changed]).size).toBe(5);
});

test("H02 the fragment is not part of the URL", () => {
  expect(withoutFragment("https://own.example/a?b=c#code=1#2")).toBe("https://own.example/a?b=c");
  expect(withoutFragment("https://own.example/")).toBe("https://own.example/");
});

const own = "https://own.example";
test.each(["https://own.example/", "https://own.example", "https://own.example:443/p?q=%E4%BA%91"])(
  "H02 %s is our own page",
  (url) => {
    expect(isOwnPage(url, own)).toBe(true);
  },
);

test.each([
  "https://other.example/",
  "https://own.example.other.example/",
  "https://own.example@other.example/",
  "https://me:word@own.example/",
  "http://own.example/",
  "https://own.example:8443/",
  "https://other.example\\@own.example/",
  "https://own.example\t/",
  "//own.example/",
  "/pages/index",
  "javascript:alert(1)",
  "云鲸",
  "",
])("H02 %j is not our own page", (url) => {
  expect(isOwnPage(url, own)).toBe(false);
});
