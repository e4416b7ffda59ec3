/**
 * Sends waves of malformed requests to a server in its own process, and measures its memory growth
 * per wave.
 */
import { type ChildProcess, fork } from "node:child_process";
import { Agent } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import type { MemoryUse } from "./measured-web.fixture.ts";
import { sendRawRequest, type RawRequest } from "./raw-request.fixture.ts";

const ENTRY = fileURLToPath(new URL("measured-web.fixture.ts", import.meta.url));
const AT_ONCE = 16;
const JSON_TYPE = { "content-type": "application/json" };

const nextMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((done) => child.once("message", (message) => done(message as T)));

/**
 * Sends an upgrade request from a client that keeps its end open: the server has to close the
 * connection.
 */
const upgrade = (port: number): Promise<void> =>
  new Promise((done, failed) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "GET /api/home HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    );
    socket.setTimeout(30_000, () => socket.destroy(new Error("an upgrade was not answered")));
    // The test needs only an answer, not the end of the connection: the remaining connections are
    // counted later.
    socket.once("data", () => {
      socket.destroy();
      done();
    });
    socket.once("error", failed);
  });

const post = (path: string, headers: Record<string, string>, body: string): RawRequest => ({
  method: "POST",
  path,
  headers,
  body,
});

/** One request of each kind, with names that no other request uses. */
const kinds: readonly ((name: string) => RawRequest)[] = [
  () => post("/api/exchange/sessions", JSON_TYPE, '{"a":'),
  () => post("/api/exchange/sessions", JSON_TYPE, '{"a":'.repeat(5_000)),
  (name) => post("/api/exchange/sessions", { ...JSON_TYPE, cookie: `did=${name}` }, "{}"),
  (name) => ({ method: "GET", path: `/api/nothing/${name}`, headers: {}, body: undefined }),
  (name) => ({
    method: "GET",
    path: "/api/orders",
    body: undefined,
    headers: { authorization: `${name}.b.c` },
  }),
  (name) => post("/callback/supplier/dining", { ...JSON_TYPE, "x-nonce": name }, "{}"),
  (name) => post("/cloud/functions/invokeFunction", { "x-request-id": name }, "{}"),
  (name) => post("/cloud/upload", { "content-type": `multipart/form-data; boundary=${name}` }, "x"),
];
const OF_EACH_KIND = 40;
const UPGRADES = 200;

async function wave(origin: string, agent: Agent): Promise<void> {
  const { port } = new URL(origin);
  const jobs: (() => Promise<unknown>)[] = [];
  for (let n = 0; n < UPGRADES; n++) jobs.push(() => upgrade(Number(port)));
  for (const kind of kinds) {
    for (let n = 0; n < OF_EACH_KIND; n++) {
      jobs.push(() => sendRawRequest(origin, kind(crypto.randomUUID()), agent));
    }
  }
  const worker = async (): Promise<void> => {
    for (let job = jobs.pop(); job; job = jobs.pop()) await job();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * Sends waves until one leaves the heap at most `levelBytes` larger than the wave before, at most
 * `wavesMax` waves. Returns the heap growth of each wave in bytes, and the number of open
 * connections at the end. The first waves fill caches and compile code; memory leaked per request
 * makes every wave grow.
 */
export async function memoryGrowthOfWaves(
  env: Readonly<Record<string, string>>,
  { levelBytes, wavesMax }: { levelBytes: number; wavesMax: number },
): Promise<{ readonly growth: readonly number[]; readonly connections: number }> {
  const execArgv = ["--import", "tsx", "--expose-gc"];
  const child = fork(ENTRY, { execArgv, env: { ...process.env, ...env } });
  const { origin } = await nextMessage<{ origin: string }>(child);
  const measure = (): Promise<MemoryUse> => {
    const answer = nextMessage<MemoryUse>(child);
    child.send("measure");
    return answer;
  };
  const growth: number[] = [];
  let before = await measure();
  do {
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    await wave(origin, agent);
    agent.destroy();
    const after = await measure();
    growth.push(after.heapBytes - before.heapBytes);
    before = after;
  } while ((growth.at(-1) ?? 0) > levelBytes && growth.length < wavesMax);
  child.disconnect();
  return { growth, connections: before.connections };
}
