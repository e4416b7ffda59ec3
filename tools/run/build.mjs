/**
 * Builds the member app and the console with vite, and the server and the sandbox as one file each. Unchanged parts
 * are skipped.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { packageScript, printLine, runCommand, secondsSince } from "./command.mjs";
import { install } from "./install.mjs";
import { fingerprint, pathOf } from "./paths.mjs";

const STAMP = pathOf("dist/.stamp");

/**
 * Our own workspaces are bundled, and packages of hundreds of small modules, whose loading took a
 * large part of a start (decision 0165); other installed packages stay external.
 */
const BUNDLED = /^(?:@yunjing|typebox|drizzle-orm)(?:\/|$)/;
const fewPackages = {
  name: "few-packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      BUNDLED.test(path) ? undefined : { path, external: true },
    );
  },
};

/**
 * Bundles an entry, given by its path in the repository, into one file; this must be in the
 * workspace's `dist`, because the code finds its folders from there.
 */
export async function bundle(entry, outfile) {
  const { build, stop } = await import("esbuild");
  await build({
    entryPoints: [pathOf(entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    sourcemap: true,
    // The sources are beside the bundle; their text would be kept in memory.
    sourcesContent: false,
    logLevel: "warning",
    plugins: [fewPackages],
  });
  // Stops esbuild's process, which would otherwise run as long as the server.
  await stop();
}

async function buildPages(workspace) {
  const vite = [...packageScript("vite/bin/vite.js"), "build", "--logLevel", "warn"];
  // The pages are always built for production, whatever NODE_ENV the server has.
  const env = { ...process.env, NODE_ENV: "production" };
  const { code, output } = await runCommand(vite, { cwd: pathOf(workspace), env });
  process.stdout.write(output);
  if (code !== 0) throw new Error(`${workspace} was not built; see the error of vite above`);
}

const shared = ["package-lock.json", "tsconfig.json", "tools/run", "contract"];
const parts = [
  {
    name: "member",
    result: "member/dist/index.html",
    sources: [...shared, "member"],
    make: () => buildPages("member"),
  },
  {
    name: "console",
    result: "console/dist/index.html",
    sources: [...shared, "console"],
    make: () => buildPages("console"),
  },
  {
    name: "server",
    result: "server/dist/main.js",
    sources: [...shared, "server/src"],
    make: async () => {
      await bundle("server/src/reset.ts", pathOf("server/dist/reset.js"));
      await bundle("server/src/backup.ts", pathOf("server/dist/backup.js"));
      await bundle("server/src/figures.ts", pathOf("server/dist/figures.js"));
      await bundle("server/src/migrate.ts", pathOf("server/dist/migrate.js"));
      await bundle("server/src/distribute.ts", pathOf("server/dist/distribute.js"));
      await bundle("server/src/restore-drill.ts", pathOf("server/dist/restore-drill.js"));
      await bundle("server/src/operator.ts", pathOf("server/dist/operator.js"));
      await bundle("server/src/main.ts", pathOf("server/dist/main.js"));
    },
  },
  {
    name: "sandbox",
    result: "sandbox/dist/main.js",
    sources: [...shared, "sandbox"],
    make: () => bundle("sandbox/src/main.ts", pathOf("sandbox/dist/main.js")),
  },
];

const readStamps = () => (existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, "utf8")) : {});

function writeStamp(name, hash) {
  mkdirSync(pathOf("dist"), { recursive: true });
  writeFileSync(STAMP, JSON.stringify({ ...readStamps(), [name]: hash }));
}

/**
 * Builds the parts whose sources changed since the last build. `names` limits it to some. Throws
 * when one fails.
 */
export async function build(names = parts.map(({ name }) => name)) {
  for (const { name, result, sources, make } of parts) {
    if (!names.includes(name)) continue;
    const hash = fingerprint(sources);
    if (readStamps()[name] === hash && existsSync(pathOf(result))) continue;
    const start = performance.now();
    await make();
    writeStamp(name, hash);
    printLine(`Built ${name} in ${secondsSince(start)}.`);
  }
}

export async function run() {
  await install();
  await build();
}
