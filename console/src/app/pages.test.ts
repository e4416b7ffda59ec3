/** Tests of the table of pages: permissions that exist, and modules that can be loaded. */
import { operatorPermissions } from "@yunjing/contract/permissions";
import { describe, expect, test } from "vitest";
import { groups } from "../parts/shell/page-entry.ts";
import { pages } from "./pages.ts";

const known: ReadonlySet<string> = new Set(operatorPermissions);

describe.each(pages)("the page $path", ({ permissions, group, label, load }) => {
  test("names permissions that exist, and a group that the side draws", () => {
    expect((permissions ?? []).filter((permission) => !known.has(permission))).toEqual([]);
    // With an empty list only administrators could open the page.
    expect(permissions?.length).not.toBe(0);
    expect(group === undefined || groups.includes(group)).toBe(true);
    expect(label).not.toBe("");
  });

  test("has a component as its default export", async () => {
    const page = await load();
    expect(page.default).toBeTypeOf("function");
  });
});

test("no two pages have one path, and every path is below /console", () => {
  const paths = pages.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const below = /^\/(?:[a-z-]+(?:\/(?:\$[a-zA-Z]+|[a-z]+))*)?$/;
  expect(paths.filter((path) => !below.test(path))).toEqual([]);
});

test("a page that is opened from another one has the rights of that one", () => {
  for (const { path, permissions } of pages.filter(({ path }) => path.includes("$"))) {
    const list = pages.find((page) => page.path === path.slice(0, path.indexOf("/$")));
    expect(permissions, path).toEqual(list?.permissions);
  }
});
