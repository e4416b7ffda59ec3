/**
 * The files of `deploy/` parse, name settings and metrics that exist, and agree on their ports. What
 * runs them is `e2e/faults/cluster.long.ts`, for those that `npm run cluster` uses.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { refusals } from "@yunjing/contract/refusals";
import { readConfig } from "@yunjing/server/config/config";
import { optionalSupplierIds } from "@yunjing/server/gateways/suppliers/registry";
import { createRegistry } from "@yunjing/server/platform/http/health";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  allFiles,
  deployFolder,
  filled,
  metricsIn,
  parseEnv,
  parsePostgres,
  parseSections,
  read,
  upstreamPorts,
  valuesOf,
} from "./deploy-files.fixture.ts";

const source = (path: string) =>
  fileURLToPath(new URL(`../../server/src/${path}`, import.meta.url));

/** Names of settings in the sources of `server/src/config`: whole, and as endings of a prefix. */
const configSource = readdirSync(source("config"))
  .filter((name) => !name.includes(".test."))
  .map((name) => readFileSync(source(`config/${name}`), "utf8"))
  .join("\n");
const named = new Set([...configSource.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, name]) => name));
const PREFIXES = [
  "FILES_S3",
  "SMS",
  "DINING",
  ...optionalSupplierIds.map((id) => id.toUpperCase()),
];
const isSetting = (name: string): boolean =>
  named.has(name) ||
  PREFIXES.some(
    (prefix) => name.startsWith(`${prefix}_`) && named.has(name.slice(prefix.length + 1)),
  );
