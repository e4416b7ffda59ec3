/**
 * Starts the built product in its own process with its own embedded database, and creates members
 * in it.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import {
  findOrCreateMemberByPhone,
  openSession,
  signToken,
} from "@yunjing/server/domain/members/actions";
import { systemClock } from "@yunjing/server/platform/clock";
import type { Context } from "@yunjing/server/platform/context";
import { serverAccount } from "@yunjing/server/platform/database/embedded/account";
import { socketUrl } from "@yunjing/server/platform/database/embedded/create";
import { prepareHome } from "@yunjing/server/platform/database/embedded/home";
import { closeDatabase, type Db, openDatabase } from "@yunjing/server/platform/database/pool";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { createLog } from "@yunjing/server/platform/log";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";
import { createSecrets } from "@yunjing/server/platform/secrets";
import { defaults } from "@yunjing/server/platform/settings";

export type BenchServer = {
  readonly origin: string;
  readonly databaseUrl: string;
  /** The connection string of the tables' owner. */
  readonly ownerUrl: string;
  /** The root secret, for other processes on the same data. */
  readonly secret: string;
  readonly sandboxOrigin: string;
  readonly context: Context;
  readonly db: Db;
  /** The process of the server. */
  readonly pid: number;
  close(): Promise<void>;
};

const repository = fileURLToPath(new URL("..", import.meta.url));

/** Returns a port that was free at the moment of the check. */
const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      if (address === null || typeof address === "string") return failed(new Error("no port"));
      probe.close(() => found(address.port));
    });
  });

/**
 * Waits until the server listens. Its later output is thrown away unread: reading it would take
 * processor time from what is measured.
 */
function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((ready, failed) => {
    let output = "";
    const onExit = (code: number | null) =>
      failed(new Error(`the server ended with ${code}:\n${output}`));
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (!/ready: http/.test(output)) return;
      for (const stream of [child.stdout, child.stderr]) stream?.off("data", collect).resume();
      child.off("exit", onExit);
      ready();
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("exit", onExit);
  });
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
}

function contextOf(secret: string): Context {
  const clock = systemClock;
  const random = systemRandom;
  return {
    clock,
    random,
    ids: idsFrom(clock, random),
    settings: defaults,
    secrets: createSecrets(secret),
    log: createLog("silent"),
  };
}

/** A directory that is kept after the run, with the root secret of its data. */
function openKeptDirectory(path: string) {
  mkdirSync(path, { recursive: true, mode: 0o711 });
  const secretFile = join(path, "secret");
  const isNew = !existsSync(secretFile);
  if (isNew) writeFileSync(secretFile, randomBytes(32).toString("hex"), { mode: 0o600 });
  return { path: join(path, "data"), secret: readFileSync(secretFile, "utf8"), isNew };
}

type BenchServerOptions = {
  /** The directory in which an earlier run left its database, or this one leaves it. */
  readonly keptIn?: string | undefined;
  /** The directory of the checkout whose built server is started; absent: this one. */
  readonly checkout?: string | undefined;
};

/** Starts the built server with durable commits, on an empty database unless one is kept. */
export async function startBenchServer(
  seed: "light" | "none" = "none",
  { keptIn, checkout = repository }: BenchServerOptions = {},
): Promise<BenchServer> {
  const kept = keptIn === undefined ? undefined : openKeptDirectory(keptIn);
  const { path: dataDir, remove } = kept
    ? { path: kept.path, remove: async () => {} }
    : await makeTemporaryDirectory("yunjing-bench-");
  if (kept) mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({ callbackOrigin: origin });
  const sandboxOrigin = await sandbox.listen();
  const secret = kept?.secret ?? randomBytes(32).toString("hex");
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: "development",
    PORT: String(port),
    DATA_DIR: dataDir,
    SEED: kept && !kept.isNew ? "none" : seed,
    SANDBOX_ORIGIN: sandboxOrigin,
    APP_SECRET: secret,
  };
  const product = join(checkout, "server/dist/main.js");
  const server = spawn(process.execPath, [product], { env, stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => server.kill("SIGKILL"));
  await waitUntilReady(server);
  const { socket } = prepareHome(dataDir, serverAccount());
  const databaseUrl = socketUrl(socket, "yunjing_app", "yunjing");
  const context = contextOf(secret);
  const db = openDatabase({ url: databaseUrl, log: context.log });
  return {
    origin,
    databaseUrl,
    ownerUrl: socketUrl(socket, "yunjing_owner", "yunjing"),
    secret,
    sandboxOrigin,
    context,
    db,
    pid: server.pid ?? 0,
    async close() {
      await closeDatabase(db);
      await waitForExit(server);
      await sandbox.close();
      await remove();
    },
  };
}

export type Member = { readonly memberId: string; readonly token: string };

const SEATED_AT_ONCE = 8;

async function createMember({ context, db }: BenchServer, n: number): Promise<Member> {
  const phone = `139${String(n).padStart(8, "0")}`;
  const login = await transaction(db, async (tx) => {
    const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
    const { sessionId } = await openSession(context, tx, { memberId, device: "bench" });
    return { memberId, sessionId };
  });
  const found = await db.$client.query<{ session_version: number }>(
    "SELECT session_version FROM member WHERE member_id = $1",
    [login.memberId],
  );
  const sessionVersion = found.rows[0]?.session_version ?? 0;
  const claims = { ...login, sessionVersion, roles: [], permissions: [] };
  const { token } = await signToken(context, "member", claims);
  return { memberId: login.memberId, token };
}

/** Creates `count` members and logs them in. */
export async function createMembers(server: BenchServer, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let from = 0; from < count; from += SEATED_AT_ONCE) {
    const some = Array.from({ length: Math.min(SEATED_AT_ONCE, count - from) }, (_, n) => from + n);
    members.push(...(await Promise.all(some.map((n) => createMember(server, n)))));
  }
  return members;
}

/**
 * Starts a script of this folder as a child process that receives commands and replies by IPC
 * messages.
 */
export const startChildProcess = (file: string, env: Record<string, string> = {}): ChildProcess => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...env },
    serialization: "advanced",
  });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
};

/**
 * Sends an optional message and resolves with the next message of the process; without a message,
 * with its start message.
 */
export const requestFrom = <T>(child: ChildProcess, message?: object): Promise<T> =>
  new Promise((resolve, failed) => {
    const onExit = (code: number | null) =>
      failed(new Error(`a process beside us ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (answer: T) => {
      child.off("exit", onExit);
      resolve(answer);
    });
    if (message) child.send(message);
  });
