/** Checks that the CI workflow parses and runs the same commands as the README, on Linux and macOS. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

type Step = { readonly name?: string; readonly uses?: string; readonly run?: string };
type Job = {
  readonly strategy: { readonly matrix: { readonly os: readonly string[] } };
  readonly "timeout-minutes": number;
  readonly steps: readonly Step[];
};
type Workflow = { readonly jobs: Readonly<Record<"test" | "start", Job>> };

const path = fileURLToPath(new URL("../.github/workflows/ci.yml", import.meta.url));
const workflow = (): Workflow => parse(readFileSync(path, "utf8"), { strict: true });
const commandsOf = (job: Job): string => job.steps.flatMap(({ run }) => run ?? []).join("\n");

test.each(["test", "start"] as const)("the job %s runs on Linux and macOS", (name) => {
  const { os } = workflow().jobs[name].strategy.matrix;
  expect(os.map((one) => one.split("-")[0])).toEqual(["ubuntu", "macos"]);
});

test("the job test runs the README's test command within its limit of 90 minutes", () => {
  const { test: job } = workflow().jobs;
  expect(commandsOf(job).split("\n")).toContain("npm test");
  expect(job["timeout-minutes"]).toBe(90);
});

test("the job start waits for /readyz and stops the server", () => {
  const commands = commandsOf(workflow().jobs.start);
  expect(commands).toMatch(/npm start &[\s\S]*\/readyz[\s\S]*kill "\$pid"/);
});

test("every action is pinned to a major version", () => {
  const actions = Object.values(workflow().jobs).flatMap(({ steps }) =>
    steps.flatMap(({ uses }) => uses ?? []),
  );
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@v\d+$/);
});
