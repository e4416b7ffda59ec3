/**
 * Measures what the lifecycles cost: redeeming a code by its SQL statement alone, and a purchase
 * over HTTP, with and without the triggers and the history rows of states. Three equal servers take
 * turns in short rounds, so that nothing is planned again between rounds and each has the same data.
 * Two of them are the same: what their columns differ by is the noise of the run.
 */
import { Client } from "pg";
import { type BenchServer, createMembers, startBenchServer } from "./bench-server.ts";
import { compare, printComparison, type Variant } from "./compare.ts";
import { openRedeemSessions, redeemSql, redeemValues } from "./redeem-sessions.ts";
import { openBenchShop } from "./shop-data.ts";

const MEMBERS = 200;
const CONNECTION_COUNTS = [1, 8];
const ROUNDS = 30;
const GOAL = "they cost at most 3 % (decision 0073)";
const WITH = "with lifecycles";
const AGAIN = "the same again";
const WITHOUT = "without";
/** Units of work in one round; short, so that other load meets every variant alike. */
const count = (connections: number): number => (connections === 1 ? 30 : 60);
/** Units of work that one variant needs, with the round of warm-up. */
const NEEDED =
  count(8) + CONNECTION_COUNTS.reduce((sum, connections) => sum + ROUNDS * count(connections), 0);

const EVENT = "platform_state_change_insert";

/** Disables the lifecycle triggers and makes the history function write nothing. */
async function removeLifecycles({ ownerUrl }: BenchServer): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows: triggers } = await owner.query<{ table: string; name: string }>(
    `SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgname LIKE 'lifecycle_%'`,
  );
  for (const { table, name } of triggers)
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  const { rows } = await owner.query<{ definition: string }>(
    `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname = '${EVENT}'`,
  );
  await owner.query((rows[0]?.definition ?? "").replace(/\bBEGIN\b/, "BEGIN RETURN;"));
  await owner.end();
}

/** Returns the two kinds of work on one server: its redemptions and its purchases. */
async function prepareWork(server: BenchServer, name: string) {
  const { context, databaseUrl, origin } = server;
  const members = await createMembers(server, MEMBERS);
  const sessions = await openRedeemSessions(server, members, NEEDED);
  const shop = await openBenchShop(server, MEMBERS);
  return {
    redeeming: {
      name,
      job: (connections, n) => ({
        connections,
        databaseUrl,
        statements: sessions.splice(0, n).map(({ member: { memberId }, ...session }) => ({
          name: "redeem",
          text: redeemSql,
          values: redeemValues(context, { ...session, memberId }),
        })),
      }),
    } satisfies Variant,
    buying: {
      name,
      job: (connections, n) => ({ connections, origin, purchases: shop.next(n) }),
    } satisfies Variant,
  };
}

const servers: BenchServer[] = [];
const works: Awaited<ReturnType<typeof prepareWork>>[] = [];
for (const name of [WITH, AGAIN, WITHOUT]) {
  const server = await startBenchServer("demo");
  if (name === WITHOUT) await removeLifecycles(server);
  servers.push(server);
  works.push(await prepareWork(server, name));
}

const plan = { connections: CONNECTION_COUNTS, rounds: ROUNDS, count };
printComparison(
  "Redeem a code in SQL, with and without triggers and history rows of states (medians)",
  await compare(
    works.map(({ redeeming }) => redeeming),
    plan,
  ),
  [GOAL],
);
printComparison(
  "Quote, order and pay with a coupon over HTTP, with and without them (medians)",
  await compare(
    works.map(({ buying }) => buying),
    plan,
  ),
  [GOAL],
);
await Promise.all(servers.map((server) => server.close()));
process.exit(0);
