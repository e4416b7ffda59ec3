/** Runs other programs: quietly, keeping what they say, or in the open. */
import { spawn } from "node:child_process";
import { at, root } from "./paths.mjs";

/** The script of an installed package, to be run by this same Node. */
export const script = (path) => [process.execPath, at("node_modules", path)];

/**
 * Runs a command without standard input and waits for its end; never throws. `shown` lets its output through,
 * otherwise `output` has it.
 */
export function command([file, ...words], { cwd = root, env = process.env, shown = false } = {}) {
  return new Promise((done) => {
    const child = spawn(file, words, {
      cwd,
      env,
      stdio: ["ignore", shown ? "inherit" : "pipe", shown ? "inherit" : "pipe"],
    });
    let output = "";
    const keep = (bytes) => {
      output += bytes;
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.once("error", (error) => done({ code: 127, output: `${file}: ${error.message}\n` }));
    child.once("close", (code, signal) => done({ code: code ?? 1, output, signal }));
  });
}

/** Says where we are, in one line. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** Milliseconds as seconds, for people. */
export const secondsOf = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Seconds since a moment of `performance.now()`, for people. */
export const secondsSince = (start) => secondsOf(performance.now() - start);
