/**
 * Tests check-boundaries on small generated repositories: each rule is broken once, and a valid
 * repository has no findings.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Allowance } from "./boundaries.ts";
import { findings } from "./check-boundaries.ts";

const repositories: string[] = [];
afterEach(() => {
  for (const repository of repositories.splice(0)) rmSync(repository, { recursive: true });
});

const dependencies = { "@yunjing/contract": "1", fastify: "1", "drizzle-orm": "1" };
const manifests = {
  "package.json": JSON.stringify({ devDependencies: { vitest: "1" } }),
  "server/package.json": JSON.stringify({ dependencies, devDependencies: { "@types/pg": "1" } }),
  "member/package.json": JSON.stringify({ dependencies: { react: "1" } }),
};

/** Returns the findings for a repository with these files. */
async function findingsFor(
  files: Record<string, string>,
  allowances: Allowance[] = [],
): Promise<string[]> {
  const repository = mkdtempSync(join(tmpdir(), "yunjing-boundaries-"));
  repositories.push(repository);
  for (const [path, text] of Object.entries({ ...manifests, ...files })) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  return findings(repository, allowances);
}

const orders = "server/src/domain/orders";
const importing = (...places: string[]): string =>
  places.map((place, n) => `import { a${n} } from "${place}";\n`).join("");

test("a valid repository has no findings", async () => {
  const found = await findingsFor({
    "contract/src/orders.ts": "export const a0 = 1;",
    [`${orders}/actions/place.ts`]: importing("../../ledger/actions.ts", "../store.ts"),
    [`${orders}/tables.ts`]: importing("../catalog/tables.ts", "drizzle-orm"),
    [`${orders}/routes.ts`]: importing("@yunjing/contract/orders", "./actions/place.ts"),
    [`${orders}/actions.test.ts`]: importing("vitest", "../exchange/store.ts"),
    "server/src/gateways/sms/sender.ts": importing("../../domain/members/port.ts"),
    "server/src/app/app.ts": importing("./domain/orders/routes.ts", "./demo/seed.ts", "fastify"),
    "server/src/demo/seed.ts": importing("../domain/orders/actions/place.ts"),
    "member/src/service-worker.ts": "",
    "member/src/device/storage.ts": importing("react"),
    "member/src/device/storage.module.css": "",
  });
  expect(found).toEqual(["member/src/service-worker.ts: is in no module of tools/boundaries.ts"]);
});

