/** The web half as a process of its own that reports what it keeps in memory. Needs `--expose-gc` and an IPC channel. */
import { compose } from "../faults/composed.fixture.ts";

/** `heapBytes` after a garbage collection, and how many TCP connections are open. */
export type MemoryUse = { readonly heapBytes: number; readonly connections: number };

const { app } = await compose(process.env);
const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });

/** Two collections with a turn between them: what the first one finalises, the second one frees. */
async function measureMemory(): Promise<MemoryUse> {
  globalThis.gc?.();
  await new Promise((done) => setTimeout(done, 50));
  globalThis.gc?.();
  const connections = await new Promise<number>((done, failed) => {
    app.server.server.getConnections((error, count) => (error ? failed(error) : done(count)));
  });
  return { heapBytes: process.memoryUsage().heapUsed, connections };
}

process.on("message", (word) => {
  if (word === "measure") void measureMemory().then((found) => process.send?.(found));
});
process.once("disconnect", () => process.exit(0));
process.send?.({ origin });
