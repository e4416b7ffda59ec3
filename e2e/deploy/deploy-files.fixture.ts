/** Reads the files of `deploy/`: settings, INI, unit files, nginx, YAML and metrics in expressions. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const deployFolder = join(root, "deploy");

export const read = (path: string): string => readFileSync(join(deployFolder, path), "utf8");

/** Returns the paths of all files of `deploy/`, relative to it. */
export const allFiles = (): string[] =>
  readdirSync(deployFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(deployFolder, join(entry.parentPath, entry.name)))
    .sort();

/** Returns lines `NAME=value`; throws for a line that is neither that, a comment nor empty. */
export function parseEnv(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value = ""] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`no setting: ${line}`);
      return [name, value];
    }),
  );
}

const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** Returns the settings of examples; fills what they leave empty, as an operator does. */
export const filled = (...files: string[]): Record<string, string> =>
  Object.fromEntries(
    files
      .flatMap((file) => Object.entries(parseEnv(read(file))))
      .map(([name, value]) => {
        if (value !== "") return [name, value];
        if (name === "WECHATPAY_PRIVATE_KEY") return [name, keys.privateKey];
        if (name === "WECHATPAY_PUBLIC_KEY") return [name, keys.publicKey];
        const length = name === "WECHATPAY_API_V3_KEY" ? 16 : 24;
        return [name, randomBytes(length).toString("hex")];
      }),
  );

export type Section = { readonly name: string; readonly entries: readonly [string, string][] };

/** Returns the sections of an INI or unit file; throws for a line that is neither. */
export function parseSections(text: string): Section[] {
  const sections: { name: string; entries: [string, string][] }[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || /^[;#%]/.test(line)) continue;
    const header = /^\[(\w+)\]$/.exec(line)?.[1];
    const [, name, value] = /^([\w-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (header !== undefined) sections.push({ name: header, entries: [] });
    else if (name !== undefined && value !== undefined && sections.length > 0)
      sections.at(-1)?.entries.push([name, value]);
    else throw new Error(`neither a section nor a setting: ${line}`);
  }
  return sections;
}

/** Returns the values of one name in one section. */
export const valuesOf = (sections: readonly Section[], section: string, name: string): string[] =>
  sections
    .filter((one) => one.name === section)
    .flatMap(({ entries }) => entries.flatMap(([key, value]) => (key === name ? [value] : [])));

/** Returns settings `name = value` of postgresql.conf; throws for another line. */
export function parsePostgres(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^(\w+) = (.+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`no setting: ${line}`);
      return [name, value];
    }),
  );
}

/** Returns the ports of nginx's `server HOST:PORT` lines. */
export const upstreamPorts = (text: string): string[] =>
  [...text.matchAll(/^\s*server \S+:(\d+)[ ;]/gm)].flatMap(([, port]) => port ?? []);

const WORDS = new Set(["by", "without", "and", "or", "unless", "on", "ignoring", "offset"]);

/** Returns the metrics that a PromQL expression reads. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, "")
    .replace(/\[[^\]]*\]/g, "")
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, "");
  return [...bare.matchAll(/(?<![\w.])([a-z_][a-z0-9_]*)(?!\w)(?!\s*\()/g)].flatMap(([, name]) =>
    name === undefined || WORDS.has(name) ? [] : [name],
  );
}
