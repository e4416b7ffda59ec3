/** The sandbox as a process of its own, which ends with the one that started it. */
import { sandboxKeys } from "./keys.ts";
import { createSandbox } from "./sandbox.ts";

const { DATA_DIR, CALLBACK_ORIGIN, SANDBOX_PORT } = process.env;
const { SANDBOX_SUPPLIER_SECRET: supplier, SANDBOX_SMS_SECRET: sms } = process.env;

const sandbox = createSandbox({
  keys: sandboxKeys({ ...(supplier ? { supplier } : {}), ...(sms ? { sms } : {}) }),
  ...(DATA_DIR ? { dataDir: DATA_DIR } : {}),
  ...(CALLBACK_ORIGIN ? { callbackOrigin: CALLBACK_ORIGIN } : {}),
});

async function end(): Promise<void> {
  await sandbox.close();
  process.exit(0);
}

process.once("SIGTERM", () => void end());
// Ctrl-C reaches the whole group; whoever started us stops first and then hangs up.
process.on("SIGINT", () => {
  if (!process.connected) void end();
});
process.once("disconnect", () => void end());

const origin = await sandbox.listen(Number(SANDBOX_PORT ?? 0));
if (process.send) process.send({ origin });
else process.stdout.write(`sandbox: ${origin}/sandbox/inbox\n`);
