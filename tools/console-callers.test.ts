/** Every operation of the console is called by a page of the console, or has a reason to exist. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { consoleRoutes } from "../contract/src/console-routes.ts";
import { expect, test } from "vitest";

/** Operations that no page calls through the typed client, and why they exist. */
const CALLED_OTHERWISE: Readonly<Record<string, string>> = {
  "operatorPassport.refresh": "the client renews the session itself (console/src/api/http.ts)",
  "operatorExports.file": "the browser downloads its address (export-button/save-export.ts)",
  "operatorBatches.export": "the browser downloads its address (pages/batches/handout.tsx)",
};

const sources = fileURLToPath(new URL("../console/src/", import.meta.url));
const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
  .map((path) => readFileSync(join(sources, path), "utf8"));

/**
 * Whether a page names the operation: `api.operatorX.name`, or its name as a text or a field where
 * the topic is taken as a whole, as `api.operatorX[step]`.
 */
function isCalled(topic: string, name: string): boolean {
  const direct = new RegExp(`\\b${topic}\\s*\\.\\s*${name}\\b`);
  const whole = new RegExp(`\\b${topic}(?:\\[|;)`);
  const named = new RegExp(`"${name}"|\\b${name}:|\\.${name}\\b|\\{ ${name}\\b`);
  return files.some((text) => direct.test(text) || (whole.test(text) && named.test(text)));
}

const operations = Object.entries(consoleRoutes).flatMap(([topic, routes]) =>
  Object.keys(routes).map((name) => ({ name: `${topic}.${name}`, called: isCalled(topic, name) })),
);

test("an operation that no page of the console calls has a reason, or goes", () => {
  const uncalled = operations.filter(({ called }) => !called).map(({ name }) => name);
  expect(uncalled.toSorted()).toEqual(Object.keys(CALLED_OTHERWISE).toSorted());
});
