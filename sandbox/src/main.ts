/** Entry point of the sandbox as its own process; it exits with the process that started it. */
import { sandboxKeys } from "./keys.ts";
import { createSandbox } from "./sandbox.ts";

const { DATA_DIR, CALLBACK_ORIGIN, SANDBOX_PORT } = process.env;
const { SANDBOX_SUPPLIER_SECRET: supplier, SANDBOX_SMS_SECRET: sms } = process.env;
/** SANDBOX_ISSUE_MS=200-600: the suppliers issue codes after this time in ms. */
const issue = /^(\d{1,6})-(\d{1,6})$/.exec(process.env["SANDBOX_ISSUE_MS"] ?? "");

const sandbox = createSandbox({
  keys: sandboxKeys({ ...(supplier ? { supplier } : {}), ...(sms ? { sms } : {}) }),
  ...(DATA_DIR ? { dataDir: DATA_DIR } : {}),
  ...(issue ? { issueDelayMs: [Number(issue[1]), Number(issue[2])] as const } : {}),
  ...(CALLBACK_ORIGIN ? { callbackOrigin: CALLBACK_ORIGIN } : {}),
});

async function end(): Promise<void> {
  await sandbox.close();
  process.exit(0);
}

process.once("SIGTERM", () => void end());
// Ctrl-C reaches the whole process group. The parent stops first and then closes the connection.
process.on("SIGINT", () => {
  if (!process.connected) void end();
});
process.once("disconnect", () => void end());

const origin = await sandbox.listen(Number(SANDBOX_PORT ?? 0));
if (process.send) process.send({ origin });
else process.stdout.write(`sandbox: ${origin}/sandbox/inbox\n`);
