/** Runs other programs, with their output captured or shown. */
import { spawn } from "node:child_process";
import { pathOf, root } from "./paths.mjs";

/** Returns the command that runs a script of an installed package with the current Node. */
export const packageScript = (path) => [process.execPath, pathOf("node_modules", path)];

/**
 * Runs a command without standard input and waits for its end; never throws. `shown` passes its
 * output through, otherwise `output` contains it.
 */
export function runCommand([file, ...args], { cwd = root, env = process.env, shown = false } = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, {
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

/** Prints one line of progress. */
export const printLine = (line) => process.stdout.write(`${line}\n`);

/** Formats milliseconds as seconds. */
export const secondsOf = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Formats the seconds since a moment of `performance.now()`. */
export const secondsSince = (start) => secondsOf(performance.now() - start);
