/**
 * Vitest projects: unit tests with a database, member tests in a simulated browser, and e2e tests
 * in a real browser.
 */
import { defineConfig } from "vitest/config";

const cluster = "server/src/platform/database/cluster.fixture.ts";
/** Tests with few repetitions in the normal suite; the slow tier repeats them many times. */
const BROAD = [
  "server/src/domain/{wallet/reference-wallet,points/model-based,ledger/model-based}.test.ts",
  "server/src/domain/ledger/{statement,races}.test.ts",
  "server/src/domain/refunds/points-loop.test.ts",
  "server/src/domain/reconciliation/{snapshot-consistency,two-year-history}.test.ts",
  "e2e/faults/{process-kill,suppliers,payouts}.test.ts",
  "e2e/bills/large-bill.test.ts",
  "e2e/http/{redeem-race,guessing-time}.test.ts",
  "e2e/gateways/wechatpay-credits.test.ts",
  "server/src/domain/{invitations/races,exchange/redeem-race}.test.ts",
  "server/simulation/{seeds,determinism}.test.ts",
];
/** Files that run before every test file with a database. */
const setupFiles = [
  "server/src/platform/database/pool-timeout.fixture.ts",
  "server/src/sql/check-values.fixture.ts",
  "server/src/domain/reconciliation/lifecycle-events.fixture.ts",
];
const exclude = ["**/node_modules/**", "**/dist/**"];
/**
 * Timeouts in ms, long enough for a machine that stalls; a test that waits goes on as soon as its
 * condition holds.
 */
const patient = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // For two cores: more workers would only wait for each other and for the database.
    maxWorkers: 2,
    pool: "forks",
    projects: [
      {
        test: {
          name: "unit",
          include: ["{contract,server,sandbox,tools,e2e}/**/*.test.ts"],
          exclude,
          environment: "node",
          globalSetup: cluster,
          setupFiles,
          ...patient,
        },
      },
      {
        test: {
          name: "member",
          include: ["member/**/*.test.{ts,tsx}"],
          exclude,
          environment: "happy-dom",
          ...patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          exclude,
          environment: "node",
          globalSetup: "e2e/product.ts",
          // One worker until the tests were run whole with two (decision 0065).
          fileParallelism: false,
          ...patient,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "long",
          include: ["{server,e2e}/**/*.long.ts", ...BROAD],
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
