/**
 * Measures the first visit of a phone with an empty cache, and the second of private pages, on slow
 * 4G and a four times slower processor, in turn with minimal pages of uni-app. Run `npm run bench
 * first-view`, or `npx tsx bench/first-view.bench.ts /some/route …` for some routes of a built
 * product. `BENCH_PART` selects a part for a machine that is quiet only for minutes: `public`,
 * `private`, `interactions`, or `2/4` for the second of four groups of all pages.
 */
import { type Browser, chromium, type Page } from "playwright-core";
import { chooseStore, takeDish } from "../e2e/exchange-steps.ts";
import { ask, type Login, logInByPhone, OPERATOR, stateOf } from "../e2e/login.ts";
import { budgetOf, REQUESTS_MAX } from "../e2e/page-budgets.ts";
import { LOGOUT, type Page as Route, pages } from "../member/src/routes.ts";
import { startBenchServer } from "./bench-server.ts";
import { median } from "./compare.ts";
import {
  bytesOf,
  CPU_TIMES_SLOWER,
  firstVisit,
  openBrowser,
  secondVisit,
  type Visit,
  visit,
} from "./page-visit.ts";
import { startPeer } from "./uni-app-peer.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
/** Pages whose content anyone may see, and the peer's page of that kind. */
const PUBLIC = ["/pages/exchange/manifest", "/pages/passport/login"];
const PEER_PUBLIC = "/pages/index/index";
/** Pages of one member, and the peer's page of that kind, which reads the same list of orders. */
const PRIVATE = [
  "/pages/user/orders",
  "/pages/user/wallet",
  "/pages/user/coupons",
  "/pages/user/score",
  "/pages/user/index",
  "/pages/user/messages",
];
const PEER_PRIVATE = "/pages/orders/orders";
const GOALS = {
  publicFcp: 0.5,
  publicLcp: 0.6,
  privateLcp: 0.5,
  cls: 0.01,
  tbtMs: 50,
  interactionMs: 100,
};

type Measured = Pick<Visit, "fcp" | "lcp" | "cls" | "tbt"> & { requests: number; bytes: number };
type Row = Record<string, string | number>;
type Bench = {
  readonly browser: Browser;
  readonly origin: string;
  readonly peer: string;
  readonly login: Login;
};

function medianOf(visits: readonly Visit[]): Measured {
  const of = (part: (one: Visit) => number) => median(visits.map(part));
  return {
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    cls: of(({ cls }) => cls),
    tbt: of(({ tbt }) => tbt),
    requests: of(({ requests }) => requests),
    bytes: of(bytesOf),
  };
}

const kb = (bytes: number): string => (bytes / 1_000).toFixed(1);
const rowOf = (page: string, { fcp, lcp, cls, tbt, requests, bytes }: Measured): Row => ({
  page,
  "FCP ms": Math.round(fcp),
  "LCP ms": Math.round(lcp),
  CLS: cls.toFixed(3),
  "TBT ms": Math.round(tbt),
  requests,
  "all kB": kb(bytes),
});
const limited = (value: number, limit: number): string =>
  `${value.toFixed(2)} ${value <= limit ? "≤" : "> "} ${limit}`;

/** Measures pages and the peer's page in turn; returns a row for each. */
async function compared(
  paths: readonly string[],
  measure: (path: string) => Promise<Visit>,
  peer: { path: string; measure: (path: string) => Promise<Visit> },
): Promise<{ rows: Row[]; peer: Measured; ours: ReadonlyMap<string, Measured> }> {
  const visits = new Map<string, Visit[]>(paths.map((path) => [path, []]));
  const peers: Visit[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    peers.push(await peer.measure(peer.path));
    for (const path of paths) visits.get(path)?.push(await measure(path));
  }
  const ours = new Map([...visits].map(([path, seen]) => [path, medianOf(seen)]));
  const ofPeer = medianOf(peers);
  const rows = [
    rowOf("uni-app", ofPeer),
    ...[...ours].map(([path, measured]) => rowOf(path, measured)),
  ];
  return { rows, peer: ofPeer, ours };
}

/** Public pages at the first visit, beside the peer's. */
async function publicRows({ browser, origin, peer }: Bench): Promise<Row[]> {
  const found = await compared(PUBLIC, (path) => firstVisit(browser, origin + path), {
    path: PEER_PUBLIC,
    measure: (path) => firstVisit(browser, peer + path),
  });
  return found.rows.map((row) => {
    const own = found.ours.get(String(row["page"]));
    return {
      ...row,
      "FCP ÷ peer": own ? limited(own.fcp / found.peer.fcp, GOALS.publicFcp) : "",
      "LCP ÷ peer": own ? limited(own.lcp / found.peer.lcp, GOALS.publicLcp) : "",
    };
  });
}