/** Settings of other programs, by the file that may name them. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "files.env.example": ["MINIO_ROOT_USER", "MINIO_ROOT_PASSWORD"],
  "compose/cluster.yaml": ["NODE_EXTRA_CA_CERTS", "POSTGRES_PASSWORD_FILE", "PGDATA", "PGPASSFILE"],
};

type Container = {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly env_file?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, object>>;
  readonly secrets?: readonly string[];
};
type Compose = {
  readonly services: Readonly<Record<string, Container>>;
  readonly volumes: Readonly<Record<string, object>>;
  readonly secrets?: Readonly<Record<string, object>>;
};
const compose = (name: string): Compose =>
  parse(read(`compose/${name}.yaml`), { strict: true, merge: true });
const { scripts: packageScripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(deployFolder, "../package.json"), "utf8"),
);
const unit = (name: string) => parseSections(read(`systemd/${name}`));
const units = allFiles().flatMap((path) => /^systemd\/(.+)$/.exec(path)?.[1] ?? []);
const exampleOf = (path: string): string => `${path.replace(/^.*\//, "")}.example`;

describe("settings", () => {
  const examples = allFiles().filter((path) => path.endsWith(".env.example"));

  test.each(examples)("every name of %s exists", (file) => {
    const names = Object.keys(parseEnv(read(file)));
    expect(names.filter((name) => !isSetting(name) && !OTHERS[file]?.includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });

  test("a name that does not exist is found", () => {
    expect(["DATABASE_LISTEN", "FILES_S3_NAME", "ROLE"].filter(isSetting)).toEqual([]);
  });

  test("the filled examples are a configuration that starts", () => {
    expect(readConfig(filled("yunjing.env.example"), optionalSupplierIds)).toMatchObject({
      isProduction: true,
      database: undefined,
      sandboxOrigin: undefined,
    });
    const files = ["yunjing.env.example", "cluster.env.example", "owner.env.example"];
    const worker = readConfig({ ...filled(...files), ROLES: "worker" }, optionalSupplierIds);
    expect(worker).toMatchObject({
      preparesStatements: false,
      roles: { web: false, worker: true },
    });
    expect(worker.database?.listenUrl).toContain("/yunjing_session");
    expect(worker.database?.ownerUrl).toContain("/yunjing_session");
    expect(worker.files).toHaveProperty("s3");
  });
});

describe.each(["one-machine", "cluster"])("compose/%s.yaml", (name) => {
  const { services, volumes, secrets = {} } = compose(name);
  const all = Object.entries(services);

  test("names settings that exist, and files that exist", () => {
    const existing = allFiles();
    for (const [service, { image, build, environment = {}, env_file: env = [] }] of all) {
      expect(image === undefined ? build : image, service).toBeDefined();
      const { context, dockerfile = "" } = build ?? {};
      const path = context === "." ? `compose/${dockerfile}` : dockerfile.replace(/^deploy\//, "");
      expect(build ? existing : [path], service).toContain(path);
      const others = OTHERS[`compose/${name}.yaml`] ?? [];
      const names = Object.keys(environment);
      expect(names.filter((one) => !isSetting(one) && !others.includes(one))).toEqual([]);
      for (const file of [env].flat()) expect(existing).toContain(exampleOf(file));
    }
  });

  test("mounts files and volumes that exist, at most what is made by hand is missing", () => {
    const existing = allFiles().flatMap((path) => [path, path.replace(/\/[^/]+$/, "")]);
    const byHand = ["compose/tls", "compose/tls/files", "pgbouncer/userlist.txt"];
    const known = [...existing, ...byHand, ...Object.keys(volumes)];
    for (const mount of all.flatMap(([, service]) => service.volumes ?? [])) {
      const [from = ""] = mount.split(":");
      expect(known).toContain(from.startsWith(".") ? join("compose", from) : from);
    }
  });

  test("services and secrets that others name exist", () => {
    for (const [, service] of all) {
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(services).toHaveProperty(other);
      for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty(secret);
    }
  });

  test("the proxy leads to the ports of the web processes", () => {
    const web = all.filter(
      ([, { environment: env }]) => env?.["ROLES"] !== "worker" && env?.["PORT"],
    );
    const upstream = read(`compose/${name}-upstream.conf`);
    expect(upstreamPorts(upstream)).toEqual(
      web.map(([, { environment }]) => environment?.["PORT"]),
    );
    for (const [service] of web) expect(upstream).toContain(`server ${service}:`);
  });
});

describe("the cluster", () => {
  test("has two web processes without the owner's role, and two workers with it", () => {
    const { services } = compose("cluster");
    const byRole = (role: string) =>
      Object.values(services).filter(({ environment }) => environment?.["ROLES"] === role);
    expect(byRole("web").map((one) => [one.env_file].flat().includes("../owner.env"))).toEqual([
      false,
      false,
    ]);
    expect(byRole("worker").map((one) => [one.env_file].flat().includes("../owner.env"))).toEqual([
      true,
      true,
    ]);
  });

  test.each(["pgbouncer", "compose"])("PgBouncer of %s pools as its clients expect", (folder) => {
    const sections = parseSections(read(`${folder}/pgbouncer.ini`));
    expect(sections.map(({ name }) => name)).toEqual(["databases", "pgbouncer"]);
    const listen = valuesOf(sections, "pgbouncer", "listen_port");
    expect(valuesOf(sections, "pgbouncer", "pool_mode")).toEqual(["transaction"]);
    expect(valuesOf(sections, "pgbouncer", "server_login_retry")).toEqual(["1"]);
    const [session] = parseSections(`[databases]\n${read(`${folder}/databases.ini`)}`);
    const databases = new Map(session?.entries);
    expect(databases.get("yunjing_session")).toContain("pool_mode=session");
    for (const file of ["cluster.env.example", "owner.env.example"]) {
      const env = parseEnv(read(file));
      for (const [name, value] of Object.entries(env).filter(([one]) => one.endsWith("_URL"))) {
        const url = new URL(value);
        expect([name, [url.port]]).toEqual([name, listen]);
        expect([...databases.keys()]).toContain(url.pathname.slice(1));
      }
    }
  });

  test("PgBouncer in Compose differs from the other by its address and its log only", () => {
    const settings = (folder: string) =>
      parseSections(read(`${folder}/pgbouncer.ini`)).flatMap(({ entries }) =>
        entries.filter(([name]) => name !== "listen_addr" && name !== "logfile"),
      );
    expect(settings("compose")).toEqual(settings("pgbouncer"));
  });

  test("the pools fit into the connections of the database", () => {
    const sections = parseSections(read("pgbouncer/pgbouncer.ini"));
    const pool = Number(valuesOf(sections, "pgbouncer", "default_pool_size")[0]);
    const session = Number(/pool_size=(\d+)/.exec(read("pgbouncer/databases.ini"))?.[1]);
    const most = Number(parsePostgres(read("postgres/yunjing.conf"))["max_connections"]);
    // A pool belongs to a database and a user; the session pool has the application and the owner.
    expect(pool + 2 * session).toBeLessThan(most);
  });

  test("the primary waits for the standby that Compose and the guide start", () => {
    const { synchronous_standby_names: names } = parsePostgres(
      read("postgres/yunjing-primary.conf"),
    );
    expect(names).toBe("'FIRST 1 (yunjing_standby)'");
    expect(read("compose/start-standby")).toContain("application_name=yunjing_standby");
    expect(parsePostgres(read("postgres/yunjing.conf"))).not.toHaveProperty(
      "synchronous_standby_names",
    );
  });
});

describe("systemd", () => {
  test.each(units)("%s parses, with the sections of its kind", (name) => {
    const kind = name.endsWith(".timer") ? "Timer" : "Service";
    const sections = unit(name);
    expect(sections.map((one) => one.name)).toEqual(
      expect.arrayContaining(["Unit", kind]) as string[],
    );
  });

  test("settings of the units exist, and so do their files of settings", () => {
    const existing = allFiles();
    for (const name of units) {
      const sections = unit(name);
      for (const value of valuesOf(sections, "Service", "Environment"))
        expect(isSetting(value.split("=")[0] ?? "")).toBe(true);
      for (const path of valuesOf(sections, "Service", "EnvironmentFile"))
        expect(existing).toContain(exampleOf(path));
      for (const command of valuesOf(sections, "Service", "ExecStart")) {
        const own = /\/opt\/yunjing\/deploy\/(\S+)/.exec(command)?.[1];
        const script = /^\/usr\/bin\/npm run ([\w-]+)( |$)/.exec(command)?.[1];
        const product = "/usr/bin/node --enable-source-maps server/dist/main.js";
        expect([...existing, ...Object.keys(packageScripts), product]).toContain(
          own ?? script ?? command,
        );
      }
    }
  });

  test("the ports are those of the proxy and of Prometheus", () => {
    const portOf = (name: string) =>
      valuesOf(unit(name), "Service", "Environment")
        .find((one) => one.startsWith("PORT="))
        ?.slice(5);
    const ports = { web: portOf("yunjing-web.service"), worker: portOf("yunjing-worker.service") };
    expect(new Set(upstreamPorts(read("nginx/upstream.conf")))).toEqual(new Set([ports.web]));
    const { scrape_configs: jobs } = parse(read("monitoring/prometheus.yaml"), { strict: true });
    for (const { targets, labels } of jobs[0].static_configs) {
      const expected = labels.role === "web" ? ports.web : ports.worker;
      for (const target of targets) expect(String(target)).toMatch(new RegExp(`:${expected}$`));
    }
  });
});

describe("nginx", () => {
  test.each(
    allFiles().filter((path) => /^(nginx|compose)\/.*(site|locations|upstream)\.conf$/.test(path)),
  )("the braces of %s match and its statements end", (path) => {
    const text = read(path)
      .replace(/#.*$/gm, "")
      .replace(/'[^']*'/g, "''");
    expect(text.split("{").length).toBe(text.split("}").length);
    const lines = text.split("\n").flatMap((line) => line.trim() || []);
    expect(lines.filter((line) => !/[;{}]$/.test(line))).toEqual([]);
  });

  test("answers for a process that ended as the product answers when it is busy", () => {
    const [, body = ""] = /return 503 '(.*)';/.exec(read("nginx/locations.conf")) ?? [];
    const answer: Record<string, unknown> = JSON.parse(body);
    const { text, status } = refusals.SYS_BUSY;
    expect(answer).toMatchObject({ status: false, code: "SYS_BUSY", msg: text });
    expect(status).toBe(503);
  });

  test("the sockets' timeout is longer than the server's ping", async () => {
    const { defaults } = await import("@yunjing/server/platform/settings");
    const [, seconds] =
      /proxy_read_timeout (\d+)s;\n {2}proxy_send/.exec(read("nginx/locations.conf")) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(2 * defaults.pushPingMs);
  });
});

describe("monitoring", () => {
  /** Metrics of the product, by their declarations, and of Node. */
  const declared = ["platform/http/health.ts", "platform/push/metrics.ts", "app/app.ts"].flatMap(
    (path) => [
      ...readFileSync(source(path), "utf8").matchAll(
        /new (Gauge|Counter|Histogram)\(\{\s*name: "(\w+)"/g,
      ),
    ],
  );
  const existing = new Set([
    "up",
    ...createRegistry()
      .getMetricsAsArray()
      .map(({ name }) => name),
    ...declared.flatMap(([, kind, name = ""]) =>
      kind === "Histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  ]);
  type Rule = { alert: string; expr: string; annotations: { summary: string; section: string } };
  const { groups }: { groups: { rules: Rule[] }[] } = parse(read("monitoring/alerts.yaml"), {
    strict: true,
  });
  const rules = groups.flatMap((group) => group.rules);

  test("every alert reads metrics that exist, and names a section of the guide", () => {
    const guide = readFileSync(join(deployFolder, "../docs/operations.md"), "utf8");
    for (const { alert, expr, annotations } of rules) {
      const metrics = metricsIn(expr);
      expect(metrics.length, alert).toBeGreaterThan(0);
      expect(metrics.filter((name) => !existing.has(name))).toEqual([]);
      expect(guide).toMatch(new RegExp(`^#+ ${annotations.section}$`, "m"));
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  test("every panel of the dashboard reads metrics that exist", () => {
    const { panels }: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
      read("monitoring/grafana-dashboard.json"),
    );
    const metrics = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
    expect(metrics.length).toBeGreaterThanOrEqual(panels.length);
    expect(metrics.filter((name) => !existing.has(name))).toEqual([]);
  });

  test("a metric that does not exist is found", () => {
    const metrics = metricsIn('sum by (le) (rate(no_such_seconds_bucket{route="/x"}[5m])) > 0.5');
    expect(metrics).toEqual(["no_such_seconds_bucket"]);
    expect(existing.has("no_such_seconds_bucket")).toBe(false);
  });
});

test("scripts are executable", () => {
  for (const path of [
    ...allFiles().filter((one) => one.startsWith("backup/")),
    "compose/start-standby",
  ])
    expect(statSync(join(deployFolder, path)).mode & 0o111, path).toBe(0o111);
});
