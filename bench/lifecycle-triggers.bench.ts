/**
 * Measures what the lifecycles cost, in alternating rounds of one run: redeeming a code by its SQL
 * statement alone, and a purchase over HTTP, with and without the triggers and the history rows of
 * states.
 */
import { Client } from "pg";
import { createMembers, startBenchServer } from "./bench-server.ts";
import { compare, printComparison, type Variant } from "./compare.ts";
import { openRedeemSessions, redeemSql, redeemValues } from "./redeem-sessions.ts";
import { openBenchShop } from "./shop-data.ts";

const MEMBERS = 200;
const CONNECTION_COUNTS = [1, 8];
const ROUNDS = 15;
const GOAL = "they cost at most 3 % (decision 0073)";
const count = (connections: number): number => (connections === 1 ? 150 : 300);
const SESSIONS =
  2 *
  (count(8) + CONNECTION_COUNTS.reduce((sum, connections) => sum + ROUNDS * count(connections), 0));

const server = await startBenchServer("demo");
const { context, databaseUrl } = server;
const members = await createMembers(server, MEMBERS);
const sessions = await openRedeemSessions(server, members, SESSIONS);
const owner = new Client({ connectionString: server.ownerUrl });
await owner.connect();
const { rows: triggers } = await owner.query<{ table: string; name: string }>(
  `SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgname LIKE 'lifecycle_%'`,
);

const EVENT = "platform_state_change_insert";
const { rows: sources } = await owner.query<{ definition: string }>(
  `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname = '${EVENT}'`,
);
const recording = sources[0]?.definition ?? "";
const notRecording = recording.replace(/\bBEGIN\b/, "BEGIN RETURN;");

const switchAll = async (action: "ENABLE" | "DISABLE"): Promise<void> => {
  for (const { table, name } of triggers)
    await owner.query(`ALTER TABLE ${table} ${action} TRIGGER ${name}`);
  await owner.query(action === "ENABLE" ? recording : notRecording);
};
const redeeming = (name: string, action: "ENABLE" | "DISABLE"): Variant => ({
  name,
  prepare: () => switchAll(action),
  job: (connections, n) => ({
    connections,
    databaseUrl,
    statements: sessions.splice(0, n).map(({ member: { memberId }, ...session }) => ({
      name: "redeem",
      text: redeemSql,
      values: redeemValues(context, { ...session, memberId }),
    })),
  }),
});

const rows = await compare(
  [redeeming("with lifecycles", "ENABLE"), redeeming("without", "DISABLE")],
  { connections: CONNECTION_COUNTS, rounds: ROUNDS, count },
);
printComparison(
  "Redeem a code in SQL, with and without triggers and history rows of states (medians)",
  rows,
  [GOAL],
);

const shop = await openBenchShop(server, MEMBERS);
const buying = (name: string, action: "ENABLE" | "DISABLE"): Variant => ({
  name,
  prepare: () => switchAll(action),
  job: (connections, n) => ({ connections, origin: server.origin, purchases: shop.next(n) }),
});
const purchases = await compare(
  [buying("with lifecycles", "ENABLE"), buying("without", "DISABLE")],
  {
    connections: CONNECTION_COUNTS,
    rounds: ROUNDS,
    count: (connections) => count(connections) / 2,
  },
);
printComparison(
  "Quote, order and pay with a coupon over HTTP, with and without them (medians)",
  purchases,
  [GOAL],
);
await owner.end();
await server.close();
process.exit(0);
