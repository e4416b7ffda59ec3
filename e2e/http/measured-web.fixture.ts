/** Runs the web process and reports its memory use. Needs `--expose-gc` and an IPC channel. */
import { compose } from "../faults/composed.fixture.ts";

/**
 * `heapBytes` is measured after a garbage collection; `connections` is the number of open TCP
 * connections.
 */
export type MemoryUse = { readonly heapBytes: number; readonly connections: number };

const { app } = await compose(process.env);
const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });

/**
 * Collects twice with a pause in between: the second collection frees what the first one finalises.
 */
async function measureMemory(): Promise<MemoryUse> {
  globalThis.gc?.();
  await new Promise((done) => setTimeout(done, 50));
  globalThis.gc?.();
  const connections = await new Promise<number>((done, failed) => {
    app.server.server.getConnections((error, count) => (error ? failed(error) : done(count)));
  });
  return { heapBytes: process.memoryUsage().heapUsed, connections };
}

process.on("message", (message) => {
  if (message === "measure") void measureMemory().then((found) => process.send?.(found));
});
process.once("disconnect", () => process.exit(0));
process.send?.({ origin });
