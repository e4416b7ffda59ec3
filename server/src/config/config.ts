/**
 * Reads the environment variables once into one frozen, validated configuration; the error for a
 * bad setting contains its name.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type BusinessPartners,
  liveBusinessPartnerVariables,
  readBusinessPartners,
  sandboxBusinessPartners,
} from "./business-partners.ts";
import {
  prefixOf,
  readSupplierSettings,
  supplierVariables,
  type SupplierSettings,
} from "./supplier-settings.ts";
import { type CloudSpace, readCloudSpace } from "./cloud.ts";
import { ConfigError } from "./error.ts";
import { readSettings } from "./settings.ts";
import { readFilesSettings, type FilesSettings } from "./files.ts";
import { readOrigin, readPublicOrigin } from "./origin.ts";
import type { PartnerSettings, CallbackPartnerSettings } from "./partner.ts";
import {
  LIVE_WECHATPAY_VARIABLES,
  readWechatPay,
  sandboxWechatPay,
  type WechatPaySettings,
} from "./wechatpay.ts";
import { makeDirectory } from "../platform/database/embedded/account.ts";
import type { OtherRoots } from "../platform/secrets.ts";
import type { SupportContact } from "../platform/support-contact.ts";
import type { Settings } from "../platform/settings.ts";

export { ConfigError } from "./error.ts";

export type WechatAccount = {
  readonly origin: string;
  readonly appId: string;
  readonly secret: string;
};
export type Config = {
  readonly isProduction: boolean;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** External database; undefined means the embedded one in the data directory. */
  readonly database:
    | { readonly url: string; readonly ownerUrl: string | undefined; readonly listenUrl: string }
    | undefined;
  /** False sends every statement unprepared: for a pooler that does not keep prepared ones. */
  readonly preparesStatements: boolean;
  readonly publicOrigin: string | undefined;
  /**
   * The origin of the operators' API when it is separate; otherwise it is on the members' origin.
   */
  readonly consoleOrigin: string | undefined;
  /** The address of the sandbox (the simulated partners); `undefined` when it is off. */
  readonly sandboxOrigin: string | undefined;
  /** `light` is the demo without its past of sixty days. */
  readonly seed: "demo" | "light" | "none";
  readonly roles: { readonly web: boolean; readonly worker: boolean };
  readonly secretRoot: string;
  /** The root of stored data, and the signing root before the last rotation. */
  readonly otherRoots: Pick<OtherRoots, "data" | "old">;
  readonly trustProxy: string | undefined;
  /** The bearer token for /metrics; without one it is closed in production and open elsewhere. */
  readonly metricsToken: string | undefined;
  readonly logLevel: string;
  readonly sms: PartnerSettings;
  /** The issuer of invoices; `undefined` when none is connected. */
  readonly invoices: PartnerSettings | undefined;
  /** The moderation provider; `undefined` when none is connected. */
  readonly moderation: PartnerSettings | undefined;
  /** Hosts, with their ports, that the webhook of an alert robot may have. */
  readonly alertRobotHosts: readonly string[];
  readonly dining: CallbackPartnerSettings;
  /** The other suppliers, by id; one without an origin is absent. */
  readonly suppliers: Readonly<Record<string, CallbackPartnerSettings>>;
  /** The environment variables of each supplier, by id, and whether they are set. */
  readonly supplierSettings: SupplierSettings;
  /** The partners of business links, by id. */
  readonly businessPartners: BusinessPartners;
  /** Our official account at WeChat. */
  readonly wechat: WechatAccount;
  /** Our merchant account at WeChat Pay. */
  readonly wechatPay: WechatPaySettings;
  /** The space of the cloud protocol; `undefined` when its endpoint is closed. */
  readonly cloud: CloudSpace | undefined;
  /** Where uploaded files are stored. */
  readonly files: FilesSettings;
  readonly settings: Settings;
  /** The contacts that `SETTINGS` still names; stored once, while there is no document. */
  readonly firstContacts: Partial<SupportContact>;
};

type Env = Readonly<Record<string, string | undefined>>;
const SECRET_BYTES = 32;
const KNOWN_DEFAULTS = ["secret", "changeme", "password", "default", "yunjing"];

