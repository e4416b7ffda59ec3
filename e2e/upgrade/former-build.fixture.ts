/**
 * The build that runs before an upgrade: its commit, and a checkout of it that is built in a temporary
 * directory with the packages of this one.
 */
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import former from "../../server/former-build.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const execute = promisify(execFile);
const inRoot = (program: string, ...args: string[]) =>
  execute(program, args, { cwd: root, maxBuffer: 64 * 1_048_576 });

/** Returns why the former build cannot be made here; undefined when it can. */
export async function whyNoFormerBuild(): Promise<string | undefined> {
  const hasCommit = await inRoot("git", "cat-file", "-e", `${former.commit}^{commit}`).then(
    () => true,
    () => false,
  );
  return hasCommit ? undefined : `this checkout has no history with the commit ${former.commit}`;
}

/**
 * Builds the former build; `remove` deletes its checkout. Takes a minute. `FORMER_CHECKOUT` is a checkout
 * of it that is built already.
 */
export async function buildFormer(): Promise<{ path: string; remove(): Promise<void> }> {
  const built = process.env["FORMER_CHECKOUT"];
  if (built !== undefined && built !== "") return { path: built, remove: async () => {} };
  const { path, remove } = await makeTemporaryDirectory("upgrade-former-");
  const checkout = join(path, "checkout");
  await inRoot("git", "worktree", "add", "--detach", checkout, former.commit);
  // Hard links where the file system allows: the links to our workspaces lead into the copy.
  const { stdout } = await inRoot("git", "ls-files", "package.json", "*/package.json");
  for (const folder of stdout.trim().split("\n").map(dirname)) {
    const packages = join(root, folder, "node_modules");
    const target = join(checkout, folder);
    if (!existsSync(packages) || !existsSync(target)) continue;
    await inRoot("cp", "-al", packages, target).catch(async () => {
      rmSync(join(target, "node_modules"), { recursive: true, force: true });
      await inRoot("cp", "-a", packages, target);
    });
  }
  await execute(process.execPath, ["tools/run.mjs", "build"], {
    cwd: checkout,
    maxBuffer: 64 * 1_048_576,
  });
  return {
    path: checkout,
    async remove() {
      await inRoot("git", "worktree", "remove", "--force", checkout);
      await remove();
    },
  };
}
