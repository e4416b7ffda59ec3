/**
 * Every block of commands of the documents is run by a test, or its text says that no test runs it;
 * and every npm command that a document names exists.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** By document: the blocks that tests run, and the file that runs each. */
const documents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "README.md": { npm: "tools/ci-workflow.test.ts", codes: "e2e/documented-commands.e2e.ts" },
  "README.zh-CN.md": { npm: "tools/ci-workflow.test.ts", codes: "e2e/documented-commands.e2e.ts" },
  "docs/operations.md": {},
  "docs/operations.zh-CN.md": {},
  "docs/deploy-many-machines.md": {
    "cluster-files": "e2e/deploy/documented-commands.test.ts",
    cluster: "e2e/faults/cluster.long.ts",
    failover: "e2e/faults/cluster.long.ts",
    upgrade: "e2e/upgrade/upgrade.long.ts",
  },
  "docs/deploy-one-machine.md": Object.fromEntries(
    ["settings", "ready", "administrators", "backup", "drill", "restore"].map((name) => [
      name,
      "e2e/faults/one-machine.long.ts",
    ]),
  ),
  "docs/deploy-one-machine.zh-CN.md": Object.fromEntries(
    ["settings", "ready", "administrators", "backup", "drill", "restore"].map((name) => [
      name,
      "e2e/faults/one-machine.long.ts",
    ]),
  ),
};

type Block = { readonly before: string; readonly mark: string; readonly commands: string };

/** The fenced blocks of a document with the paragraph before each, and what follows the fence. */
const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/((?:[^\n]+\n)+)\n*^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, before = "", mark = "", commands = ""]) => ({ before, mark, commands }),
  );

const SAYS_NOT_RUN = /not\s+run\s+by\s+a\s+test|没有测试运行/i;

test.each(Object.entries(documents))(
  "every command of %s is run by a test, or is said not to be",
  (path, runs) => {
    const text = read(path);
    const blocks = blocksOf(text);
    expect(text.match(/^```/gm) ?? []).toHaveLength(2 * blocks.length);
    const shell = blocks.filter(({ mark }) => mark !== "sql");
    for (const { before, mark, commands } of shell) {
      expect(mark, commands).toMatch(/^sh (?:not-run|run [a-z-]+)$/);
      expect(SAYS_NOT_RUN.test(before), before).toBe(mark === "sh not-run");
    }
    const named = shell.flatMap(({ mark }) => /^sh run (.+)$/.exec(mark)?.[1] ?? []);
    expect(named.toSorted()).toEqual(Object.keys(runs).toSorted());
    for (const file of Object.values(runs)) expect(existsSync(join(root, file)), file).toBe(true);
  },
);

test("the commands of both languages are the same", () => {
  const commandsOf = (path: string): string[] =>
    blocksOf(read(path))
      .filter(({ mark }) => mark.startsWith("sh "))
      .map(({ mark, commands }) => `${mark}\n${commands.replaceAll(/\s+#.*$/gm, "")}`);
  for (const path of ["README", "docs/deploy-one-machine"]) {
    expect(commandsOf(`${path}.zh-CN.md`), path).toEqual(commandsOf(`${path}.md`));
  }
});

test("every npm command that the documents name exists", () => {
  const known = new Set(Object.keys(packageFile.scripts));
  const unknown = Object.keys(documents).flatMap((path) =>
    [...read(path).matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = ""]) =>
      known.has(name) ? [] : [`${path}: ${name}`],
    ),
  );
  expect(unknown).toEqual([]);
});

test("the files that the guide of several machines installs exist", () => {
  const [block] = blocksOf(read("docs/deploy-many-machines.md")).filter(
    ({ mark }) => mark === "sh run cluster-files",
  );
  const files = (block?.commands ?? "").match(/deploy\/[\w./-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
});
