/** Runs only the web process: it serves until it is killed or stopped. */
import { compose } from "./composed.fixture.ts";

const { app } = await compose(process.env);
const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });
process.once("SIGTERM", () => void app.server.close().then(() => process.exit(0)));
process.stdout.write(`serving at ${origin} .\n`);
