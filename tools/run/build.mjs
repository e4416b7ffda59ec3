/**
 * Builds the member app with vite, and the server and the sandbox as one file each. Unchanged parts
 * are skipped.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { command, say, script, secondsSince } from "./command.mjs";
import { install } from "./install.mjs";
import { at, fingerprint } from "./paths.mjs";

const STAMP = at("dist/.stamp");

/** Our own workspaces are bundled; installed packages stay external. */
const workspacesOnly = {
  name: "workspaces-only",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith("@yunjing/") ? undefined : { path, external: true },
    );
  },
};

/**
 * Bundles an entry of a workspace into one file; `main` must be in the workspace's `dist`, because
 * it finds its folders from there.
 */
export async function bundle(workspace, outfile = at(workspace, "dist/main.js"), entry = "main") {
  const { build, stop } = await import("esbuild");
  await build({
    entryPoints: [at(workspace, `src/${entry}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    sourcemap: true,
    logLevel: "warning",
    plugins: [workspacesOnly],
  });
  // Stops esbuild's process, which would otherwise run as long as the server.
  await stop();
}

async function buildMember() {
  const vite = [...script("vite/bin/vite.js"), "build", "--logLevel", "warn"];
  // The member app is always built for production, whatever NODE_ENV the server has.
  const env = { ...process.env, NODE_ENV: "production" };
  const { code, output } = await command(vite, { cwd: at("member"), env });
  process.stdout.write(output);
  if (code !== 0) throw new Error("the member app was not built; vite says why above");
}

const shared = ["package-lock.json", "tsconfig.json", "tools/run", "contract"];
const parts = [
  {
    name: "member",
    result: "member/dist/index.html",
    sources: [...shared, "member"],
    make: buildMember,
  },
  {
    name: "server",
    result: "server/dist/main.js",
    sources: [...shared, "server/src"],
    make: async () => {
      await bundle("server", at("server/dist/reset.js"), "reset");
      await bundle("server");
    },
  },
  {
    name: "sandbox",
    result: "sandbox/dist/main.js",
    sources: [...shared, "sandbox"],
    make: () => bundle("sandbox"),
  },
];

const stamps = () => (existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, "utf8")) : {});

function keepStamp(name, hash) {
  mkdirSync(at("dist"), { recursive: true });
  writeFileSync(STAMP, JSON.stringify({ ...stamps(), [name]: hash }));
}

/**
 * Builds the parts whose sources changed since the last build. `names` limits it to some. Throws
 * when one fails.
 */
export async function build(names = parts.map(({ name }) => name)) {
  for (const { name, result, sources, make } of parts) {
    if (!names.includes(name)) continue;
    const hash = fingerprint(sources);
    if (stamps()[name] === hash && existsSync(at(result))) continue;
    const start = performance.now();
    await make();
    keepStamp(name, hash);
    say(`Built ${name} in ${secondsSince(start)}.`);
  }
}

export async function run() {
  await install();
  await build();
}
