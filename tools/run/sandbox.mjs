/** The pretend outside world as a process of its own, which never outlives the one that started it. */
import { fork } from "node:child_process";
import { at } from "./paths.mjs";

const READY_TIMEOUT_MS = 30_000;

/** On everywhere but in production, where it must be asked for. */
export const sandboxIsOn = (env) =>
  env.NODE_ENV === "production" ? env.SANDBOX === "1" : env.SANDBOX !== "0";

/**
 * Starts the sandbox and gives its origin. It has a session of its own, so Ctrl-C in the terminal is for the
 * server, which may need its partners while it finishes; it ends when our end of its channel closes.
 */
export async function startSandbox(env) {
  const child = fork(at("tools/run/sandbox-process.mjs"), [], {
    env: { ...process.env, ...env },
    detached: true,
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const origin = await new Promise((ready, failed) => {
    const late = setTimeout(
      () => failed(new Error("the sandbox did not start in time")),
      READY_TIMEOUT_MS,
    );
    child.once("exit", (code) =>
      failed(new Error(`the sandbox ended with ${code} while starting`)),
    );
    child.on("message", (message) => {
      if (typeof message?.origin !== "string") return;
      clearTimeout(late);
      ready(message.origin);
    });
  });
  child.removeAllListeners("exit");
  child.once("exit", (code, signal) => {
    console.error(`the sandbox ended (${signal ?? code}); start again to have it back`);
  });
  // Neither the child nor its channel keeps us alive once the server has closed.
  child.unref();
  child.channel?.unref();
  return origin;
}
