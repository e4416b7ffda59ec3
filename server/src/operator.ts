/**
 * `npm run operator -- --phone 13800000000 [--name 姓名]`: creates the first administrators, with the
 * product running or stopped.
 */
import { MOBILE } from "@yunjing/contract/phone";
import { type Env, runInDatabase } from "./command.ts";
import { ConfigError } from "./config/error.ts";
import { makeFirstAdministrator } from "./domain/operators/actions.ts";

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
  const name = optionOf(args, "name") ?? "管理员";
  const outcome = await runInDatabase(env, print, (context, db) =>
    makeFirstAdministrator(context, db, { phone, name }),
  );
  print(sentences[outcome]);
  return outcome === "refused" ? 1 : 0;
}
