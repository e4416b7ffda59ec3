/**
 * Measures buying and browsing: a purchase of three calls (quote, order, payment from the balance
 * with a coupon) against a bare server that reads once and commits twice in three calls, and
 * against plain HTTP, in the same run; 32 buyers of one item beside 32 of others; and the list of
 * benefits. `BENCH_BEFORE=<directory>` measures the purchases of another built checkout in turn with
 * this one. The peers' figures are of other software on the same machine (performance.md): compare
 * only the order of magnitude.
 */
import { compare, printComparison, type Variant } from "./compare.ts";
import { openBenchShop } from "./shop-data.ts";
import { requestFrom, startBenchServer, startChildProcess } from "./bench-server.ts";

const MEMBERS = 200;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const HOT_ROUNDS = 5;
const CONNECTION_COUNTS = [1, 8, 32];
const STEPS = ["quote", "place", "pay"];
const count = (connections: number): number => (connections === 1 ? 150 : 600);

const server = await startBenchServer("light");
const shop = await openBenchShop(server, MEMBERS);
const bareServer = startChildProcess("./bare-server.ts", { DATABASE_URL: server.databaseUrl });
const bareOrigin = await requestFrom<string>(bareServer);

const purchases: Variant = {
  name: "ours",
  job: (connections, n) => ({ connections, origin: server.origin, purchases: shop.next(n) }),
};
/** The same three calls with only the minimum work of a purchase. */
const bare: Variant = {
  name: "bare server, 2 commits",
  job: (connections, n) => ({
    connections,
    origin: bareOrigin,
    calls: shop.next(n).flatMap(({ key }) =>
      STEPS.map((step) => ({
        method: "POST" as const,
        path: "/buy",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ step, key, memberId: shop.memberId }),
      })),
    ),
  }),
};
const calls = (name: string, path: string, each: number): Variant => ({
  name,
  job: (connections, n) => ({
    connections,
    origin: server.origin,
    calls: Array.from({ length: n * each }, () => ({ method: "GET" as const, path, headers: {} })),
  }),
});

/** The same of another checkout, with its own database. */
async function beforeVariant(checkout: string): Promise<Variant> {
  const other = await startBenchServer("light", { checkout });
  const shopThere = await openBenchShop(other, MEMBERS);
  return {
    name: "before",
    job: (connections, n) => ({ connections, origin: other.origin, purchases: shopThere.next(n) }),
  };
}
const BEFORE = process.env["BENCH_BEFORE"] ?? "";
const former = BEFORE ? [await beforeVariant(BEFORE)] : [];

const plan = { connections: CONNECTION_COUNTS, rounds: ROUNDS, count };
const buying = await compare(
  [purchases, ...former, bare, calls("HTTP alone", "/version", 3)],
  plan,
);
const perPurchase = buying.map((row) =>
  ["ours", "before"].includes(row.variant)
    ? row
    : { ...row, perSecond: row.perSecond / STEPS.length },
);
printComparison("Quote, order and pay with a coupon, from the balance (medians)", perPurchase, [
  "goal: ≥ 25 % of the bare server at 8 and 32 connections, p99 ≤ 3 × p50 at 32",
  "G5: ≥ 50 × Vendure (12.7 /s at 8 connections) and ≥ 250 × Medusa (2.1 /s), p99 ≤ 1/20 of theirs",
]);

const HOT_BUYERS = 32;
const HOT_PIECES = 100_000;
const HOT_PURCHASES = 240;
const [hotSku = "", ...others] = await shop.stocked(HOT_BUYERS + 1, HOT_PIECES);
let hotBought = 0;
const ofOneItem: Variant = {
  name: "one item",
  job: (connections, n) => {
    hotBought += n;
    return { connections, origin: server.origin, purchases: shop.next(n, [hotSku]) };
  },
};
const ofManyItems: Variant = {
  name: `${HOT_BUYERS} items`,
  job: (connections, n) => ({
    connections,
    origin: server.origin,
    purchases: shop.next(n, others),
  }),
};
const hot = await compare([ofOneItem, ofManyItems], {
  connections: [HOT_BUYERS],
  rounds: HOT_ROUNDS,
  count: () => HOT_PURCHASES,
});
printComparison("Buyers of one item with own stock beside as many buyers of other items", hot, [
  "goal: ≥ 90 % of the other items, never oversold",
]);
const { rows: sold } = await server.db.$client.query<{ sold: number }>(
  "SELECT sum(sold)::integer AS sold FROM sku_stock WHERE sku_id = $1",
  [hotSku],
);
if (sold[0]?.sold !== hotBought) throw new Error(`${hotBought} bought, ${sold[0]?.sold} sold`);

const benefits = calls("ours", "/api/benefits?pageSize=20", 1);
const lists = await compare([benefits, calls("HTTP alone", "/version", 1)], {
  ...plan,
  count: (connections) => (connections === 1 ? 300 : 2_000),
});
printComparison("Twenty benefits of the shop, for anybody (medians)", lists, [
  "G6: ≥ 10 × Vendure's search index (340 /s at 8 connections)",
]);
bareServer.disconnect();
await server.close();
process.exit(0);
