/**
 * Architecture boundaries as data: the modules of the repository and what each may import.
 * `check-boundaries.ts` enforces them.
 */

import moduleOrder from "../server/src/domain/modules.json" with { type: "json" };

export type Module = {
  readonly name: string;
  /**
   * Matches the paths of the module's files, from the repository root. A file belongs to the first
   * module that matches.
   */
  readonly files: RegExp;
  /** Modules this one may import besides itself. */
  readonly imports: readonly string[];
  /** Code that must run in a browser: it may not import Node's own modules. */
  readonly runsInBrowser?: true;
  /** Checks the whole repository, so it may import another workspace by a relative path. */
  readonly mayCrossWorkspaces?: true;
};

/** Domain modules from low to high (architecture.md): a module calls only those before it. */
export const domainModules: readonly string[] = moduleOrder;

/**
 * Files of a domain module that other domain modules may import; tables may be imported only by
 * tables.
 */
export const publicFiles = ["actions", "model", "lifecycle", "port"] as const;

/** Files of a domain module that gateways may import. */
export const gatewayPublicFiles = ["port", "model"] as const;

/** Packages that a role of a domain module may not import, whatever its package.json allows. */
export const forbiddenPackages: Readonly<Record<string, readonly string[]>> = {
  model: ["drizzle-orm", "pg", "fastify"],
  lifecycle: ["drizzle-orm", "pg", "fastify"],
  port: ["drizzle-orm", "pg", "fastify"],
  actions: ["pg", "fastify"],
  routes: ["drizzle-orm", "pg"],
  jobs: ["drizzle-orm", "pg", "fastify"],
};

const serverModules = ["platform", "sql callers", "domain", "gateways", "cloud", "demo"];