function readPort(env: Env, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new ConfigError(`${name} must be a port number, not "${text}"`);
  }
  return value;
}

function readChoice<const T extends string>(
  env: Env,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const text = env[name] ?? fallback;
  const found = allowed.find((value) => value === text);
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(", ")}, not "${text}"`);
  return found;
}

/** Refuses a secret that is missing, short or well known. */
function strongSecret(env: Env, name: string): string {
  const secret = env[name];
  if (!secret) throw new ConfigError(`${name} is missing; production needs one of its own`);
  if (Buffer.byteLength(secret) < SECRET_BYTES) {
    throw new ConfigError(`${name} is too short; it needs at least ${SECRET_BYTES} bytes`);
  }
  const isDefault =
    KNOWN_DEFAULTS.some((prefix) => secret.toLowerCase().startsWith(prefix)) ||
    new Set(secret).size < 8;
  if (isDefault) throw new ConfigError(`${name} is a default or trivial value; make a random one`);
  return secret;
}

/** Outside production the root secret is created once and stored in the data directory. */
function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  makeDirectory(dataDir);
  const made = randomBytes(SECRET_BYTES).toString("base64url");
  writeFileSync(file, made, { mode: 0o600 });
  return made;
}

/**
 * Reads the roots of a rotation of `APP_SECRET`: APP_DATA_SECRET, and APP_SECRET_OLD with the instant
 * APP_SECRET_OLD_UNTIL.
 */
function readOtherRoots(env: Env): Config["otherRoots"] {
  const data = env["APP_DATA_SECRET"] ? strongSecret(env, "APP_DATA_SECRET") : undefined;
  if (!env["APP_SECRET_OLD"]) return { data };
  if (data === undefined)
    throw new ConfigError("APP_DATA_SECRET is missing; APP_SECRET_OLD needs the root of the data");
  const endsAt = Date.parse(env["APP_SECRET_OLD_UNTIL"] ?? "");
  if (Number.isNaN(endsAt))
    throw new ConfigError("APP_SECRET_OLD_UNTIL must be an instant, such as 2026-11-25T00:00:00Z");
  return { data, old: { root: strongSecret(env, "APP_SECRET_OLD"), endsAt } };
}

/** Returns the prefix of a supplier's variables: `TOPUP` of `topup`. */

const liveVariables = (supplierIds: readonly string[]): string[] => [
  "SMS_ORIGIN",
  "SMS_KEY_ID",
  "SMS_SECRET",
  "INVOICE_ORIGIN",
  "INVOICE_KEY_ID",
  "INVOICE_SECRET",
  "MODERATION_ORIGIN",
  "MODERATION_KEY_ID",
  "MODERATION_SECRET",
  ...supplierVariables(supplierIds),
  "WECHAT_ORIGIN",
  "WECHAT_APP_ID",
  "WECHAT_APP_SECRET",
  ...LIVE_WECHATPAY_VARIABLES,
];

const WECHAT_ORIGIN = "https://api.weixin.qq.com";

const readSuppliers = (
  supplierIds: readonly string[],
  read: (id: string) => CallbackPartnerSettings | undefined,
): Config["suppliers"] =>
  Object.fromEntries(
    supplierIds.flatMap((id) => {
      const partner = read(id);
      return partner ? [[id, partner]] : [];
    }),
  );

/** The simulated partners' keys. They are public: they give access to the sandbox only. */
const SANDBOX_KEYS = {
  sms: { keyId: "yunjing-sms", secret: "sandbox-sms-secret-for-the-demo-only" },
  moderation: {
    keyId: "yunjing-moderation",
    secret: "sandbox-moderation-secret-for-the-demo-only",
  },
  invoices: { keyId: "yunjing-invoices", secret: "sandbox-invoice-secret-for-the-demo-only" },
  dining: {
    keyId: "yunjing-supplier",
    secret: "sandbox-supplier-secret-for-the-demo-only",
    callbackKeyId: "dining-supplier",
    callbackSecret: "sandbox-supplier-secret-for-the-demo-only",
  },
  wechat: { appId: "wx5eaf00d0a11ce000", secret: "sandbox-wechat-secret-for-the-demo-only" },
} as const;

/** Reads an optional partner: absent without an origin; with one, its keys are required. */
function readPartner(
  env: Env,
  name: string,
  need: (name: string) => string,
): PartnerSettings | undefined {
  const origin = env[`${name}_ORIGIN`];
  if (!origin) return undefined;
  return { origin, keyId: need(`${name}_KEY_ID`), secret: strongSecret(env, `${name}_SECRET`) };
}

/** Reads an optional supplier: absent without an origin; with one, all of its keys are required. */
function readSupplier(
  env: Env,
  name: string,
  need: (name: string) => string,
): CallbackPartnerSettings | undefined {
  const partner = readPartner(env, name, need);
  if (!partner) return undefined;
  return {
    ...partner,
    callbackKeyId: need(`${name}_CALLBACK_KEY_ID`),
    callbackSecret: strongSecret(env, `${name}_CALLBACK_SECRET`),
  };
}

function readPartners(
  env: Env,
  {
    sandboxOrigin,
    ownOrigin,
    supplierIds,
  }: { sandboxOrigin: string | undefined; ownOrigin: string; supplierIds: readonly string[] },
): Pick<
  Config,
  | "sms"
  | "invoices"
  | "moderation"
  | "dining"
  | "suppliers"
  | "businessPartners"
  | "wechat"
  | "wechatPay"
> {
  if (sandboxOrigin) {
    const live = [...liveVariables(supplierIds), ...liveBusinessPartnerVariables(env)].filter(
      (name) => env[name],
    );
    if (live.length > 0) {
      throw new ConfigError(`SANDBOX and live credentials exclude each other: ${live.join(", ")}`);
    }
    return {
      sms: { origin: sandboxOrigin, ...SANDBOX_KEYS.sms },
      invoices: { origin: sandboxOrigin, ...SANDBOX_KEYS.invoices },
      moderation: { origin: sandboxOrigin, ...SANDBOX_KEYS.moderation },
      dining: { origin: sandboxOrigin, ...SANDBOX_KEYS.dining },
      suppliers: readSuppliers(supplierIds, (id) => ({
        origin: sandboxOrigin,
        ...SANDBOX_KEYS.dining,
        callbackKeyId: `${id}-supplier`,
      })),
      businessPartners: sandboxBusinessPartners(sandboxOrigin),
      wechat: { origin: sandboxOrigin, ...SANDBOX_KEYS.wechat },
      wechatPay: sandboxWechatPay(SANDBOX_KEYS.wechat.appId, {
        origin: sandboxOrigin,
        notifyOrigin: ownOrigin,
      }),
    };
  }
  const need = (name: string): string => {
    const value = env[name];
    if (!value) throw new ConfigError(`${name} is missing; without the sandbox it is needed`);
    return value;
  };
  return {
    sms: {
      origin: need("SMS_ORIGIN"),
      keyId: need("SMS_KEY_ID"),
      secret: strongSecret(env, "SMS_SECRET"),
    },
    invoices: readPartner(env, "INVOICE", need),
    moderation: readPartner(env, "MODERATION", need),
    dining: {
      origin: need("DINING_ORIGIN"),
      keyId: need("DINING_KEY_ID"),
      secret: strongSecret(env, "DINING_SECRET"),
      callbackKeyId: need("DINING_CALLBACK_KEY_ID"),
      callbackSecret: strongSecret(env, "DINING_CALLBACK_SECRET"),
    },
    suppliers: readSuppliers(supplierIds, (id) => readSupplier(env, prefixOf(id), need)),
    businessPartners: readBusinessPartners(env, (prefix) => readSupplier(env, prefix, need)),
    wechat: {
      origin: env["WECHAT_ORIGIN"] ?? WECHAT_ORIGIN,
      appId: need("WECHAT_APP_ID"),
      secret: strongSecret(env, "WECHAT_APP_SECRET"),
    },
    wechatPay: readWechatPay(env, need("WECHAT_APP_ID")),
  };
}

/**
 * Returns the hosts of `ALERT_ROBOT_HOSTS`, and the sandbox's while it is on. Throws ConfigError for
 * what is no host.
 */
function readRobotHosts(env: Env, sandboxOrigin: string | undefined): string[] {
  const names = (env["ALERT_ROBOT_HOSTS"] ?? "").split(",").map((name) => name.trim());
  const hosts = names.filter((name) => name !== "");
  const bad = hosts.find((host) => URL.parse(`https://${host}`)?.host !== host);
  if (bad !== undefined) throw new ConfigError(`ALERT_ROBOT_HOSTS cannot name "${bad}"`);
  return sandboxOrigin ? [...hosts, new URL(sandboxOrigin).host] : hosts;
}

