/** Finds the programs of Debian that the cluster needs, and installs missing ones under root. */
import { existsSync } from "node:fs";
import { printLine, runCommand } from "../command.mjs";

const programs = (bin) => [
  { path: `${bin}/postgres`, package: "postgresql-15" },
  { path: "/usr/sbin/pgbouncer", package: "pgbouncer" },
  { path: "/usr/sbin/nginx", package: "nginx-light" },
];

/**
 * Returns when all programs are there. Installs missing ones with apt under root; otherwise throws an
 * error with the command to run.
 */
export async function needPrograms({ bin }) {
  const missing = programs(bin).filter(({ path }) => !existsSync(path));
  if (missing.length === 0) return;
  const names = missing.map((one) => one.package);
  const install = ["apt-get", "install", "-y", "--no-install-recommends", ...names];
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(`The cluster needs Debian's packages; run: sudo ${install.join(" ")}`);
  printLine(`· ${install.join(" ")}`);
  const { code, output } = await runCommand(install, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (code !== 0) throw new Error(output);
}
