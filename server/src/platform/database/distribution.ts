/**
 * Distributes a migrated database over a Citus cluster by the layout: what is missing of the
 * cluster, which tables have no place yet, and their placing in one transaction (decision 0132).
 */
import { ownValue } from "@yunjing/contract/own-value";
import type pg from "pg";
import { invariant } from "../refusal.ts";
import type { DatabaseLayout } from "./layout-types.ts";

type Tables = DatabaseLayout["tables"];

/** A table in its place: by the column `column`, or a copy on every node when that is null. */
export type PlacedTable = { readonly name: string; readonly column: string | null };

/** A step that places one table; `with` is the table whose rows lie beside its own. */
export type PlacingStep =
  | { readonly table: string; readonly to: "every node" }
  | { readonly table: string; readonly to: "shards"; column: string; with: string | undefined };

type TablePlan = {
  /** In the order in which they are placed. */
  readonly steps: readonly PlacingStep[];
  /** Tables whose place contradicts the layout, one sentence each. */
  readonly conflicts: readonly string[];
};

export type DistributionPlan = TablePlan & {
  /** Functions that are yet to run on the member's node, as `name(types)`. */
  readonly delegations: readonly string[];
};

/** The column that decides the shard of a table; null for a table that has none. */
function shardColumn(tables: Tables, name: string): string | null {
  const { placement, key } = ownValue(tables, name) ?? {};
  if (placement === "member") return "member_id";
  return placement === "value" ? (key?.[0] ?? null) : null;
}

/**
 * Compares the layout with the tables that have a place. Tables of members share their shards;
 * so do tables by value whose keys begin with a column of one name and type.
 */
export function planDistribution(
  tables: Tables,
  placed: readonly PlacedTable[],
  typeOf: (table: string, column: string) => string | undefined,
): TablePlan {
  const columns = new Map(placed.map(({ name, column }) => [name, column]));
  const firstOf = new Map<string, string>();
  const steps: PlacingStep[] = [];
  const conflicts: string[] = [];
  const names = Object.keys(tables);
  const groupOf = (name: string, column: string) =>
    `${ownValue(tables, name)?.placement} ${column} ${typeOf(name, column)}`;
  for (const name of names) {
    const column = shardColumn(tables, name);
    const now = columns.get(name);
    if (now !== undefined && now !== column && ownValue(tables, name)?.placement !== "local") {
      const remedy =
        now === null || column === null
          ? ""
          : `: run as the owner SELECT alter_distributed_table('${name}', distribution_column => '${column}')`;
      conflicts.push(
        `${name} lies by ${now ?? "copy"}, the layout says ${column ?? "copy"}${remedy}`,
      );
    }
    if (column !== null && now === column && !firstOf.has(groupOf(name, column))) {
      firstOf.set(groupOf(name, column), name);
    }
  }
  const missing = names.filter((name) => !columns.has(name));
  for (const table of missing) {
    if (ownValue(tables, table)?.placement === "reference") steps.push({ table, to: "every node" });
  }
  for (const table of missing) {
    const column = shardColumn(tables, table);
    if (column === null) continue;
    const group = groupOf(table, column);
    steps.push({ table, to: "shards", column, with: firstOf.get(group) });
    if (!firstOf.has(group)) firstOf.set(group, table);
  }
  return { steps, conflicts };
}

/** Whether this server has Citus in this database. */
export async function hasCitus(client: pg.Client): Promise<boolean> {
  const found = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return found.rowCount === 1;
}

type Setting = { readonly name: string; readonly setting: string };

/** Settings of each node, with what is needed and why. */
const NODE_SETTINGS: readonly {
  readonly name: string;
  readonly isEnough: (setting: string) => boolean;
  readonly needs: string;
}[] = [
  {
    name: "max_prepared_transactions",
    isEnough: (setting) => Number(setting) >= 100,
    needs: "at least 100: a transaction of two nodes commits in two phases",
  },
  {
    name: "wal_level",
    isEnough: (setting) => setting === "logical",
    needs: "logical: shards move between nodes by logical replication",
  },
  {
    name: "max_locks_per_transaction",
    isEnough: (setting) => Number(setting) >= 512,
    needs: "at least 512: the tables are placed in one transaction",
  },
];