function readDatabase(env: Env): Config["database"] {
  const url = env["DATABASE_URL"];
  if (!url) return undefined;
  return { url, ownerUrl: env["DATABASE_OWNER_URL"], listenUrl: env["DATABASE_LISTEN_URL"] ?? url };
}

function readRoles(env: Env): Config["roles"] {
  const names = (env["ROLES"] ?? "web,worker").split(",").map((name) => name.trim());
  const unknown = names.find((name) => name !== "web" && name !== "worker");
  if (unknown !== undefined) {
    throw new ConfigError(`ROLES must be made of web and worker, not "${unknown}"`);
  }
  return { web: names.includes("web"), worker: names.includes("worker") };
}

/** Without the empty variables: in a file of settings they stand for those that are not set. */
const withoutEmpty = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));

/**
 * Reads and checks every setting of `api.md`, "Running it"; an empty one is not set. Throws
 * ConfigError with the name of a bad one. `supplierIds` are the suppliers that may be connected
 * besides the dining supplier.
 */
export function readConfig(given: Env, supplierIds: readonly string[]): Config {
  const env = withoutEmpty(given);
  const isProduction = env["NODE_ENV"] === "production";
  const sandboxIsOn = isProduction ? env["SANDBOX"] === "1" : env["SANDBOX"] !== "0";
  const sandboxOrigin = sandboxIsOn ? env["SANDBOX_ORIGIN"] : undefined;
  if (sandboxIsOn && !sandboxOrigin) {
    throw new ConfigError("SANDBOX_ORIGIN is missing; `npm start` sets it when the sandbox is on");
  }
  const dataDir = resolve(env["DATA_DIR"] ?? ".data");
  const port = readPort(env, "PORT", 8080);
  const publicOrigin = readPublicOrigin(env, isProduction);
  return Object.freeze({
    isProduction,
    port,
    host: env["HOST"] ?? (isProduction ? "0.0.0.0" : "127.0.0.1"),
    dataDir,
    database: readDatabase(env),
    preparesStatements: readChoice(env, "DATABASE_PREPARED", ["1", "0"], "1") === "1",
    publicOrigin,
    consoleOrigin: readOrigin(env, "CONSOLE_ORIGIN"),
    sandboxOrigin,
    seed: readChoice(
      env,
      "SEED",
      ["demo", "light", "none"],
      isProduction && !sandboxIsOn ? "none" : "demo",
    ),
    roles: readRoles(env),
    secretRoot: isProduction
      ? strongSecret(env, "APP_SECRET")
      : (env["APP_SECRET"] ?? readOrCreateSecret(dataDir)),
    otherRoots: readOtherRoots(env),
    trustProxy: env["TRUST_PROXY"],
    metricsToken: env["METRICS_TOKEN"] ? strongSecret(env, "METRICS_TOKEN") : undefined,
    logLevel: env["LOG_LEVEL"] ?? (isProduction ? "info" : "warn"),
    ...readPartners(env, {
      sandboxOrigin,
      ownOrigin: publicOrigin ?? `http://127.0.0.1:${port}`,
      supplierIds,
    }),
    supplierSettings: readSupplierSettings(env, supplierIds, sandboxIsOn),
    alertRobotHosts: readRobotHosts(env, sandboxOrigin),
    cloud: readCloudSpace(env, sandboxIsOn),
    files: readFilesSettings(env, dataDir),
    ...readSettings(env, sandboxIsOn),
  });
}
