/**
 * Measures what the triggers of lifecycles cost: redeeming a code by its SQL statement alone, with
 * and without them, in alternating rounds of one run.
 */
import { Client } from "pg";
import { createMembers, startBenchServer } from "./bench-server.ts";
import { compare, printComparison, type Variant } from "./compare.ts";
import { openRedeemSessions, redeemSql, redeemValues } from "./redeem-sessions.ts";

const MEMBERS = 200;
const CONNECTION_COUNTS = [1, 8];
const ROUNDS = 15;
const count = (connections: number): number => (connections === 1 ? 150 : 300);
const SESSIONS =
  2 *
  (count(8) + CONNECTION_COUNTS.reduce((sum, connections) => sum + ROUNDS * count(connections), 0));

const server = await startBenchServer();
const { context, databaseUrl } = server;
const members = await createMembers(server, MEMBERS);
const sessions = await openRedeemSessions(server, members, SESSIONS);
const owner = new Client({ connectionString: server.ownerUrl });
await owner.connect();
const { rows: triggers } = await owner.query<{ table: string; name: string }>(
  `SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgname LIKE 'lifecycle_%'`,
);

const switchAll = async (action: "ENABLE" | "DISABLE"): Promise<void> => {
  for (const { table, name } of triggers)
    await owner.query(`ALTER TABLE ${table} ${action} TRIGGER ${name}`);
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
  [redeeming("with triggers", "ENABLE"), redeeming("without triggers", "DISABLE")],
  { connections: CONNECTION_COUNTS, rounds: ROUNDS, count },
);
printComparison(
  "Redeem a code in SQL, with and without the triggers of lifecycles (medians)",
  rows,
  ["the triggers cost at most 3 % (decision 0066)"],
);
await owner.end();
await server.close();
process.exit(0);
