/**
 * Measures redeeming a code for points with all features on, against the same statement without
 * anything around it. `BENCH_BEFORE=<directory>` measures the built server of another checkout in
 * turn with this one.
 */
import { requestFrom, startChildProcess, startBenchServer, createMembers } from "./bench-server.ts";
import { compare, printComparison, type Variant } from "./compare.ts";
import {
  openRedeemSessions,
  requestRedeemSessions,
  redeemSql,
  redeemValues,
  type OpenSession,
  type ServerSession,
} from "./redeem-sessions.ts";

const MEMBERS = 200;
const CONNECTION_COUNTS = [1, 8, 32];
const ROUNDS = 5;
const BEFORE = process.env["BENCH_BEFORE"] ?? "";
const count = (connections: number) => (connections === 1 ? 150 : 400);
/** Sessions of one way. */
const SESSIONS =
  count(8) + CONNECTION_COUNTS.reduce((sum, connections) => sum + ROUNDS * count(connections), 0);
/** The ways that redeem without our server: the bare server and the driver. */
const WAYS = 2;

const server = await startBenchServer();
const { context, databaseUrl } = server;
const members = await createMembers(server, MEMBERS);
const sessions = await openRedeemSessions(server, members, WAYS * SESSIONS);
const ownSessions = await requestRedeemSessions(server, members, SESSIONS);
const bare = startChildProcess("./bare-server.ts", { DATABASE_URL: databaseUrl });
const bareOrigin = await requestFrom<string>(bare);

/** Each code can be redeemed only once, so every job takes its own sessions. */
const take = (n: number): OpenSession[] => sessions.splice(0, n);
const json = { "content-type": "application/json" };

const serverVariant = (name: string, origin: string, sessions: ServerSession[]): Variant => ({
  name,
  job: (connections, n) => ({
    connections,
    origin,
    calls: sessions.splice(0, n).map(({ session, member }) => ({
      method: "POST",
      path: `/api/exchange/sessions/${session}/redeem`,
      headers: { ...json, authorization: member.token, "idempotency-key": session },
      body: "{}",
    })),
  }),
});
const ours = serverVariant("ours", server.origin, ownSessions);

/** The same of another checkout, with its own database. */
async function beforeVariant(checkout: string): Promise<Variant> {
  const other = await startBenchServer("none", { checkout });
  const there = await requestRedeemSessions(other, await createMembers(other, MEMBERS), SESSIONS);
  return serverVariant("before", other.origin, there);
}
const before = BEFORE ? [await beforeVariant(BEFORE)] : [];

const bareServer: Variant = {
  name: "bare server",
  job: (connections, n) => ({
    connections,
    origin: bareOrigin,
    calls: take(n).map(({ session, sessionId, codeMac, member: { memberId } }) => ({
      method: "POST",
      path: "/redeem",
      headers: json,
      body: JSON.stringify({ session, sessionId, codeMac: codeMac.toString("base64"), memberId }),
    })),
  }),
};
const driver: Variant = {
  name: "driver",
  job: (connections, n) => ({
    connections,
    databaseUrl,
    statements: take(n).map(({ member: { memberId }, ...session }) => ({
      name: "redeem",
      text: redeemSql,
      values: redeemValues(context, { ...session, memberId }),
    })),
  }),
};

const rows = await compare([ours, ...before, bareServer, driver], {
  connections: CONNECTION_COUNTS,
  rounds: ROUNDS,
  count,
});
printComparison("Redeem a code for points over HTTP, everything on (medians)", rows, [
  "G1: ≥ 25 / 40 / 70 % of one call without HTTP at 1 / 8 / 32 connections",
  "G2: p99 at 32 connections ≤ 3 × p50",
]);
bare.disconnect();
await server.close();
process.exit(0);
