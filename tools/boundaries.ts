/** The map of the repository as data: its rooms, and what each may import. `check-boundaries.ts` checks it. */

export type Module = {
  readonly name: string;
  /** Matches the paths of the room's files, from the repository's root. The first room that matches has the file. */
  readonly files: RegExp;
  /** Rooms this one may import besides itself. */
  readonly imports: readonly string[];
  /** Runs in a browser, or must be able to: Node's own modules are closed to it. */
  readonly runsInBrowser?: true;
  /** Looks at the whole repository, so it may reach another workspace by a relative path. */
  readonly mayCrossWorkspaces?: true;
};

/** Domain rooms from low to high (architecture.md): a room calls only those before it. */
export const domainModules = [
  "ledger",
  "audit",
  "approvals",
  "files",
  "members",
  "security",
  "levels",
  "regions",
  "addresses",
  "accounts",
  "share",
  "catalog",
  "coupons",
  "points",
  "payments",
  "wallet",
  "withdrawals",
  "fulfilment",
  "dining",
  "cards",
  "orders",
  "refunds",
  "exchange",
  "invitations",
  "partners",
  "messages",
  "merging",
  "closing",
  "reconciliation",
  "operators",
] as const;

/** What another domain room may see of one; the tables only from tables. */
export const publicFiles = ["actions", "model", "machine", "port"] as const;

/** What gateways may see of a domain room. */
export const gatewayPublicFiles = ["port", "model"] as const;

/** Packages a role of a domain room must not know, whatever its package.json allows. */
export const forbiddenPackages: Readonly<Record<string, readonly string[]>> = {
  model: ["drizzle-orm", "pg", "fastify"],
  machine: ["drizzle-orm", "pg", "fastify"],
  port: ["drizzle-orm", "pg", "fastify"],
  actions: ["pg", "fastify"],
  routes: ["drizzle-orm", "pg"],
  jobs: ["drizzle-orm", "pg", "fastify"],
};

const serverModules = ["platform", "domain", "gateways", "cloud", "demo"];

export const modules: readonly Module[] = [
  { name: "contract", files: /^contract\/src\//, imports: [], runsInBrowser: true },

  { name: "migrations", files: /^server\/migrations\//, imports: [] },
  { name: "platform", files: /^server\/src\/platform\//, imports: ["contract"] },
  { name: "domain", files: /^server\/src\/domain\//, imports: ["contract", "platform"] },
  {
    name: "gateways",
    files: /^server\/src\/gateways\//,
    imports: ["contract", "platform", "domain"],
  },
  { name: "cloud", files: /^server\/src\/cloud\//, imports: ["contract", "platform", "domain"] },
  // Runs in a thread of its own, from its own file: in the built server too.
  { name: "image reencoder", files: /^server\/assets\/[\w-]+\.mjs$/, imports: [] },
  { name: "demo", files: /^server\/src\/demo\//, imports: ["contract", "platform", "domain"] },
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
    files: /^server\/src\/(main|reset)\.ts$/,
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
    imports: ["contract", "pages table"],
    runsInBrowser: true,
  },
  { name: "theme", files: /^member\/src\/theme\//, imports: [], runsInBrowser: true },
  {
    // It loads each page lazily, so a page may read the table that names it.
    name: "pages table",
    files: /^member\/src\/pages(\.test)?\.ts$/,
    imports: ["pages"],
    runsInBrowser: true,
  },
  {
    name: "shell",
    files: /^member\/src\/shell\//,
    imports: ["contract", "device", "theme", "pages table", "queries"],
    runsInBrowser: true,
  },
  {
    // The shell loads it lazily, around the pages that ask for it.
    name: "queries",
    files: /^member\/src\/query-(provider|persistence)(\.test)?\.tsx?$/,
    imports: ["contract", "device", "shell", "member api"],
    runsInBrowser: true,
  },
  {
    name: "member api",
    files: /^member\/src\/(load-)?api(\.test)?\.ts$/,
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
    imports: ["contract", "device", "shell", "components", "theme", "member api", "pages table"],
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
      "pages table",
    ],
    runsInBrowser: true,
  },
  {
    name: "member build",
    files: /^member\/(vite\.config|build-(plugin|worker)(\.test)?)\.ts$/,
    imports: ["pages table"],
  },
  {
    // A script of its own beside the app; it knows nothing of it.
    name: "member worker",
    files: /^member\/src\/worker\//,
    imports: [],
    runsInBrowser: true,
  },

  // Served as they are; plain files for browsers that cannot run the app.
  { name: "member public", files: /^member\/public\//, imports: [], runsInBrowser: true },

  { name: "sandbox", files: /^sandbox\/src\//, imports: [] },

  {
    name: "e2e",
    files: /^e2e\//,
    imports: [
      "app",
      "config",
      "contract",
      "sandbox",
      "demo",
      "gateways",
      "platform",
      "domain",
      "pages table",
    ],
    mayCrossWorkspaces: true,
  },
  {
    name: "bench",
    files: /^bench\//,
    imports: ["domain", "contract", "sandbox", "platform", "e2e", "pages table"],
    mayCrossWorkspaces: true,
  },
  { name: "tools", files: /^tools\//, imports: ["contract"], mayCrossWorkspaces: true },
  { name: "root config", files: /^vitest\.config\.ts$/, imports: [] },
];

export type Allowance = {
  /** The file that is allowed something. */
  readonly file: string;
  /** The file it may import against the rules, or `long`: it may pass the 400 lines. */
  readonly may: string;
  readonly because: string;
};

/** What is allowed against the rules, with the reason. One that is not needed any more is a finding itself. */
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
];
