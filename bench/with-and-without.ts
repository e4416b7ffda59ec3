/**
 * Compares redemption and purchase with and without something in the database. Three equal servers
 * take turns in short rounds, so that nothing is planned again between rounds and each has the same
 * data. Two of them are the same: what their columns differ by is the noise of the run.
 */
import { Client } from "pg";
import { grantCodes } from "@yunjing/server/domain/exchange/actions";
import { type BenchServer, createMembers, type Member, startBenchServer } from "./bench-server.ts";
import { compare, printComparison, type Variant } from "./compare.ts";
import { openRedeemSessions, redeemSql, redeemValues } from "./redeem-sessions.ts";
import { openBenchShop } from "./shop-data.ts";

const MEMBERS = 200;
const CONNECTION_COUNTS = [1, 8];
/** `BENCH_ROUNDS=1` shows only that a benchmark runs. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 30);
const AGAIN = "the same again";
const WITHOUT = "without";
/** Units of work in one round; short, so that other load meets every variant alike. */
const count = (connections: number): number => (connections === 1 ? 30 : 60);
/** Units of work that one variant needs, with the round of warm-up. */
const NEEDED =
  count(8) + CONNECTION_COUNTS.reduce((sum, connections) => sum + ROUNDS * count(connections), 0);
const PLAN = { connections: CONNECTION_COUNTS, rounds: ROUNDS, count };

const works = ["opening", "redeeming", "buying"] as const;
type Work = (typeof works)[number];

/** Returns new codes of 500 points, which no one has opened. */
async function unopenedCodes(server: BenchServer): Promise<string[]> {
  const [maker, checker] = await createMembers(server, 2);
  if (!maker || !checker) throw new Error("codes need two operators");
  const operators = { makerId: maker.memberId, checkerId: checker.memberId };
  const { context, db } = server;
  return grantCodes(context, db, { target: "points-500", count: NEEDED, ...operators });
}

/** Returns the calls that open codes over HTTP, each as the next member. */
function openingCalls(codes: string[], members: readonly Member[]) {
  let opened = 0;
  return (n: number) =>
    codes.splice(0, n).map((code) => ({
      method: "POST" as const,
      path: "/api/exchange/sessions",
      headers: {
        "content-type": "application/json",
        authorization: members[opened++ % members.length]?.token ?? "",
      },
      body: JSON.stringify({ code }),
    }));
}

/** Returns the kinds of work on one server: opening codes, redeeming them, buying. */
async function prepareWork(server: BenchServer, name: string, wanted: readonly Work[]) {
  const { context, databaseUrl, origin } = server;
  const members = await createMembers(server, MEMBERS);
  const sessions = await openRedeemSessions(server, members, NEEDED);
  const codes = wanted.includes("opening") ? await unopenedCodes(server) : [];
  const shop = await openBenchShop(server, MEMBERS);
  const nextCalls = openingCalls(codes, members);
  return {
    opening: {
      name,
      job: (connections, n) => ({ connections, origin, calls: nextCalls(n) }),
    },
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
    },
    buying: {
      name,
      job: (connections, n) => ({ connections, origin, purchases: shop.next(n) }),
    },
  } satisfies Record<Work, Variant>;
}

export type Measurement = {
  /** What the first two servers have. */
  readonly name: string;
  /** Removes it from the third server, as the owner of its database. */
  readonly remove: (owner: Client) => Promise<void>;
  /** The titles of the tables of the kinds of work that are measured. */
  readonly titles: Partial<Readonly<Record<Work, string>>>;
  readonly goal: string;
};

/** Measures and prints one table for each kind of work; ends the process. */
export async function measureWithAndWithout(measurement: Measurement): Promise<never> {
  const { name: withIt, remove, titles, goal } = measurement;
  const wanted = works.filter((work) => titles[work] !== undefined);
  const servers: BenchServer[] = [];
  const prepared: Awaited<ReturnType<typeof prepareWork>>[] = [];
  for (const name of [withIt, AGAIN, WITHOUT]) {
    const server = await startBenchServer("light");
    servers.push(server);
    if (name === WITHOUT) {
      const owner = new Client({ connectionString: server.ownerUrl });
      await owner.connect();
      await remove(owner);
      await owner.end();
    }
    prepared.push(await prepareWork(server, name, wanted));
  }
  for (const work of wanted) {
    const rows = await compare(
      prepared.map((each) => each[work]),
      PLAN,
    );
    printComparison(titles[work] ?? work, rows, [goal]);
  }
  await Promise.all(servers.map((server) => server.close()));
  process.exit(0);
}