const settingFaults = (where: string, settings: readonly Setting[]): string[] =>
  NODE_SETTINGS.flatMap(({ name, isEnough, needs }) => {
    const setting = settings.find((one) => one.name === name)?.setting ?? "unset";
    return isEnough(setting) ? [] : [`${where}: ${name} is ${setting}, and must be ${needs}`];
  });

/**
 * Returns what the cluster lacks, one sentence each; empty when the database may be distributed.
 * Asks each node through the coordinator, so a node that does not answer is named, too.
 */
export async function clusterFaults(client: pg.Client): Promise<string[]> {
  if (!(await hasCitus(client))) {
    return ["this database has no Citus: run CREATE EXTENSION citus on every node"];
  }
  const nodes = await client.query<{ node: string; isCoordinator: boolean; isActive: boolean }>(
    `SELECT nodename || ':' || nodeport AS node, groupid = 0 AS "isCoordinator", isactive AS "isActive"
     FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid`,
  );
  const workers = nodes.rows.filter(({ isCoordinator }) => !isCoordinator);
  const faults: string[] = [];
  if (workers.length === nodes.rows.length) {
    faults.push("the coordinator is not in the cluster: SELECT citus_set_coordinator_host(…)");
  }
  if (workers.length === 0) faults.push("there is no worker node: SELECT citus_add_node(…)");
  faults.push(
    ...workers
      .filter(({ isActive }) => !isActive)
      .map(({ node }) => `${node}: is not active: SELECT citus_activate_node(…)`),
  );
  faults.push(...(await lockFaults(client)));
  const names = NODE_SETTINGS.map(({ name }) => `'${name}'`).join(", ");
  const query = `SELECT json_agg(json_build_object('name', name, 'setting', setting)) FROM pg_settings WHERE name IN (${names})`;
  const here = await client.query<{ found: Setting[] }>(`SELECT (${query}) AS found`);
  faults.push(...settingFaults("coordinator", here.rows[0]?.found ?? []));
  const answers = await client.query<{ node: string; isGood: boolean; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, success AS "isGood", result
     FROM run_command_on_workers($1)`,
    [query],
  );
  for (const { node, isGood, result } of answers.rows) {
    if (isGood) faults.push(...settingFaults(node, JSON.parse(result)));
    else faults.push(`${node}: does not answer: ${result.split("\n")[0]}`);
  }
  return faults;
}

const MAY_LOCK = "citus.skip_advisory_lock_permission_checks=on";

/**
 * The application may not UPDATE a whole table, and Citus lets only who may take its own locks on
 * copies. The setting is the role's, on every node; only a superuser may set it.
 */
async function lockFaults(client: pg.Client): Promise<string[]> {
  const query = `SELECT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
    WHERE r.rolname = 'yunjing_app' AND s.setconfig @> ARRAY['${MAY_LOCK}'])`;
  const here = await client.query<{ exists: boolean }>(query);
  const there = await client.query<{ node: string; isGood: boolean; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, success AS "isGood", result
     FROM run_command_on_workers($1)`,
    [query],
  );
  const lacking = [
    ...(here.rows[0]?.exists ? [] : ["coordinator"]),
    ...there.rows.filter(({ isGood, result }) => isGood && result !== "t").map(({ node }) => node),
  ];
  return lacking.map(
    (node) =>
      `${node}: run as a superuser ALTER ROLE yunjing_app SET citus.skip_advisory_lock_permission_checks = on`,
  );
}

