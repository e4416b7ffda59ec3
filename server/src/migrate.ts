/**
 * `npm run migrate`: brings the database to the schema of this build and ends. The first step of an
 * upgrade without a pause: processes of the former build go on.
 */
import { type Env, migrateDatabase } from "./command.ts";

/**
 * Runs the command; returns its exit code. Throws ConfigError without the owner's connection.
 *
 * @public tools/run/migrate.mjs imports it from the build.
 */
export async function runMigrate(
  env: Env,
  _args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const began = performance.now();
  const count = await migrateDatabase(env, print);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  print(
    count === 0 ? "数据库结构已是最新。" : `数据库结构已更新：${count} 个文件，${seconds} 秒。`,
  );
  return 0;
}
