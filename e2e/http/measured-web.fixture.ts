/** The web half as a process of its own that reports its memory after a garbage collection (run with --expose-gc). */
import { compose } from "../faults/composed.fixture.ts";

const { app } = await compose(process.env);
const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });

process.on("message", async (word) => {
  if (word !== "measure") return;
  globalThis.gc?.();
  await new Promise((done) => setTimeout(done, 50));
  globalThis.gc?.();
  const { heapUsed, rss, external, arrayBuffers } = process.memoryUsage();
  process.send?.({ heapUsed, rss, external, arrayBuffers });
});
process.once("disconnect", () => process.exit(0));
process.send?.({ origin });
