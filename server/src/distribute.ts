/**
 * `npm run distribute`: places the tables of a migrated database on a Citus cluster by the layout. `npm run cluster-check` names what the cluster lacks. Neither is needed on one machine.
 */
import pg from "pg";
import { layout } from "./app/layout.ts";
import type { Env } from "./command.ts";
import { readConfig } from "./config/config.ts";
import { ConfigError } from "./config/error.ts";
import { optionalSupplierIds } from "./gateways/suppliers/registry.ts";
import {
  applyPlan,
  clusterFaults,
  delegationStatement,
  readPlan,
  statementOfStep,
} from "./platform/database/distribution.ts";

type Print = (line: string) => void;

/** Connects to the coordinator as the owner of the tables. */
async function withOwner<T>(env: Env, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const ownerUrl = readConfig(env, optionalSupplierIds).database?.ownerUrl;
  if (!ownerUrl) {
    throw new ConfigError("需要 DATABASE_URL 与 DATABASE_OWNER_URL，指向集群的协调节点");
  }
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "yunjing" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function printFaults(client: pg.Client, print: Print): Promise<boolean> {
  const faults = await clusterFaults(client);
  for (const fault of faults) print(`✗ ${fault}`);
  return faults.length > 0;
}

/**
 * Prints what the cluster lacks; returns 0 when it lacks nothing, else 1.
 *
 * @public tools/run/distribute.mjs imports it from the build.
 */
export const runClusterCheck = (env: Env, _args: readonly string[], print: Print) =>
  withOwner(env, async (client) => {
    if (await printFaults(client, print)) return 1;
    const { steps, conflicts, delegations } = await readPlan(client, layout);
    for (const conflict of conflicts) print(`✗ ${conflict}`);
    print(steps.length === 0 ? "✓ 所有数据表都已就位" : `· 还有 ${steps.length} 张表未分布`);
    print(
      delegations.length === 0
        ? "✓ 所有函数都已就位"
        : `· 还有 ${delegations.length} 个函数未派到会员所在节点`,
    );
    return conflicts.length > 0 ? 1 : 0;
  });

/**
 * Places the tables that have no place yet, after the cluster was checked; with `--dry-run` prints
 * the statements only. Returns 0, or 1 when the cluster or the layout does not allow it.
 *
 * @public tools/run/distribute.mjs imports it from the build.
 */
export const runDistribute = (env: Env, args: readonly string[], print: Print) =>
  withOwner(env, async (client) => {
    const unknown = args.find((arg) => arg !== "--dry-run");
    if (unknown) throw new ConfigError(`不认识的参数 ${unknown}；可用：--dry-run`);
    if (await printFaults(client, print)) {
      print("集群不完整，没有改动任何数据。");
      return 1;
    }
    const plan = await readPlan(client, layout);
    for (const conflict of plan.conflicts) print(`✗ ${conflict}`);
    if (plan.conflicts.length > 0) return 1;
    if (args.includes("--dry-run")) {
      for (const step of plan.steps) print(statementOfStep(step));
      for (const signature of plan.delegations) print(delegationStatement(signature));
      print(
        `预演：${plan.steps.length} 张表、${plan.delegations.length} 个函数待分布，没有改动任何数据。`,
      );
      return 0;
    }
    await applyPlan(client, plan);
    print(`已分布 ${plan.steps.length} 张表、${plan.delegations.length} 个函数。`);
    return 0;
  });
