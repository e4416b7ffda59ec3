/**
 * Runs only the web process: it serves until it is killed or stopped. It follows changed settings
 * like the product's start; FOLLOW_POLL_MS replaces how often it reads them without a notification.
 */
import { compose } from "./composed.fixture.ts";

const { app, db, live, listener } = await compose(process.env);
const pollMs = process.env["FOLLOW_POLL_MS"];
const stopFollowing = live.follow(db, listener, pollMs === undefined ? undefined : Number(pollMs));
const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });
const stop = async () => {
  await app.server.close();
  await stopFollowing();
  process.exit(0);
};
process.once("SIGTERM", () => void stop());
process.stdout.write(`serving at ${origin} .\n`);
