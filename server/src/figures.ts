/**
 * `npm run figures`, with the product running or stopped. `rebuild` sums the figures of every hour again
 * and says how many hours changed; `recount` corrects the counts of codes, invitations and points that a
 * former build did not keep, as the last step of an upgrade.
 */
import { type Env, runInDatabase } from "./command.ts";
import { ConfigError } from "./config/error.ts";
import { recountCodes } from "./domain/exchange/actions.ts";
import { rebuildHours } from "./domain/figures/actions.ts";
import { recountInvites } from "./domain/invitations/actions.ts";
import { recountPoints } from "./domain/points/actions.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/pool.ts";
import { transaction } from "./platform/database/transaction.ts";

const recount = async ({ ids }: Context, db: Db) => ({
  codes: await transaction(db, (tx) => recountCodes(tx, ids.next())),
  invites: await transaction(db, (tx) => recountInvites(tx, ids.next())),
  points: await transaction(db, (tx) => recountPoints(tx)),
});

/**
 * Runs the command; returns its exit code. Throws ConfigError for another command than `rebuild` and
 * `recount`.
 *
 * @public tools/run/figures.mjs imports it from the build.
 */
export async function runFiguresCommand(
  env: Env,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const [command] = args;
  if (command === "recount") {
    const { codes, invites, points } = await runInDatabase(env, print, recount);
    print(
      `已核对兑换码、邀请活动和积分的数量：改正 ${codes} 项兑换码数量，${invites} 个邀请活动，${points} 项积分合计。`,
    );
    return 0;
  }
  if (command !== "rebuild")
    throw new ConfigError("There are two commands: npm run figures -- rebuild, -- recount");
  const { hours, changed } = await runInDatabase(env, print, rebuildHours);
  print(`已重新汇总 ${hours} 个小时，其中 ${changed} 个小时的数据有变化。`);
  return 0;
}
