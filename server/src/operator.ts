/**
 * `npm run operator -- --phone 13800000000 [--name 姓名]`: creates the first administrators, with the
 * product running or stopped.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MOBILE } from "@yunjing/contract/phone";
import { readConfig } from "./config/config.ts";
import { ConfigError } from "./config/error.ts";
import { makeFirstAdministrator } from "./domain/operators/actions.ts";
import { optionalSupplierIds } from "./gateways/suppliers/registry.ts";
import { systemClock } from "./platform/clock.ts";
import { startEmbedded, urlOfRunning } from "./platform/database/embedded.ts";
import { DirectoryInUse } from "./platform/database/embedded/lock.ts";
import { migrate } from "./platform/database/migrate.ts";
import { closeDatabase, openDatabase } from "./platform/database/pool.ts";
import { createLog } from "./platform/log.ts";
import { idsFrom, systemRandom } from "./platform/random.ts";
import { createSecrets } from "./platform/secrets.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Opened = { readonly url: string; readonly stop: () => Promise<void> };

const serverFolder = fileURLToPath(new URL("..", import.meta.url));
const schema = {
  migrations: join(serverFolder, "migrations"),
  domain: join(serverFolder, "src/domain"),
};

/** Returns the database: the configured one, the running product's own, or the own one, started. */
async function openDatabaseOf(
  config: ReturnType<typeof readConfig>,
  log: (line: string) => void,
): Promise<Opened> {
  const { database, dataDir } = config;
  if (database) {
    if (database.ownerUrl) await migrate(database.ownerUrl, schema, log);
    return { url: database.url, stop: async () => {} };
  }
  try {
    const embedded = await startEmbedded({ dataDir, log, durable: true });
    await migrate(embedded.ownerUrl, schema, log);
    return { url: embedded.appUrl, stop: () => embedded.stop() };
  } catch (error) {
    // The running product has the directory; its database is shared.
    if (!(error instanceof DirectoryInUse)) throw error;
    return { url: urlOfRunning({ dataDir, log }), stop: async () => {} };
  }
}

const sentences = {
  granted:
    "已成为管理员。请打开 /console 用这个手机号登录，首次登录会绑定验证器。至少需要两位管理员。",
  reset: "验证器已重置，所有登录已退出。请打开 /console 重新登录并绑定验证器。",
  refused: "已有两位以上其他管理员完成绑定，请由他们在运营后台处理。",
} as const;

function optionOf(args: readonly string[], name: string): string | undefined {
  const place = args.indexOf(`--${name}`);
  return place < 0 ? undefined : args[place + 1];
}

/**
 * Runs the command; returns its exit code. Throws ConfigError for a missing or wrong phone.
 *
 * @public tools/run/operator.mjs imports it from the build.
 */
export async function runOperatorCommand(
  env: Env,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const phone = optionOf(args, "phone") ?? "";
  if (!MOBILE.test(phone)) {
    throw new ConfigError("Say whose phone: npm run operator -- --phone 13800000000 [--name 姓名]");
  }
  const config = readConfig(env, optionalSupplierIds);
  const { url, stop } = await openDatabaseOf(config, (line) => print(`· ${line}`));
  const clock = systemClock;
  const random = systemRandom;
  const log = createLog("warn");
  const secrets = createSecrets(config.secretRoot);
  const context = {
    clock,
    random,
    ids: idsFrom(clock, random),
    secrets,
    settings: config.settings,
    log,
  };
  const db = openDatabase({ url, log });
  const name = optionOf(args, "name") ?? "管理员";
  const outcome = await makeFirstAdministrator(context, db, { phone, name }).finally(async () => {
    await closeDatabase(db);
    await stop();
  });
  print(sentences[outcome]);
  return outcome === "refused" ? 1 : 0;
}
