/**
 * Measures reading a logged-in member's list of twenty orders, against a bare query of the same
 * rows.
 */
import { requestFrom, startChildProcess, startBenchServer, createMembers } from "./bench-server.ts";
import { compare, printComparison, type Variant } from "./compare.ts";
import { orderListSql, ROWS } from "./order-list-query.ts";
import { openRedeemSessions, redeemSql, redeemValues } from "./redeem-sessions.ts";

const MEMBERS = 50;
const ORDERS_EACH = 24;
const ROUNDS = 5;
const count = (connections: number) => (connections === 1 ? 300 : 1_500);

const server = await startBenchServer();
const { context, databaseUrl, db } = server;
const members = await createMembers(server, MEMBERS);
for (const { member, ...session } of await openRedeemSessions(
  server,
  members,
  MEMBERS * ORDERS_EACH,
)) {
  const values = redeemValues(context, { ...session, memberId: member.memberId });
  await db.$client.query({ name: "redeem", text: redeemSql, values });
}
const bare = startChildProcess("./bare-server.ts", { DATABASE_URL: databaseUrl });
const bareOrigin = await requestFrom<string>(bare);

const readers = (n: number) => Array.from({ length: n }, (_, at) => members[at % MEMBERS]);
const ours: Variant = {
  name: "ours",
  job: (connections, n) => ({
    connections,
    origin: server.origin,
    calls: readers(n).map((member) => ({
      method: "GET",
      path: `/api/orders?pageSize=${ROWS}`,
      headers: { authorization: member?.token ?? "" },
    })),
  }),
};
const bareServer: Variant = {
  name: "bare server",
  job: (connections, n) => ({
    connections,
    origin: bareOrigin,
    calls: readers(n).map((member) => ({
      method: "GET",
      path: `/orders/${member?.memberId}`,
      headers: {},
    })),
  }),
};
const driver: Variant = {
  name: "driver",
  job: (connections, n) => ({
    connections,
    databaseUrl,
    statements: readers(n).map((member) => ({
      name: "orders",
      text: orderListSql,
      values: [member?.memberId],
    })),
  }),
};

const plan = { connections: [1, 8, 32], rounds: ROUNDS, count };
const rows = await compare([ours, bareServer, driver], plan);
printComparison("A member reads 20 of their orders, logged in (medians)", rows, [
  "G3: ≥ 60 % of the bare server whose JSON the database makes",
]);
bare.disconnect();
await server.close();
process.exit(0);
