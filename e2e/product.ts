/** Starts the whole product once per worker of the browser tests, and stops it in order. */
import { type ChildProcess, spawn } from "node:child_process";
import { urlOfRunning } from "@yunjing/server/platform/database/embedded";
import {
  makeTemporaryDirectory,
  memoryDisk,
} from "@yunjing/server/platform/database/temporary-directory.fixture";
import type { TestProject } from "vitest/node";
import { type Login, logInByPhone, OPERATOR, SMS_RESEND_SECONDS } from "./login.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** One product per worker; `productOfWorker()` returns the worker's own. */
    products: readonly TestedProduct[];
  }
}

export type TestedProduct = {
  readonly origin: string;
  /** The owner's address of its database, for moving times into the past. */
  readonly databaseUrl: string;
  /** The operator of the demo, logged in once for all files. */
  readonly operator: Login;
};

const START_TIMEOUT_MS = 120_000;
const HOUR_MS = 3_600_000;
/**
 * Limits for the e2e tests: phones may get more text messages, at shorter intervals, than a
 * member's. Tests share the logins of a few members in many browsers, each of which would renew the
 * same login: their tokens outlast the run.
 */
const SETTINGS = {
  smsResendSeconds: SMS_RESEND_SECONDS,
  smsPerPhoneDay: 50,
  accessTokenMs: 4 * HOUR_MS,
  // A test opens more pages in WeChat per minute than a member does.
  jsdkPerDeviceMinute: 300,
  // Invitation rewards are frozen for a time that a test can wait for, not for a week.
  inviteFreezeMs: 15_000,
  // An operator logs in once per product: the proof of the second factor outlasts the run.
  operatorProofMs: 4 * HOUR_MS,
};
const STOP_TIMEOUT_MS = 15_000;

function readyOrigin(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let output = "";
    const late = setTimeout(
      () => failed(new Error(`not ready in time:\n${output}`)),
      START_TIMEOUT_MS,
    );
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      const origin = /ready: (http\S+)/.exec(output)?.[1];
      if (!origin) return;
      clearTimeout(late);
      found(origin);
    };
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
    child.once("exit", (code) => failed(new Error(`ended with ${code}:\n${output}`)));
  });
}

/** A product that runs for tests, in its own process and data folder. */
export type RunningProduct = {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Stops it in order and removes its data; a second call has no effect. */
  readonly stop: () => Promise<void>;
};

/** ms until the sandbox's suppliers issue a code: long enough to see an order that waits. */
const SANDBOX_ISSUE_MS = "300-600";

/**
 * Starts the whole product with `npm start`'s command and an empty data folder in memory; with the
 * demo, unless `env` sets another seed. `settings` are added to those of all browser tests.
 */
export async function startProduct(
  env: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, number>> = {},
): Promise<RunningProduct> {
  const { path: dataDir, remove } = await makeTemporaryDirectory("yunjing-e2e-", memoryDisk);
  const child = spawn(process.execPath, ["tools/run.mjs", "start"], {
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: dataDir,
      NODE_ENV: "development",
      SETTINGS: JSON.stringify({ ...SETTINGS, ...settings }),
      SANDBOX_ISSUE_MS,
      // The demo without its past: tests make the rows that they count. Pictures show the past.
      SEED: process.env["PRODUCT_SEED"] ?? "light",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const stop = async () => {
    child.kill("SIGTERM");
    const late = new Promise((done) => setTimeout(done, STOP_TIMEOUT_MS).unref());
    await Promise.race([ended, late]);
    child.kill("SIGKILL");
    await ended;
    await remove();
  };
  const origin = await readyOrigin(child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const log = () => undefined;
  const databaseUrl = urlOfRunning({ dataDir, log }).replace("yunjing_app@", "yunjing_owner@");
  return { origin, databaseUrl, dataDir, stop };
}

const running: RunningProduct[] = [];

const stopAll = async (): Promise<void> => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
};

async function startTestedProduct(): Promise<TestedProduct> {
  const product = await startProduct();
  running.push(product);
  const { origin, databaseUrl } = product;
  return { origin, databaseUrl, operator: await logInByPhone(origin, OPERATOR) };
}

/** Called once before the browser tests. */
export async function setup(project: TestProject): Promise<void> {
  const workers = project.config.maxWorkers || project.vitest.config.maxWorkers;
  const started = await Promise.allSettled(Array.from({ length: workers }, startTestedProduct));
  const products = started.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const failed = started.find((each) => each.status === "rejected");
  if (failed) {
    await stopAll();
    throw failed.reason;
  }
  project.provide("products", products);
}

/** Called once after them. */
export const teardown = stopAll;
