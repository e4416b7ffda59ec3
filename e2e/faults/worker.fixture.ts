/** Runs only a worker: it delivers outbox messages and polls suppliers until it is killed. */
import { startSchedule } from "@yunjing/server/platform/jobs/schedule";
import { startWorker } from "@yunjing/server/platform/jobs/worker";
import { compose } from "./composed.fixture.ts";
import { renumberRetries } from "./renumber-retries.fixture.ts";

/**
 * A job run may outlast its lease: then two workers process the same orders, which must do no harm.
 */
const LEASE_MS = 2_000;
const TICK_MS = 200;

const { context, db, app, listener } = await compose(process.env);
if (process.env["MUTANT"] === "new number") {
  for (const supplier of Object.values(app.gateways.suppliers)) renumberRetries(supplier);
}
const jobs = app.jobs.map((job) => ({ ...job, leaseMs: LEASE_MS }));
startWorker(context, db, app.outboxHandlers, { listener, pollMs: 200 });
startSchedule(context, db, jobs, { tickMs: TICK_MS });
process.stdout.write("at work\n");
