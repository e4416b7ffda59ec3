/**
 * Tests where the cluster is stored: in the data directory, unless a parent directory is
 * inaccessible to PostgreSQL's account.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { reset } from "../../../reset.ts";
import { startEmbedded } from "../embedded.ts";
import { makeTemporaryDirectory } from "../temporary-directory.fixture.ts";
import { type Account, inaccessibleDirectories, makeDirectory, serverAccount } from "./account.ts";
import { findHome, prepareHome } from "./home.ts";
import { lockDirectory } from "./lock.ts";

const account = serverAccount();
if (!account) process.stderr.write("the tests of a barred parent are skipped: they need root\n");

let parent = "";
let logLines: string[] = [];
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "yunjing-home-")));
  chmodSync(parent, 0o711);
  logLines = [];
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));
const log = (line: string) => void logLines.push(line);
const modeOf = (path: string) => statSync(path).mode & 0o777;

test("a reset removes the product's files, and no other file in the directory", async () => {
  const dataDir = join(parent, "data");
  mkdirSync(join(dataDir, "files"), { recursive: true });
  for (const name of ["secret", "files/picture", "notes"]) writeFileSync(join(dataDir, name), "");
  await reset({ DATA_DIR: dataDir }, log);
  expect(["secret", "files", "notes"].filter((name) => existsSync(join(dataDir, name)))).toEqual([
    "notes",
  ]);
  await reset({ DATA_DIR: join(parent, "nothing") }, log);
});

test("a reset is refused in production, for another database, in a repository, and while a server runs", async () => {
  const dataDir = join(parent, "data");
  const env = { DATA_DIR: dataDir };
  const home = prepareHome(dataDir, account);
  const lock = lockDirectory(home.path);
  await expect(reset(env, log)).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
  lock.release();
  await expect(reset({ ...env, NODE_ENV: "production" }, log)).rejects.toThrow("in production");
  await expect(reset({ ...env, DATABASE_URL: "postgres://x" }, log)).rejects.toThrow(
    "DATABASE_URL",
  );
  writeFileSync(join(dataDir, "package.json"), "{}");
  await expect(reset(env, log)).rejects.toThrow("no folder of data alone");
  expect(existsSync(home.path)).toBe(true);
});

describe.skipIf(!account)("under root", () => {
  const otherAccount = account ?? ({ name: "nobody", uid: 65_534, gid: 65_534 } satisfies Account);
  const barred = () => {
    const folder = join(parent, "clone");
    mkdirSync(folder, { mode: 0o700 });
    return { folder, dataDir: join(folder, ".data") };
  };

  test("a data directory that only root may enter becomes traversable for the account, but not readable", () => {
    const dataDir = join(parent, "data");
    mkdirSync(dataDir, { mode: 0o700 });
    const home = prepareHome(dataDir, otherAccount, { mayUseFallbackDirectory: false, log });
    expect(home.path).toBe(join(dataDir, "postgres"));
    expect(modeOf(dataDir)).toBe(0o701);
    expect(modeOf(home.path)).toBe(0o700);
    expect(logLines).toEqual([]);
  });

  test("created parent directories are traversable with any umask", () => {
    const before = process.umask(0o077);
    const dataDir = join(parent, "made/on/the/way");
    makeDirectory(dataDir);
    process.umask(before);
    expect(inaccessibleDirectories(dataDir, otherAccount)).toEqual([]);
    expect(modeOf(dirname(dataDir))).toBe(0o711);
  });

  test("in production an inaccessible parent is refused, with its name and the command that helps", async () => {
    const { folder, dataDir } = barred();
    const starting = startEmbedded({
      dataDir,
      log,
      durable: false,
      mayUseFallbackDirectory: false,
    });
    await expect(starting).rejects.toThrow(
      new RegExp(
        `account ${otherAccount.name}, which cannot enter ${folder}, .*"chmod a\\+x ${folder}"`,
      ),
    );
    expect(existsSync(join(dataDir, "postgres.location"))).toBe(false);
    chmodSync(folder, 0o711);
    expect(prepareHome(dataDir, otherAccount, { mayUseFallbackDirectory: false, log }).path).toBe(
      join(dataDir, "postgres"),
    );
  });

  test("outside production the cluster is then stored in another place, which is logged at each start and removed by a reset", async () => {
    const { folder, dataDir } = barred();
    const database = await startEmbedded({ dataDir, log, durable: false });
    const place = findHome(dataDir)?.path ?? "";
    expect(place).toMatch(/^\/var\/lib\/yunjing\/[0-9a-f]{16}$/);
    expect(logLines).toEqual([
      `the database's files lie in ${place}, since ${otherAccount.name} cannot enter ${folder}; "npm start -- --reset" removes them`,
    ]);
    await database.stop();
    expect(prepareHome(dataDir, otherAccount, { mayUseFallbackDirectory: true, log }).path).toBe(
      place,
    );
    expect(logLines[1]).toContain(place);
    await reset({ DATA_DIR: dataDir }, log);
    expect(existsSync(place)).toBe(false);
    expect(findHome(dataDir)).toBeUndefined();
    chmodSync(folder, 0o711);
    expect(prepareHome(dataDir, otherAccount).path).toBe(join(dataDir, "postgres"));
  });

  test("a cluster inside the data directory is never replaced by an empty one elsewhere", () => {
    const { folder, dataDir } = barred();
    chmodSync(folder, 0o711);
    prepareHome(dataDir, otherAccount);
    chmodSync(folder, 0o700);
    expect(() => prepareHome(dataDir, otherAccount)).toThrow(`chmod a+x ${folder}`);
  });

  test("a temporary directory is removed with its cluster, at its end, or after a kill at the next start", async () => {
    const { folder } = barred();
    const made = await makeTemporaryDirectory("run-", folder);
    const place = prepareHome(made.path, otherAccount).path;
    expect(place).toMatch(/^\/var\/lib\/yunjing\//);
    await made.remove();
    expect([made.path, place].filter(existsSync)).toEqual([]);

    const killed = join(folder, "run-killed");
    mkdirSync(killed);
    const left = prepareHome(killed, otherAccount).path;

    utimesSync(killed, 0, 0);
    const next = await makeTemporaryDirectory("run-", folder);
    expect([killed, left].filter(existsSync)).toEqual([]);
    const second = await makeTemporaryDirectory("run-", folder);
    expect([next.path, second.path].filter(existsSync)).toEqual([next.path, second.path]);
    utimesSync(next.path, 0, 0);
    await makeTemporaryDirectory("run-", folder);
    expect(existsSync(next.path)).toBe(true);
    await next.remove();
    await second.remove();
  });
});
