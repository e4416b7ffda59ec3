/**
 * Measures the processor time of the first views that the server renders (decisions 0144 and 0160):
 * one render with the answers of the demo, and one answer from the cache, each beside its limit.
 */
import { fileURLToPath } from "node:url";
import type { FirstViewAnswer, FirstViewRead } from "@yunjing/contract/first-view";
import { operations } from "@yunjing/contract/operations";
import { firstViewHtml } from "@yunjing/server/platform/http/first-view-html";
import {
  createFirstViews,
  type FirstViewBuild,
  readFirstViews,
} from "@yunjing/server/platform/http/first-views";
import { readPages } from "@yunjing/server/platform/http/pages";
import { startBenchServer } from "./bench-server.ts";
import { median } from "./compare.ts";

/** ms of processor time. */
const LIMITS = { render: 3, cached: 0.2 };
const ROUNDS = 9;
/** Runs of one round; a render is repeated less often. */
const RUNS = { render: 20, cached: 500 };
const SHANGHAI = { code: "310100", name: "上海市" };

const folder = (path: string): string =>
  fileURLToPath(new URL(`../member/${path}`, import.meta.url));

/** An address of each page. */
const addressOf = (path: string): string =>
  path === "/pages/benefit/detail" ? `${path}?id=kfc-cash` : path;
const ADDITIONAL = ["/pages/benefit/search?category=movie", "/pages/benefit/search?brands=1"];

async function readFrom(origin: string, { topic, operation, input }: FirstViewRead) {
  const found = operations.find((each) => each.topic === topic && each.name === operation);
  if (!found) throw new Error(`no operation ${topic}.${operation}`);
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)]),
  );
  const path = found.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = query.get(name) ?? "";
    query.delete(name);
    return encodeURIComponent(value);
  });
  const answer = await fetch(`${origin}/api${path}?${query.toString()}`);
  const { data } = (await answer.json()) as { data: unknown };
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return data;
}

/** Returns the median ms of processor time of one run. */
async function cpuMs(runs: number, run: () => Promise<void> | void): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let done = 0; done < runs; done++) await run();
    const { user, system } = process.cpuUsage(before);
    // The first round is a warm-up.
    if (round > 0) rounds.push((user + system) / 1_000 / runs);
  }
  return median(rounds);
}

/** Answers a request as the server does, without a connection. */
function cachedSend(build: FirstViewBuild, answers: readonly FirstViewAnswer[], url: string) {
  const views = createFirstViews({
    build,
    read: async ({ operation }) => answers.find((each) => each.operation === operation)?.data,
    origin: undefined,
    cityOf: () => SHANGHAI,
    log: { warn: (...failure: unknown[]) => console.error(...failure) },
    // No time passes, so everything after the first answer comes from the cache.
    now: () => 0,
  });
  const reply = { headers: () => reply, header: () => reply, type: () => reply, send: () => reply };
  const request = { url, headers: { "accept-encoding": "br" }, cookies: { city: SHANGHAI.code } };
  return async () => {
    const isSent = await views.send(
      request as unknown as Parameters<typeof views.send>[0],
      reply as unknown as Parameters<typeof views.send>[1],
    );
    if (!isSent) throw new Error(`${url} has no first view`);
  };
}

const pages = readPages(folder("dist"));
const build = pages && (await readFirstViews(folder("first-views/dist"), pages.version));
if (!build) throw new Error("the member app is not built");
const { bundle, templates } = build;
const server = await startBenchServer("light");
const rows = [];
for (const address of [...bundle.paths.map(addressOf), ...ADDITIONAL]) {
  const [path = "", query = ""] = address.split("?");
  const plan = bundle.plan(path, new URLSearchParams(query), SHANGHAI);
  if (!plan) throw new Error(`${address} has no first view`);
  const readAll = (reads: readonly FirstViewRead[]): Promise<FirstViewAnswer[]> =>
    Promise.all(
      reads.map(async (read) => ({ ...read, data: await readFrom(server.origin, read) })),
    );
  const first = await readAll(plan.reads);
  const answers = [...first, ...(await readAll(bundle.furtherReads(plan, first)))];
  let html = "";
  const render = await cpuMs(RUNS.render, () => {
    const rendered = bundle.render(plan, "web", answers);
    html = firstViewHtml(templates[path] ?? "", { rendered, platform: "web", origin: undefined });
  });
  const cached = await cpuMs(RUNS.cached, cachedSend(build, answers, address));
  const isOver = render > LIMITS.render || cached > LIMITS.cached;
  rows.push({
    address,
    "render ms": render.toFixed(2),
    "limit ms": LIMITS.render,
    "cached ms": cached.toFixed(3),
    "limit, cached ms": LIMITS.cached,
    "HTML kB": (html.length / 1_000).toFixed(0),
    limit: isOver ? "OVER" : "within",
  });
}
process.stdout.write("First views rendered by the server, processor time (medians)\n");
console.table(rows);
await server.close();
process.exit(rows.some(({ limit }) => limit === "OVER") ? 1 : 0);
