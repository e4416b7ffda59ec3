/**
 * Runs the sandbox (the simulated external partners) as its own process, which ends with its
 * parent.
 */
import { fork } from "node:child_process";
import { pathOf } from "./paths.mjs";

const READY_TIMEOUT_MS = 30_000;

/** Whether the sandbox runs: on by default, except in production, where SANDBOX=1 turns it on. */
export const sandboxIsOn = (env) =>
  env.NODE_ENV === "production" ? env.SANDBOX === "1" : env.SANDBOX !== "0";

/**
 * Starts the sandbox and returns its origin. It has its own session, so Ctrl-C in the terminal
 * reaches only the server, which may need its partners while it shuts down; it ends when the
 * parent's end of the channel closes.
 */
export async function startSandbox(env) {
  const child = fork(pathOf("tools/run/sandbox-process.mjs"), [], {
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
  // Neither the child nor its channel keeps this process running after the server has closed.
  child.unref();
  child.channel?.unref();
  return origin;
}