/** Private pages at the second visit, beside the peer's second visit. */
async function privateRows({ browser, origin, peer, login }: Bench): Promise<Row[]> {
  const stateAt = (at: string) => stateOf({ ...login, origin: at });
  const found = await compared(
    PRIVATE,
    (path) => secondVisit(browser, origin + path, stateAt(origin)),
    {
      path: PEER_PRIVATE,
      measure: (path) => secondVisit(browser, peer + path, { ...stateAt(peer), cookies: [] }),
    },
  );
  return found.rows.map((row) => {
    const own = found.ours.get(String(row["page"]));
    return {
      ...row,
      "LCP ÷ peer": own ? limited(own.lcp / found.peer.lcp, GOALS.privateLcp) : "",
    };
  });
}

/** The time from a tap to the next paint. */
async function interactionRows({ browser, origin, login }: Bench): Promise<Row[]> {
  const made = await ask<{ code: string }[]>(`${origin}/sandbox/codes`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target: "kfc-value-50", count: 1 }),
  });
  const actions = [
    {
      action: "opens a dialog",
      path: "/pages/exchange/manifest",
      act: (page: Page) => page.getByRole("button", { name: "提示兑换码无效怎么办" }).click(),
    },
    {
      action: "switches a tab",
      path: "/",
      act: (page: Page) => page.getByRole("link", { name: "订单列表" }).click(),
    },
    {
      action: "chooses a store and adds a meal",
      path: `/pages/exchange/manifest?code=${made[0]?.code}`,
      act: async (page: Page) => {
        await chooseStore(page);
        await takeDish(page, "老北京鸡肉卷");
      },
    },
  ];
  const rows: Row[] = [];
  for (const { action, path, act } of actions) {
    const context = await openBrowser(browser, stateOf(login));
    const { interaction } = await visit(context, origin + path, act);
    await context.close();
    const isWithin = interaction <= GOALS.interactionMs;
    rows.push({ action, "ms to the next paint": interaction, goal: isWithin ? "within" : "OVER" });
  }
  return rows;
}

/** One first visit of every route, against its budget. */
async function budgetRow({ browser, origin, login }: Bench, route: Route): Promise<Row> {
  const state = route.login ? stateOf(login) : undefined;
  const seen = await firstVisit(browser, origin + route.path, state);
  const { kinds, requests, cls, tbt } = seen;
  if (seen.unpacked.length > 0)
    process.stdout.write(`  not compressed: ${seen.unpacked.join(", ")}\n`);
  const over = [
    requests > REQUESTS_MAX ? "requests" : "",
    cls > GOALS.cls ? "CLS" : "",
    tbt > GOALS.tbtMs ? "TBT" : "",
  ].filter(Boolean);
  return {
    ...rowOf(route.path, { ...medianOf([seen]), requests }),
    "scripts kB": kb(kinds["Script"] ?? 0),
    "budget kB": kb(budgetOf(route).scriptBytes),
    over: over.join(" "),
  };
}

const print = (title: string, rows: readonly Row[]): void => {
  process.stdout.write(`${title}\n`);
  console.table(rows);
};

const part = process.env["BENCH_PART"] ?? "";
const [nth = 0, groups = 0] = (/^(\d+)\/(\d+)$/.exec(part) ?? []).slice(1).map(Number);
const isPart = (name: string): boolean => part === "" || part === name;
/** True for the pages of the chosen group; without one all are measured. */
const isInGroup = (at: number): boolean => (groups > 0 ? at % groups === nth - 1 : part === "");
const wanted = process.argv.slice(2).filter((argument) => argument.startsWith("/"));
// A page that redirects at once has no view of its own.
const routes = pages.filter(({ path }, at) =>
  wanted.length > 0 ? wanted.includes(path) : path !== LOGOUT && isInGroup(at),
);
const server = await startBenchServer("light");
const peer = await startPeer(server.origin);
const bench: Bench = {
  browser: await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  }),
  origin: server.origin,
  peer: peer.origin,
  login: await logInByPhone(server.origin, OPERATOR),
};
const slow = `slow 4G, processor ${CPU_TIMES_SLOWER} × slower`;
const isWhole = wanted.length === 0;
if (isWhole && isPart("public"))
  print(`Public pages, first visit, ${slow}, medians of ${ROUNDS}`, await publicRows(bench));
if (isWhole && isPart("private"))
  print(`Private pages, second visit, ${slow}, medians of ${ROUNDS}`, await privateRows(bench));
if (isWhole && isPart("interactions"))
  print("From an interaction to the next paint", await interactionRows(bench));
const rows: Row[] = [];
for (const route of routes) rows.push(await budgetRow(bench, route));
if (rows.length > 0) print(`Every page, first visit, ${slow}, one visit each`, rows);
const overBudget = rows.filter(({ over }) => over !== "");
process.stdout.write(`  ${overBudget.length} of ${rows.length} pages miss a goal\n`);
await bench.browser.close();
await peer.close();
await server.close();
process.exit(overBudget.length > 0 ? 1 : 0);