describe("each finding names the file and the rule", () => {
  test.each<[string, string, string, string]>([
    [
      "a platform that imports the domain",
      "server/src/platform/http/serve.ts",
      importing("../../domain/orders/model.ts"),
      "platform may not import domain",
    ],
    [
      "a component that imports a page",
      "member/src/components/price.tsx",
      importing("../pages/index/index.tsx"),
      "components may not import pages",
    ],
    [
      "a shell that loads a page lazily",
      "member/src/shell/page-modules.ts",
      'const load = () => import("../pages/user/index.tsx");',
      "shell may not import pages",
    ],
    [
      "a device file that loads the page loaders lazily",
      "member/src/device/http.ts",
      'const load = () => import("../page-loaders.ts");',
      "device may not import page loaders",
    ],
    [
      "an API client with a type of a page",
      "member/src/api.ts",
      'import type { PageProps } from "./pages/user/index.tsx";',
      "member api may not import pages",
    ],
    [
      "a module that imports the demo data",
      `${orders}/actions.ts`,
      importing("../../demo/seed.ts"),
      "domain may not import demo",
    ],
    [
      "a call of a higher module",
      "server/src/domain/ledger/actions.ts",
      importing("../orders/actions.ts"),
      "calls a higher module: ledger is below orders",
    ],
    [
      "another module's store",
      `${orders}/actions.ts`,
      importing("../ledger/store.ts"),
      "sees ledger/store, of which only actions, model, lifecycle, port are shown",
    ],
    [
      "another module's tables outside of tables",
      `${orders}/store.ts`,
      importing("../ledger/tables.ts"),
      "sees ledger/tables, of which only actions, model, lifecycle, port are shown",
    ],
    [
      "a gateway that sees actions",
      "server/src/gateways/sms/sender.ts",
      importing("../../domain/members/actions.ts"),
      "gateways see only port and model of members",
    ],
    [
      "an undeclared package",
      `${orders}/store.ts`,
      importing("lodash"),
      "imports lodash, which server/package.json does not name",
    ],
    [
      "a development package in the product",
      `${orders}/store.ts`,
      importing("vitest"),
      "imports vitest, which server/package.json does not name",
    ],
    [
      "a role that imports the framework",
      `${orders}/actions.ts`,
      importing("fastify"),
      "actions must not import fastify",
    ],
    [
      "a step into another workspace by a path",
      "member/src/device/http.ts",
      importing("../../../contract/src/orders.ts"),
      "reaches into another workspace by a path: ../../../contract/src/orders.ts",
    ],
    [
      "Node in a browser",
      "member/src/device/http.ts",
      importing("node:fs"),
      "imports node:fs, but runs in a browser",
    ],
    ["a file in no module", "server/src/orders.ts", "", "is in no module of tools/boundaries.ts"],
    [
      "an unknown domain module",
      "server/src/domain/stock/model.ts",
      "",
      "stock is no domain module of tools/boundaries.ts",
    ],
    [
      "a vague file",
      "server/src/platform/http/utils.ts",
      "",
      '"utils" in server/src/platform/http/utils.ts is too vague; use a specific noun',
    ],
    [
      "a vague name",
      `${orders}/model.ts`,
      "export class OrderManager {}",
      '"manager" in OrderManager is too vague; use a specific noun',
    ],
    [
      "a store beside the module's store",
      `${orders}/refund-store.ts`,
      "",
      "this role is named store.ts or store/<noun>.ts",
    ],
    [
      "operators' actions outside of actions",
      `${orders}/operator/decide.ts`,
      "",
      "this role is named actions/operator/<noun>.ts",
    ],
    [
      "test support of another name",
      "e2e/shop/fixture.ts",
      "",
      "this role is named testing.ts or <noun>.fixture.ts",
    ],
    ["a file too long", `${orders}/model.ts`, "//\n".repeat(401), "is longer than 400 lines"],
    [
      "a page the table does not name",
      "member/src/pages/user/index.tsx",
      "export default 1;",
      "there is no member/src/routes.ts",
    ],
  ])("%s", async (_rule, path, text, fault) => {
    expect(await findingsFor({ [path]: text })).toEqual([`${path}: ${fault}`]);
  });
});

test("a circle of imports is found, whether static, type-only or dynamic", async () => {
  const found = await findingsFor({
    "member/src/shell/frame.tsx": 'import { tabs } from "./tabs.ts";',
    "member/src/shell/tabs.ts": 'import type { Mark } from "./mark.ts";',
    "member/src/shell/mark.ts": 'export const frame = () => import("./frame.tsx");',
    "member/src/shell/outside.ts": 'import { tabs } from "./tabs.ts";',
  });
  const [frame, mark, tabs] = ["frame.tsx", "mark.ts", "tabs.ts"].map(
    (name) => `member/src/shell/${name}`,
  );
  expect(found).toEqual([
    `${frame}: is in a circle of 3 files: ${frame} → ${tabs} → ${mark} → ${frame}`,
  ]);
});

test("a file that the product does not import is found, unless it serves tests", async () => {
  const found = await findingsFor({
    "server/src/main.ts": 'import { app } from "./app/app.ts";',
    "server/src/app/app.ts": 'const worker = new URL("../platform/worker.ts", import.meta.url);',
    "server/src/platform/worker.ts": "",
    "server/src/platform/worker.test.ts": importing("./sample.ts", "./rows.fixture.ts"),
    "server/src/platform/sample.ts": "",
    "server/src/platform/rows.fixture.ts": "",
    "server/src/platform/forgotten.ts": importing("./worker.ts"),
  });
  expect(found).toEqual([
    "server/src/platform/forgotten.ts: nothing imports it",
    "server/src/platform/sample.ts: only tests use it; name it *.fixture.ts or testing.ts, or remove it",
  ]);
});

