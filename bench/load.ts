/**
 * Load generator in its own process: a number of lanes with one request in progress each, over HTTP
 * or over the bare driver.
 */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

export type Call = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Statement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
};
/** Three calls, each using the previous answer: quote, order, payment from the balance. */
export type Purchase = {
  readonly headers: Readonly<Record<string, string>>;
  readonly skuId: string;
  /** Base of the idempotency keys of this purchase. */
  readonly key: string;
};
/**
 * With `perSecond` requests start at this pace over all connections, as far as one is free; without it a
 * connection sends its next request as soon as the last is answered.
 */
export type Job = { readonly connections: number; readonly perSecond?: number } & (
  | { readonly origin: string; readonly calls: readonly Call[] }
  | { readonly origin: string; readonly purchases: readonly Purchase[] }
  | { readonly databaseUrl: string; readonly statements: readonly Statement[] }
);
/** Times in milliseconds; `failed` names the first answer that was not a success. */
export type Measured = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: string | undefined;
};

const POOL = 8;

type CallOutcome = { readonly fault: string | undefined; readonly text: string };

function send(agent: Agent, origin: string, call: Call): Promise<CallOutcome> {
  return new Promise((done) => {
    const { method, path, headers, body } = call;
    const sent = request(`${origin}${path}`, { method, headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => {
        const isFine = answer.statusCode === 200 && !text.startsWith('{"status":false');
        done({ text, fault: isFine ? undefined : `${answer.statusCode} ${text.slice(0, 200)}` });
      });
    });
    sent.on("error", (error) => done({ text: "", fault: String(error) }));
    sent.end(body);
  });
}

/** Runs one purchase from quote to payment. Returns the first error, or `undefined`. */
async function buy(agent: Agent, origin: string, purchase: Purchase): Promise<string | undefined> {
  const { skuId, key } = purchase;
  const ask = (path: string, body: object, step: string) =>
    send(agent, origin, {
      method: "POST",
      path,
      body: JSON.stringify(body),
      headers: {
        ...purchase.headers,
        "content-type": "application/json",
        "idempotency-key": `${key}-${step}`,
      },
    });
  const quoted = await ask(
    "/api/orders/quote",
    { items: [{ skuId, quantity: 1 }], useBalance: true },
    "quote",
  );
  if (quoted.fault) return quoted.fault;
  const { quoteToken } = JSON.parse(quoted.text).data;
  const placed = await ask("/api/orders", { quoteToken }, "place");
  if (placed.fault) return placed.fault;
  const { orderNo } = JSON.parse(placed.text).data;
  return (await ask(`/api/orders/${orderNo}/pay`, { channel: "none" }, "pay")).fault;
}

/** Returns the tasks of a job and the function that cleans up after it. */
function createTasks(job: Job) {
  if ("calls" in job) {
    const agent = new Agent({ keepAlive: true, maxSockets: job.connections });
    const todo = job.calls.map((call) => async () => (await send(agent, job.origin, call)).fault);
    return { todo, close: async () => agent.destroy() };
  }
  if ("purchases" in job) {
    const agent = new Agent({ keepAlive: true, maxSockets: job.connections });
    const todo = job.purchases.map((purchase) => () => buy(agent, job.origin, purchase));
    return { todo, close: async () => agent.destroy() };
  }
  const pool = new pg.Pool({
    connectionString: job.databaseUrl,
    max: Math.min(POOL, job.connections),
  });
  const todo = job.statements.map(({ name, text, values }) => async () => {
    const { rows } = await pool.query<{ outcome?: string }>({ name, text, values: [...values] });
    const outcome = rows[0]?.outcome ?? "done";
    return outcome === "done" ? undefined : outcome;
  });
  return { todo, close: () => pool.end() };
}

async function measure(job: Job): Promise<Measured> {
  const { todo, close } = createTasks(job);
  const times: number[] = [];
  let failed: string | undefined;
  let next = 0;
  const began = performance.now();
  const runConnection = async () => {
    for (let at = next++; at < todo.length; at = next++) {
      if (job.perSecond) await pause(began + (at * 1_000) / job.perSecond - performance.now());
      const from = performance.now();
      const fault = await todo[at]?.();
      failed ??= fault;
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: job.connections }, runConnection));
  const seconds = (performance.now() - began) / 1_000;
  await close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { perSecond: todo.length / seconds, p50: at(0.5), p99: at(0.99), failed };
}

process.on("message", (job: Job) => {
  void measure(job).then((measured) => process.send?.(measured));
});
process.once("disconnect", () => process.exit(0));
