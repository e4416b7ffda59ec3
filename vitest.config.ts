/**
 * Vitest projects: tests without a database, with one, in a process of their own, of the member app
 * in a simulated browser, and in a real browser.
 */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { limitsOf } from "./contract/src/limits-of.ts";
import { sortTestFiles } from "./tools/test-files.ts";

const cluster = "server/src/platform/database/cluster.fixture.ts";
/** Files that run before every test file with a database. */
const setupFiles = [
  "server/src/platform/database/pool-timeout.fixture.ts",
  "server/src/sql/check-values.fixture.ts",
  "server/src/domain/reconciliation/lifecycle-events.fixture.ts",
];
/** The test files that take longest, the slowest first. */
const SLOWEST = [
  "e2e/fulfilment/against-sandbox.test.ts",
  "e2e/faults/process-kill.test.ts",
  "e2e/faults/payouts.test.ts",
  "e2e/faults/suppliers.test.ts",
  "e2e/http/malformed-input.test.ts",
  "e2e/http/permissions.test.ts",
  "e2e/http/refusals.test.ts",
  "server/simulation/seeds.test.ts",
  "e2e/http/guessing.test.ts",
  "server/simulation/mutants.test.ts",
  "server/src/domain/merging/requests-race.test.ts",
  "server/src/domain/operators/approvals-inbox.test.ts",
  "server/src/domain/coupons/races.test.ts",
  "e2e/gateways/wechatpay-payouts.test.ts",
  "e2e/console/pages.e2e.ts",
  "e2e/console/new-shop.e2e.ts",
  "e2e/last-views.e2e.ts",
  "e2e/first-views.e2e.ts",
  "e2e/version.e2e.ts",
  "e2e/every-page.e2e.ts",
  "e2e/console/permission-matrix.e2e.ts",
  "e2e/member-pages.e2e.ts",
  "e2e/console/goods.e2e.ts",
  "e2e/shop/money.e2e.ts",
  "e2e/offline.e2e.ts",
  "e2e/messages/inbox.e2e.ts",
  "e2e/console/operators-day.e2e.ts",
  "e2e/console/two-persons.e2e.ts",
  "e2e/redeem-kfc-code.e2e.ts",
  "e2e/shop/buying.e2e.ts",
  "e2e/settings.e2e.ts",
  "e2e/console/states.e2e.ts",
  "e2e/exchange-edge-cases.e2e.ts",
  "e2e/shop/after-buying.e2e.ts",
  "e2e/console/bad-input.e2e.ts",
  "e2e/shell/dialogs.e2e.ts",
  "e2e/shell/navigation.e2e.ts",
];
const root = fileURLToPath(new URL(".", import.meta.url));
const files = sortTestFiles(root);
const PROJECTS = [
  "isolated",
  "database",
  "unit",
  "member",
  "console",
  "e2e",
  "pictures",
  "long",
  "long-browser",
];

/**
 * Runs one project after the other, because the files of a project share workers, and in each
 * project the slowest files first; a slow file at the end would leave the other worker idle.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project, moduleId }: TestSpecification): number => {
      const place = SLOWEST.indexOf(moduleId.slice(root.length));
      return PROJECTS.indexOf(project.name) * 100 + (place < 0 ? SLOWEST.length : place);
    };
    const sorted = await super.sort(specifications);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

const exclude = ["**/node_modules/**", "**/dist/**"];
const inNode = { exclude, environment: "node" } as const;
/** In a simulated browser, whose start for each file took most of the time of these tests. */
const inPage = {
  environment: "happy-dom",
  isolate: false,
  setupFiles: "tools/fresh-page.fixture.ts",
} as const;
const withDatabase = {
  ...inNode,
  globalSetup: cluster,
  setupFiles,
};
/**
 * Timeouts in ms, long enough for a machine that stalls; a test that waits goes on as soon as its
 * condition holds.
 */
const patient = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};
const inBrowser = {
  ...inNode,
  ...patient,
  globalSetup: "e2e/product.ts",
  // Files of a worker share its browser and its product.
  isolate: false,
  testTimeout: 120_000,
};

export default defineConfig({
  test: {
    // For two cores: more workers would only wait for each other and for the database.
    maxWorkers: 2,
    pool: "forks",
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        // Files of a worker share its modules: loading them for each file took a third of the time.
        test: { name: "unit", include: [...files.unit], isolate: false, ...inNode, ...patient },
      },
      {
        test: {
          name: "database",
          include: [...files.database],
          isolate: false,
          // A third worker computes while others wait for leases, timeouts and killed processes.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...withDatabase,
          ...patient,
        },
      },
      {
        test: { name: "isolated", include: [...files.isolated], ...withDatabase, ...patient },
      },
      {
        test: {
          name: "member",
          include: ["member/**/*.test.{ts,tsx}"],
          exclude,
          ...inPage,
          ...patient,
        },
      },
      {
        define: { __LIMITS__: JSON.stringify(limitsOf("console")) },
        test: {
          name: "console",
          include: ["console/**/*.test.{ts,tsx}"],
          exclude,
          ...inPage,
          ...patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          ...inBrowser,
          // A third browser computes while others wait for timeouts and reloads.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      // Run by `npm run screenshots` only.
      { test: { name: "pictures", include: ["e2e/**/*.pictures.ts"], ...inBrowser } },
      {
        test: {
          name: "long-browser",
          include: [...files.broadInBrowser],
          env: { SLOW_TIER: "1" },
          ...inBrowser,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: "long",
          include: ["{server,e2e}/**/*.long.ts", ...files.broad],
          exclude,
          env: { SLOW_TIER: "1" },
          setupFiles,
          environment: "node",
          globalSetup: cluster,
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
