/**
 * Pages and roles: a page is in the menu and opens without a refused call for a role that has its
 * permission, and is 无权限 and absent for one that lacks it. The suite opens each page as one role
 * that may and one that may not; the slow tier as every role.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { expect, test } from "vitest";
import { pages } from "../../console/src/app/pages.ts";
import { dataAs } from "./console-calls.ts";
import { consoleBrowser, settled } from "./console.fixture.ts";
import { type OperatorRole, operators } from "./operator-login.ts";

const browser = consoleBrowser();
type Me = { readonly roles: readonly string[]; readonly permissions: readonly string[] };
/** Pages of a list; a page of one record needs its number. */
const LISTS = pages.filter(({ path }) => !path.includes("$"));
/** Those of one role each come first: `lead` and `checker` have every permission. */
const ROLES = (Object.keys(operators) as OperatorRole[]).toSorted(
  (one, other) => Number(isAll(one)) - Number(isAll(other)),
);

function isAll(role: OperatorRole): boolean {
  return role === "lead" || role === "checker";
}

const mayOpen = ({ permissions }: (typeof pages)[number], me: Me): boolean =>
  permissions === undefined ||
  me.roles.includes("admin") ||
  permissions.some((permission) => me.permissions.includes(permission));

/** Pages that an earlier role has opened, and that were refused to one. */
const drawn = new Set<string>();
const denied = new Set<string>();

test.each(ROLES)("the pages of %s are those of its permissions", async (role) => {
  const me = await dataAs<Me>(role, "GET", "/passport/me");
  const wanted = LISTS.filter((page) => {
    const known = mayOpen(page, me) ? drawn : denied;
    const isNew = !known.has(page.path);
    known.add(page.path);
    return isSlowTier || isNew;
  });
  const tab = await browser.openAs(role, "/");
  const seen: string[] = [];
  const expected: string[] = [];
  for (const page of wanted) {
    const { path, label, isLinked } = page;
    await tab.goto(`${browser.origin}/console${path}`);
    await settled(tab);
    const refusals = await tab.getByText(`您没有「${label}」的权限`).count();
    const links = await tab
      .getByRole("navigation", { name: "后台导航" })
      .locator(`a[href="/console${path}"]`)
      .count();
    // A narrow side has a link of the group too.
    const place = links > 0 ? "in the menu" : "absent";
    seen.push(`${path}: ${refusals === 0 ? "drawn" : "denied"}, ${place}`);
    const isOpen = mayOpen(page, me);
    const linked = isOpen && isLinked !== false ? "in the menu" : "absent";
    expected.push(`${path}: ${isOpen ? "drawn" : "denied"}, ${linked}`);
  }
  expect(seen).toEqual(expected);
});

test("every page was opened by a role that may, and refused to one that may not", () => {
  expect(LISTS.filter(({ path }) => !drawn.has(path)).map(({ path }) => path)).toEqual([]);
  const guarded = LISTS.filter(({ permissions }) => permissions !== undefined);
  expect(guarded.filter(({ path }) => !denied.has(path)).map(({ path }) => path)).toEqual([]);
});