test("the pages and their table are compared in both directions", async () => {
  const pages = ["/", "/pages/user/index", "/exception/report"].map((path) => ({ path }));
  const found = await findingsFor({
    "member/src/routes.ts": `export const pages = ${JSON.stringify(pages)};`,
    "member/src/pages/index/index.tsx": "export default 1;",
    "member/src/pages/user/index.tsx": "export const notDefault = 1;",
    "member/src/pages/user/wallet.tsx": "export default 1;",
    "member/src/pages/user/wallet/assets.tsx": "export const Assets = 1;",
    "member/src/exception/report.tsx": "export default 1;",
  });
  expect(found).toEqual([
    "member/src/routes.ts: names a page that is not there, or exports none: member/src/pages/user/index.tsx",
    "member/src/pages/user/wallet.tsx: a page that member/src/routes.ts does not name",
  ]);
});

test("an SQL function is called by its generated caller, from its own or a higher module", async () => {
  const call = (name: string) => `export const text = "SELECT ${name}(1)";`;
  const files = {
    "server/src/domain/ledger/functions/post.sql":
      "CREATE OR REPLACE FUNCTION ledger_post() RETURNS void LANGUAGE sql AS $$ SELECT 1 $$",
    "server/src/domain/ledger/store.ts": importing("../../sql/orders.ts"),
    "server/src/domain/ledger/races.test.ts": call("ledger_post"),
    "server/src/sql/ledger.ts": call("ledger_post"),
    "server/src/sql/orders.ts": importing("../platform/database/sql-function.ts"),
    [`${orders}/store.ts`]: `${call("ledger_post")} ${importing("../../sql/ledger.ts")}`,
    [`${orders}/model.ts`]: call("lower"),
  };
  const higher = "server/src/domain/ledger/store.ts: calls a higher module: ledger is below orders";
  expect(await findingsFor(files)).toEqual([
    `${orders}/store.ts: calls ledger_post in SQL text; use server/src/sql`,
    higher,
  ]);
});

test("SQL functions call only their own and lower modules, and begin with their module's name", async () => {
  const make = (name: string, body: string) => `CREATE OR REPLACE FUNCTION ${name}(n int) ${body};`;
  const found = await findingsFor({
    "server/src/platform/functions/idem.sql": make("platform_idem", "AS $$ SELECT 1 $$"),
    "server/src/domain/ledger/functions/post.sql": make(
      "ledger_post",
      "AS $$ INSERT INTO orders_seen (n); -- orders_open(1) in a comment\n SELECT platform_idem(1), orders_open(1) $$",
    ),
    [`${orders}/functions/open.sql`]: make("orders_open", "AS $$ SELECT ledger_post(1) $$"),
    [`${orders}/functions/close.sql`]: make("close_order", "AS $$ SELECT 1 $$"),
  });
  expect(found).toEqual([
    `${orders}/functions/close.sql: close_order should begin with orders_`,
    "server/src/domain/ledger/functions/post.sql: calls a higher module: ledger is below orders (orders_open)",
  ]);
});

test("an allowance permits one import, and is a finding itself once it is unused", async () => {
  const file = `${orders}/actions.ts`;
  const may = "server/src/domain/ledger/store.ts";
  const allowance = { file, may, because: "a test" };
  expect(await findingsFor({ [file]: importing("../ledger/store.ts") }, [allowance])).toEqual([]);
  expect(await findingsFor({ [file]: "" }, [allowance])).toEqual([
    `tools/boundaries.ts: unused allowance ${file} → ${may}`,
  ]);
});
