/**
 * Tests the service number and its hours, and that no text refers to an online customer service,
 * which does not exist.
 */
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

test("no text of the product contains 联系客服 or 人工客服: members get the number and its hours", () => {
  const root = `${process.cwd()}/`;
  const sources = ["member/src", "contract/src", "server/src"]
    .flatMap((folder) =>
      readdirSync(root + folder, { recursive: true }).map(
        (name) => `${root}${folder}/${String(name)}`,
      ),
    )
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const wrong = sources.filter((file) => /联系客服|人工客服/.test(readFileSync(file, "utf8")));
  expect(wrong).toEqual([]);
});
