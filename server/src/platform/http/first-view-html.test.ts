/** Tests that a first view is put into its template, and that no text breaks out of its place. */
import { expect, test } from "vitest";
import { firstViewHtml, inlineJson } from "./first-view-html.ts";

const TEMPLATE =
  "<html data-platform=<!--first-view-platform-->><head><!--first-view-head--></head><div><!--first-view-content--></div><!--first-view-data-->.";

type Texts = {
  title?: string;
  data?: unknown;
  template?: string;
  guarded?: true;
  picture?: string;
};

const page = (texts: Texts = {}) =>
  firstViewHtml(texts.template ?? TEMPLATE, {
    rendered: {
      title: texts.title ?? "协议",
      share: {
        title: "云鲸的协议",
        description: '"云鲸" & <b>',
        ...(texts.picture === undefined ? {} : { picturePath: texts.picture }),
      },
      data: {
        path: "/pages/passport/terms",
        answers: [{ topic: "home", operation: "agreement", input: {}, data: texts.data }],
      },
      html: "<p>$& $1</p>",
      isGuarded: texts.guarded ?? false,
      storedKeys: ["exchange-session"],
    },
    platform: "web",
    origin: "https://yunjing.example",
  });

test("content, head and data are at their places, whatever signs they contain", () => {
  const html = page({ data: "</div>" });
  expect(html).toContain("<div><p>$& $1</p></div><script");
  expect(html).toContain("<html data-platform=web>");
  expect(html).toContain("<title>协议</title>");
  expect(html).toContain('<meta property="og:title" content="云鲸的协议">');
  expect(html).toContain('content="&quot;云鲸&quot; &amp; &lt;b&gt;"');
  expect(html).toContain('content="https://yunjing.example/share.png"');
  expect(html).toContain('<meta name="first-view" content="web" data-stored="exchange-session">');
  expect(html.endsWith("</script>.")).toBe(true);
});

test.each([
  "</script><script>alert(1)</script>",
  "<!--<script>",
  "]]>",
  "\u2028\u2029",
  "&lt;/script&gt;",
])("the data block cannot be ended by %j, and is read as it was", (text) => {
  const json = inlineJson({ text, [text]: 1 });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual({ text, [text]: 1 });
  expect(page({ data: text }).match(/<\/script>/g)).toHaveLength(1);
});

test("a page for members says so to the guard in its head, and may have its own picture", () => {
  const html = page({ guarded: true, picture: "/pictures/p1/share.jpg" });
  expect(html).toContain('data-stored="exchange-session" data-guarded>');
  expect(html).toContain('content="https://yunjing.example/pictures/p1/share.jpg"');
});

test("a title is text", () => {
  expect(page({ title: "</title><script>" })).toContain(
    "<title>&lt;/title&gt;&lt;script&gt;</title>",
  );
});

test("a template without its places is refused", () => {
  expect(() => page({ template: "<head></head>" })).toThrow("lacks a place");
});