/** Reads which tables have a place, and plans the others. */
export async function readPlan(
  client: pg.Client,
  layout: DatabaseLayout,
): Promise<DistributionPlan> {
  // A local table with a foreign key to a copied one is known to Citus and stays where it is.
  const placed = await client.query<PlacedTable>(
    `SELECT p.logicalrelid::text AS name,
       CASE WHEN p.partmethod = 'h' THEN column_to_column_name(p.logicalrelid, p.partkey) END AS column
     FROM pg_dist_partition p WHERE p.partmethod = 'h' OR p.repmodel = 't'`,
  );
  const columns = await client.query<{ column: string; type: string }>(
    `SELECT attrelid::regclass || '.' || attname AS column, format_type(atttypid, NULL) AS type
     FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND attnum > 0`,
  );
  const types = new Map(columns.rows.map(({ column, type }) => [column, type]));
  const plan = planDistribution(layout.tables, placed.rows, (table, column) =>
    types.get(`${table}.${column}`),
  );
  // The functions with the member first that the layout does not keep at the coordinator.
  const functions = await client.query<{ signature: string; isDelegated: boolean; stays: boolean }>(
    `SELECT p.oid::regprocedure::text AS signature, p.proname = ANY ($1) AS stays, EXISTS (
       SELECT FROM pg_dist_object d
       WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.force_delegation) AS "isDelegated"
     FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.proargnames[1] = 'p_member'
     ORDER BY p.proname, signature`,
    [[...layout.atCoordinator]],
  );
  const signaturesOf = (isDelegated: boolean, stays: boolean): string[] =>
    functions.rows
      .filter((one) => one.isDelegated === isDelegated && one.stays === stays)
      .map(({ signature }) => signature);
  const misplaced = signaturesOf(true, true).map(
    (signature) => `${signature} runs on the member's node, the layout says at the coordinator`,
  );
  return {
    steps: plan.steps,
    conflicts: [...plan.conflicts, ...misplaced],
    delegations: signaturesOf(false, false),
  };
}

/** The statement that makes a function run on the node of its first argument, the member. */
export const delegationStatement = (signature: string): string =>
  `SELECT create_distributed_function('${signature.replaceAll("'", "''")}', 'p_member', ` +
  `colocate_with => 'member', force_delegation => true)`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The statement of a step; the names are those of the layout and the catalogue. */
export function statementOfStep(step: PlacingStep): string {
  if (step.to === "every node") return `SELECT create_reference_table('${quoted(step.table)}')`;
  const beside = step.with === undefined ? "none" : quoted(step.with);
  return `SELECT create_distributed_table('${quoted(step.table)}', '${step.column}', colocate_with => '${beside}')`;
}

/**
 * Places the tables of the plan in one transaction, as the owner of the tables: an interruption
 * leaves nothing half done, and the next run begins again. Foreign keys of these tables come off
 * and on again, because Citus places no table whose keys lead to one without a place.
 */
export async function applyPlan(client: pg.Client, plan: DistributionPlan): Promise<void> {
  invariant(plan.conflicts.length === 0, "a plan with conflicts is not applied");
  const tables = plan.steps.map(({ table }) => table);
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
    // The triggers of lifecycles read OLD and NEW only; nothing else depends on them.
    await client.query("SET LOCAL citus.enable_unsafe_triggers = on");
    const keys = await client.query<{ name: string; table: string; definition: string }>(
      `SELECT conname AS name, r.relname AS table, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid
       WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND c.conparentid = 0
         AND (r.relname = ANY ($1) OR f.relname = ANY ($1)) ORDER BY r.relname, conname`,
      [tables],
    );
    for (const { name, table } of keys.rows) {
      await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
    }
    for (const step of plan.steps) await client.query(statementOfStep(step));
    for (const { name, table, definition } of keys.rows) {
      await client.query(
        `ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`,
      );
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  // Each is complete by itself; the next run continues after an interruption.
  for (const signature of plan.delegations) await client.query(delegationStatement(signature));
  for (const setting of APPLICATION_SETTINGS) {
    const { rows } = await client.query<{ text: string }>(
      "SELECT format('ALTER ROLE yunjing_app IN DATABASE %I SET %s', current_database(), $1::text) AS text",
      [setting],
    );
    await client.query(rows[0]?.text ?? "");
  }
}

/** What the application's connections need on a cluster, in this database. */
const APPLICATION_SETTINGS = [
  // A transaction may write copies after rows of many shards only when these were written in turn.
  "citus.multi_shard_modify_mode = 'sequential'",
  // A plan without values does not know the member's node: the call would run at the coordinator.
  "plan_cache_mode = force_custom_plan",
  // Lists of operators join rows that lie apart.
  "citus.enable_repartition_joins = on",
] as const;
