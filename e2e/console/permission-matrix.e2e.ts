/**
 * Pages and permissions: a page is in the menu and opens without a refused call for a role that has
 * its permission, and is 无权限 and absent for one that lacks it. The suite opens each page as one
 * role that may and one that may not; the slow tier as every role, and with each permission alone
 * and with all.
 */
import { consoleRoutes } from "@yunjing/contract/console-routes";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pages } from "../../console/src/app/pages.ts";
import { dataAs } from "./console-calls.ts";
import { consoleBrowser, goTo, settled } from "./console.fixture.ts";
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
    const isOpen = mayOpen(page, me);
    const refusal = tab.getByText(`您没有「${label}」的权限`);
    if (isOpen) {
      await goTo(tab, path);
    } else {
      await tab.evaluate((to) => history.pushState({}, "", to), `/console${path}`);
      await refusal.waitFor();
    }
    const refusals = await refusal.count();
    const links = await tab
      .getByRole("navigation", { name: "后台导航" })
      .locator(`a[href="/console${path}"]`)
      .count();
    // A narrow side has a link of the group too.
    const place = links > 0 ? "in the menu" : "absent";
    seen.push(`${path}: ${refusals === 0 ? "drawn" : "denied"}, ${place}`);
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

type GuardedRoute = {
  readonly method: string;
  readonly path: string;
  readonly permissions?: readonly string[];
};
const ROUTES: readonly GuardedRoute[] = Object.values(consoleRoutes).flatMap((topic) =>
  Object.values<GuardedRoute>(topic),
);
/** Routes without parameters first, as the server matches them. */
const MATCHERS = ROUTES.map((route) => ({
  ...route,
  pattern: new RegExp(`^/console/api${route.path.replace(/\{\w+\}/g, "[^/]+")}$`),
})).toSorted((one, other) => Number(one.path.includes("{")) - Number(other.path.includes("{")));

/** Returns whether the server lets a call through for an operator with these permissions. */
function mayCall(method: string, path: string, permissions: readonly string[]): boolean {
  const route = MATCHERS.find((each) => each.method === method && each.pattern.test(path));
  if (!route) throw new Error(`${method} ${path} is no operation of the console`);
  return route.permissions?.some((each) => permissions.includes(each)) ?? true;
}

/**
 * Makes the console of `lead` that of an operator with these permissions; returns the list of calls
 * that the server would refuse such an operator (`e2e/http/permissions.test.ts`).
 */
async function narrowTo(tab: Page, permissions: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  await tab.route("**/console/api/**", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/passport/me")) {
      const answer = await route.fetch();
      const body = await answer.json();
      const data = { ...body.data, roles: [], permissions };
      return route.fulfill({ response: answer, json: { ...body, data } });
    }
    if (!mayCall(request.method(), pathname, permissions))
      refused.push(`${request.method()} ${pathname}`);
    return route.continue();
  });
  return refused;
}

/** A person without any permission is no operator: the login refuses (`e2e/http/operators.test.ts`). */
const SETS: readonly (readonly [string, readonly string[]])[] = [
  ["every permission", operatorPermissions],
  ...operatorPermissions.map((permission) => [permission, [permission]] as const),
];

describe.runIf(isSlowTier)("each permission alone", () => {
  test.each(SETS)("%s opens its pages, and no other", async (_, permissions) => {
    const tab = await browser.openAs("lead", "/");
    const refused = await narrowTo(tab, permissions);
    await tab.goto(`${browser.origin}/console/`);
    await settled(tab);
    const me = { roles: [], permissions };
    const faults: string[] = [];
    for (const page of pages) {
      const { path, label, isLinked } = page;
      const link = tab
        .getByRole("navigation", { name: "后台导航" })
        .locator(`a[href="/console${path}"]`);
      // A page of one record needs its number; without the permission any number is refused.
      if (mayOpen(page, me)) {
        if (path.includes("$")) continue;
        await goTo(tab, path);
        if ((await tab.getByText(`您没有「${label}」的权限`).count()) > 0)
          faults.push(`${path} is denied`);
        if (isLinked !== false && (await link.count()) === 0) faults.push(`${path} has no link`);
      } else {
        const place = `/console${path.replace(/\$\w+/, "0")}`;
        await tab.evaluate((to) => history.pushState({}, "", to), place);
        await tab.getByText(`您没有「${label}」的权限`).waitFor();
        if ((await link.count()) > 0) faults.push(`${path} has a link`);
      }
    }
    expect([...faults, ...new Set(refused)]).toEqual([]);
    await tab.context().close();
  });
});