export const modules: readonly Module[] = [
  { name: "contract", files: /^contract\/src\//, imports: [], runsInBrowser: true },

  { name: "migrations", files: /^server\/migrations\//, imports: [] },
  { name: "deployment files", files: /^deploy\//, imports: [] },
  // The platform calls its own SQL functions, so both import each other; files do not.
  { name: "platform", files: /^server\/src\/platform\//, imports: ["contract", "sql callers"] },
  { name: "sql callers", files: /^server\/src\/sql\//, imports: ["contract", "platform"] },
  {
    name: "domain",
    files: /^server\/src\/domain\//,
    imports: ["contract", "platform", "domain", "sql callers"],
  },
  {
    name: "gateways",
    files: /^server\/src\/gateways\//,
    imports: ["contract", "platform", "domain"],
  },
  { name: "cloud", files: /^server\/src\/cloud\//, imports: ["contract", "platform", "domain"] },
  // Runs in its own thread, from its own file, in the built server too.
  { name: "image reencoder", files: /^server\/assets\/[\w-]+\.mjs$/, imports: [] },
  {
    name: "demo",
    files: /^server\/src\/demo\//,
    imports: ["contract", "platform", "sql callers", "domain"],
  },
  {
    name: "config",
    files: /^server\/src\/config\//,
    imports: ["platform"],
  },
  {
    name: "app",
    files: /^server\/src\/app\//,
    imports: ["contract", "config", ...serverModules],
  },
  {
    name: "main",
    files:
      /^server\/src\/(backup|main|command|distribute|figures|migrate|operator|reset|restore-drill)(\.test)?\.ts$/,
    imports: ["contract", "config", "app", ...serverModules],
  },
  {
    name: "simulation",
    files: /^server\/simulation\//,
    imports: ["contract", "config", "app", ...serverModules],
  },

  {
    name: "device",
    files: /^member\/src\/device\//,
    imports: ["contract"],
    runsInBrowser: true,
  },
  { name: "theme", files: /^member\/src\/theme\//, imports: [], runsInBrowser: true },
  {
    // Data only, so every module of the app may import it.
    name: "routes",
    files: /^member\/src\/routes(\.test)?\.ts$/,
    imports: [],
    runsInBrowser: true,
  },
  {
    // Only the app imports the pages, and passes their loader to the shell.
    name: "page loaders",
    files: /^member\/src\/page-loaders\.ts$/,
    imports: ["contract", "routes", "pages", "queries"],
    runsInBrowser: true,
  },
  {
    name: "shell",
    files: /^member\/src\/shell\//,
    imports: ["contract", "device", "theme", "routes"],
    runsInBrowser: true,
  },
  {
    // Loaded lazily, with the first page that uses it.
    name: "queries",
    files: /^member\/src\/query-(provider|persistence|answers|state)(\.test)?\.tsx?$/,
    imports: ["contract", "device", "shell", "member api"],
    runsInBrowser: true,
  },
  {
    name: "member api",
    files: /^member\/src\/((load|dealer)-)?api(\.test)?\.ts$/,
    imports: ["contract", "device", "shell"],
    runsInBrowser: true,
  },
  {
    name: "components",
    files: /^member\/src\/components\//,
    imports: ["contract", "device", "shell", "theme", "member api"],
    runsInBrowser: true,
  },
  {
    name: "pages",
    files: /^member\/src\/(pages|exception)\//,
    imports: ["contract", "device", "shell", "components", "theme", "member api", "routes"],
    runsInBrowser: true,
  },
  {
    name: "member app",
    files: /^member\/src\/(main|app(\.test)?|vite-client\.d)\.tsx?$/,
    imports: [
      "contract",
      "device",
      "shell",
      "components",
      "pages",
      "theme",
      "member api",
      "page loaders",
    ],
    runsInBrowser: true,
  },
  {
    // Built into one bundle that the server loads; it imports no source of the client.
    name: "member server",
    files: /^member\/src\/server\//,
    imports: ["contract", "device", "shell", "pages", "routes", "queries", "member app"],
  },
  {
    // A script of its own, which only a server with the sandbox serves (decision 0172).
    name: "member sandbox",
    files: /^member\/src\/sandbox\//,
    imports: ["contract", "device", "shell", "components", "theme"],
    runsInBrowser: true,
  },
  {
    name: "member build",
    files:
      /^member\/(vite\.config|build-(chunks|plugin|worker|first-views|ribbon|html)(\.test)?)\.ts$/,
    // Which sheets the worker shows at once is read from the page by the worker's own code.
    imports: ["member worker"],
  },
  {
    // A separate script; it shares only what stores and reads the views that were seen last.
    name: "member worker",
    files: /^member\/src\/worker\//,
    imports: ["device"],
    runsInBrowser: true,
  },

  // Served unchanged; plain files for browsers that cannot run the app.
  { name: "member public", files: /^member\/public\//, imports: [], runsInBrowser: true },

  {
    name: "console api",
    files: /^console\/src\/api\//,
    imports: ["contract"],
    runsInBrowser: true,
  },
  { name: "console theme", files: /^console\/src\/theme\//, imports: [], runsInBrowser: true },
  {
    name: "console parts",
    files: /^console\/src\/parts\//,
    imports: ["contract", "console api", "console theme"],
    runsInBrowser: true,
  },
  {
    name: "console pages",
    files: /^console\/src\/pages\//,
    imports: ["contract", "console api", "console parts"],
    runsInBrowser: true,
  },
  {
    // The parts in every state; only a development server has it.
    name: "console gallery",
    files: /^console\/src\/gallery\//,
    imports: ["contract", "console api", "console parts"],
    runsInBrowser: true,
  },
  {
    name: "console app",
    files: /^console\/src\/app\//,
    imports: [
      "contract",
      "console api",
      "console theme",
      "console parts",
      "console pages",
      "console gallery",
    ],
    runsInBrowser: true,
  },
  {
    // Reads the contract's schemas while it builds.
    name: "console build",
    files: /^console\/(vite\.config|build-[a-z]+(\.test)?)\.ts$/,
    imports: ["contract", "console theme"],
    mayCrossWorkspaces: true,
  },

  { name: "sandbox", files: /^sandbox\/src\//, imports: [] },

  {
    name: "e2e",
    files: /^e2e\//,
    imports: [
      "app",
      "config",
      "console app",
      "contract",
      "sandbox",
      "demo",
      "gateways",
      "platform",
      "domain",
      "routes",
    ],
    mayCrossWorkspaces: true,
  },
  {
    name: "bench",
    files: /^bench\//,
    imports: ["domain", "contract", "sandbox", "platform", "e2e", "routes"],
    mayCrossWorkspaces: true,
  },
  {
    name: "tools",
    files: /^tools\//,
    imports: ["contract", "platform", "domain", "sql callers"],
    mayCrossWorkspaces: true,
  },
  {
    name: "root config",
    files: /^vitest\.config\.ts$/,
    imports: ["tools", "contract"],
    mayCrossWorkspaces: true,
  },
];

export type Allowance = {
  /** The file with the exception. */
  readonly file: string;
  /**
   * The file that it may import against the rules; or `long`: it may exceed the 400 lines; or
   * `unused`: the product need not use it.
   */
  readonly may: string;
  readonly because: string;
};

/**
 * Exceptions to the rules, with the reason. An exception that is no longer needed is a finding
 * itself.
 */
export const allowances: readonly Allowance[] = [
  ...[
    "e2e/screenshots/page.ts",
    "e2e/screenshots/shots.test.ts",
    "e2e/screenshots/take.ts",
    "e2e/shell/every-dialog.e2e.ts",
    "e2e/shell/gallery.fixture.ts",
  ].map((file) => ({
    file,
    may: "member/src/shell/facade/gallery.ts",
    because:
      "journeys and pictures open every dialog that the gallery lists, without a second list",
  })),
  {
    file: "e2e/redirects.test.ts",
    may: "member/src/shell/route-location.ts",
    because: "page and server are held to one list of destinations",
  },
  {
    file: "member/src/device/tree.ts",
    may: "unused",
    because: "clause U11 asks for it; no response of the contract is nested today",
  },
  {
    file: "member/src/device/cloud/temp-file-url.ts",
    may: "unused",
    because: "clause C04 asks for it; no page shows a file by a temporary address today",
  },
];
