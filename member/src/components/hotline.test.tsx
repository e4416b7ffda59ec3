/** Tests the service number and its hours, and where 联系客服 leads. */
import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ContactRow } from "./hotline.tsx";

const drawn = (contacts: Parameters<typeof ContactRow>[0]) =>
  renderToStaticMarkup(<ContactRow {...contacts} />);

test("the number can be dialled and is shown with its hours", () => {
  const html = drawn({ phone: "400-000-0000", hours: "每天 9:00–21:00" });
  expect(html).toContain('href="tel:400-000-0000"');
  expect(html).toContain("400-000-0000");
  expect(html).toContain("每天 9:00–21:00");
});

test("without a number nothing can be pressed, and the row states that there is none", () => {
  const html = drawn({ hours: "每天 9:00–21:00" });
  expect(html).not.toContain("href");
  expect(html).toContain("暂未开通");
});

const sourcesOf = (folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`),
    )
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file));

test("no text of the product promises 人工客服, and none of the server refers to 联系客服", () => {
  const sources = sourcesOf(["member/src", "contract/src", "server/src"]);
  expect(sources.length).toBeGreaterThan(500);
  const saying = (words: RegExp) =>
    sources.filter((file) => words.test(readFileSync(file, "utf8")));
  expect(saying(/人工客服/)).toEqual([]);
  expect(saying(/联系客服/).filter((file) => !file.startsWith("member/src/"))).toEqual([]);
});

test("联系客服 leads to the page where a member writes to the service", () => {
  const files = sourcesOf(["member/src"]).map((file) => ({
    file,
    text: readFileSync(file, "utf8"),
  }));
  const saying = files.filter(({ text }) => text.includes("联系客服"));
  expect(saying.length).toBeGreaterThan(0);
  const leading = /\/pages\/user\/ask|askUrl/;
  const wrong = saying.filter(
    ({ file, text }) => !file.endsWith("/ask.tsx") && !leading.test(text),
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
