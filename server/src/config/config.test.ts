/** Tests the settings: a bad one is refused by its name, above all a weak secret in production. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig as readConfigFor } from "./config.ts";
import { readSettings } from "./settings.ts";

const readConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfigFor(env, ["topup", "cards"]);

const dataDir = mkdtempSync(join(tmpdir(), "yunjing-config-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const strong = (seed: string) => `${seed}:Vq7mZ2xK9pL4wN8rT6yB3cF5hJ1dG0s`;
const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const live = {
  NODE_ENV: "production",
  APP_SECRET: strong("app"),
  SMS_ORIGIN: "https://sms.example",
  SMS_KEY_ID: "sms-1",
  SMS_SECRET: strong("sms"),
  DINING_ORIGIN: "https://dining.example",
  DINING_KEY_ID: "dining-1",
  DINING_SECRET: strong("dining"),
  DINING_CALLBACK_KEY_ID: "callback-1",
  DINING_CALLBACK_SECRET: strong("callback"),
  WECHAT_APP_ID: "wx0123456789abcdef",
  WECHAT_APP_SECRET: strong("wechat"),
  PUBLIC_ORIGIN: "https://yunjing.example",
  WECHATPAY_MCH_ID: "1900007291",
  WECHATPAY_SERIAL: "7132D72A03E93CDDF8C03BBD1F37EEDF36A42F2C",
  WECHATPAY_PRIVATE_KEY: keys.privateKey,
  WECHATPAY_API_V3_KEY: "Vq7mZ2xK9pL4wN8rT6yB3cF5hJ1dG0sQ",
  WECHATPAY_PUBLIC_KEY_ID: "PUB_KEY_ID_0000000000000024101100397200000006",
  WECHATPAY_PUBLIC_KEY: keys.publicKey,
  DATA_DIR: dataDir,
};
const demo = { SANDBOX_ORIGIN: "http://127.0.0.1:9", APP_SECRET: "of a demo", DATA_DIR: dataDir };

describe("a production configuration", () => {
  test("is read when complete, and seeds no demo data", () => {
    expect(readConfig(live)).toMatchObject({
      isProduction: true,
      sandboxOrigin: undefined,
      seed: "none",
      host: "0.0.0.0",
      secretRoot: live.APP_SECRET,
      sms: { secret: live.SMS_SECRET },
    });
  });

  const secrets = ["APP_SECRET", "SMS_SECRET", "DINING_SECRET", "DINING_CALLBACK_SECRET"] as const;
  test.each(secrets)(
    "is refused without a good %s; the error contains the name and never the value",
    (name) => {
      const refusalOf = (value: string | undefined): string => {
        try {
          readConfig({ ...live, [name]: value });
        } catch (error) {
          return String(error);
        }
        return "none";
      };
      expect(refusalOf(undefined)).toContain(`${name} is missing`);
      expect(refusalOf("")).toContain(`${name} is missing`);
      expect(refusalOf("Vq7mZ2xK9pL4wN8rT6yB3cF5hJ1dG0s")).toContain(`${name} is too short`);
      for (const known of [`changeme-${strong("")}`, `Secret${strong("")}`, "ab".repeat(20)]) {
        expect(refusalOf(known)).toContain(`${name} is a default or trivial value`);
        expect(refusalOf(known)).not.toContain(known);
      }
    },
  );

  test("says of every variable of a supplier whether it is set, and never its value", () => {
    const { supplierSettings } = readConfig({ ...live, TOPUP_KEY_ID: "topup-1" });
    expect(supplierSettings["topup"]).toEqual([
      { name: "TOPUP_ORIGIN", isSet: false },
      { name: "TOPUP_KEY_ID", isSet: true },
      { name: "TOPUP_SECRET", isSet: false },
      { name: "TOPUP_CALLBACK_KEY_ID", isSet: false },
      { name: "TOPUP_CALLBACK_SECRET", isSet: false },
    ]);
    expect(supplierSettings["dining"]?.every(({ isSet }) => isSet)).toBe(true);
    expect(JSON.stringify(supplierSettings)).not.toContain("topup-1");
  });

  test("contains a shop supplier once its origin is set, and then requires all of its keys", () => {
    expect(readConfig(live).suppliers).toEqual({});
    const topup = { ...live, TOPUP_ORIGIN: "https://topup.example", TOPUP_KEY_ID: "topup-1" };
    expect(() => readConfig(topup)).toThrow("TOPUP_SECRET is missing");
    const keys = {
      TOPUP_SECRET: strong("topup"),
      TOPUP_CALLBACK_KEY_ID: "topup-callback",
      TOPUP_CALLBACK_SECRET: strong("topup callback"),
    };
    expect(readConfig({ ...topup, ...keys }).suppliers).toEqual({
      topup: {
        origin: topup.TOPUP_ORIGIN,
        keyId: "topup-1",
        secret: keys.TOPUP_SECRET,
        callbackKeyId: "topup-callback",
        callbackSecret: keys.TOPUP_CALLBACK_SECRET,
      },
    });
  });

  test.each(["SMS_ORIGIN", "SMS_KEY_ID", "DINING_ORIGIN", "DINING_CALLBACK_KEY_ID"])(
    "is refused without %s",
    (name) => {
      expect(() => readConfig({ ...live, [name]: undefined })).toThrow(`${name} is missing`);
    },
  );

  const payment = Object.keys(live).filter((name) => name.startsWith("WECHATPAY_"));
  test.each([...payment, "PUBLIC_ORIGIN"])("is refused without the payment setting %s", (name) => {
    expect(() => readConfig({ ...live, [name]: undefined })).toThrow(`${name} is missing`);
  });

  test.each([
    ["WECHATPAY_API_V3_KEY", "of 31 bytes, which is one too few"],
    ["WECHATPAY_API_V3_KEY", "sandbox-api-v3-key-for-demo-only"],
    ["WECHATPAY_PRIVATE_KEY", "-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----"],
    ["WECHATPAY_PRIVATE_KEY", "/no/such/file.pem"],
    ["WECHATPAY_PRIVATE_KEY", keys.publicKey],
    ["WECHATPAY_PUBLIC_KEY", "nonsense"],
    ["PUBLIC_ORIGIN", "http://yunjing.example"],
  ])("is refused with a bad %s, and the error does not contain the value", (name, value) => {
    const read = () => readConfig({ ...live, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(value);
  });

  test("accepts a key as a file path, and WeChat's next key beside the current one", () => {
    const file = join(dataDir, "merchant.pem");
    writeFileSync(file, keys.privateKey);
    const { wechatPay } = readConfig({
      ...live,
      WECHATPAY_PRIVATE_KEY: file,
      WECHATPAY_NEXT_PUBLIC_KEY_ID: "PUB_KEY_ID_2",
      WECHATPAY_NEXT_PUBLIC_KEY: keys.publicKey.replaceAll("\n", "\\n"),
    });
    expect(wechatPay).toMatchObject({
      origin: "https://api.mch.weixin.qq.com",
      notifyOrigin: live.PUBLIC_ORIGIN,
      privateKey: keys.privateKey,
      appId: live.WECHAT_APP_ID,
    });
    const [first, next] = wechatPay.platformKeys;
    expect(next).toEqual({ id: "PUB_KEY_ID_2", pem: first?.pem });
  });

  test("accepts a cloud space only when complete, and never the demo's secret", () => {
    expect(readConfig(live).cloud).toBeUndefined();
    const space = {
      CLOUD_SPACE_ID: "env-00own0000",
      CLOUD_SPACE_APP_ID: "2021000000000009",
      CLOUD_ACCESS_KEY: "AKown00001",
      CLOUD_SECRET_KEY: "SKown-secret-0001",
    };
    expect(
      readConfig({ ...live, ...space, CLOUD_HOSTS: "a.example, b.example:8443/cloud" }),
    ).toMatchObject({
      cloud: { spaceId: space.CLOUD_SPACE_ID, hosts: ["a.example", "b.example:8443/cloud"] },
    });
    for (const name of Object.keys(space)) {
      expect(() => readConfig({ ...live, ...space, [name]: "" })).toThrow(`${name} is missing`);
      expect(() => readConfig({ ...live, ...space, [name]: "a b,c d e" })).toThrow(name);
    }
    const demoSecret = { ...space, CLOUD_SECRET_KEY: "SKdemo-secret-0001" };
    expect(() => readConfig({ ...live, ...demoSecret })).toThrow("CLOUD_SECRET_KEY is the demo's");
    expect(readConfig(demo).cloud).toMatchObject({ spaceId: "env-00demo0000" });
  });

  test("contains the partners that BIZ_PARTNERS names, each with its own keys", () => {
    expect(readConfig(live).businessPartners).toEqual({});
    const named = { ...live, BIZ_PARTNERS: "ride", BIZ_RIDE_ORIGIN: "https://ride.example" };
    expect(() => readConfig({ ...live, BIZ_PARTNERS: "ride" })).toThrow("BIZ_RIDE_ORIGIN");
    expect(() => readConfig({ ...live, BIZ_PARTNERS: "__proto__" })).toThrow("BIZ_PARTNERS");
    expect(() => readConfig(named)).toThrow("BIZ_RIDE_KEY_ID is missing");
    const keys = { BIZ_RIDE_KEY_ID: "us", BIZ_RIDE_CALLBACK_KEY_ID: "ride" };
    const secrets = { BIZ_RIDE_SECRET: strong("ride"), BIZ_RIDE_CALLBACK_SECRET: strong("back") };
    const whole = readConfig({ ...named, ...keys, ...secrets });
    expect(whole.businessPartners).toMatchObject({ ride: { origin: "https://ride.example" } });
    expect(whole.businessPartners["ride"]).not.toHaveProperty("pagesPath");
    expect(() => readConfig({ ...demo, BIZ_PARTNERS: "ride" })).toThrow("exclude each other");
  });

  test("is refused without its public origin, even with the sandbox, because links are built from it", () => {
    const demoInProduction = {
      NODE_ENV: "production",
      SANDBOX: "1",
      SANDBOX_ORIGIN: "http://127.0.0.1:9",
      APP_SECRET: strong("app"),
      DATA_DIR: dataDir,
    };
    for (const missing of [undefined, ""]) {
      const env = { ...demoInProduction, PUBLIC_ORIGIN: missing };
      expect(() => readConfig(env)).toThrow("PUBLIC_ORIGIN is missing; production needs");
    }
    const origin = "https://yunjing.example";
    const read = (text: string) => readConfig({ ...demoInProduction, PUBLIC_ORIGIN: text });
    expect(read(origin).publicOrigin).toBe(origin);
    expect(read(`${origin}/`).publicOrigin).toBe(origin);
    expect(() => read("yunjing.example")).toThrow("PUBLIC_ORIGIN must be an origin");
    expect(() => read(`${origin}/pages`)).toThrow("PUBLIC_ORIGIN must be an origin");
  });

  test("has no metrics token unless one is set, and refuses a short one", () => {
    expect(readConfig(live).metricsToken).toBeUndefined();
    const token = strong("figures");
    expect(readConfig({ ...live, METRICS_TOKEN: token }).metricsToken).toBe(token);
    expect(() => readConfig({ ...live, METRICS_TOKEN: "short" })).toThrow(
      "METRICS_TOKEN is too short",
    );
  });

  test("is refused when the sandbox and live credentials are both set", () => {
    const both = { ...live, SANDBOX: "1", SANDBOX_ORIGIN: demo.SANDBOX_ORIGIN };
    expect(() => readConfig(both)).toThrow("SANDBOX and live credentials exclude each other");
  });
});

describe("outside production", () => {
  test("a root secret is created once and stored in the data directory, readable only by its owner", () => {
    const { APP_SECRET: _, ...without } = demo;
    const { secretRoot } = readConfig(without);
    expect(Buffer.from(secretRoot, "base64url")).toHaveLength(32);
    expect(readConfig(without).secretRoot).toBe(secretRoot);
    const file = join(dataDir, "secret");
    expect(readFileSync(file, "utf8")).toBe(secretRoot);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["SEED", "everything"],
    ["ROLES", "web,cron"],
    ["SETTINGS", "[]x"],
    ["SETTINGS", `{"noSuchFigure":1}`],
    ["SETTINGS", `{"smsTriesMax":"five"}`],
  ])("%s=%s is refused, and the error names the setting", (name, value) => {
    const named = name === "SETTINGS" ? /SETTINGS|noSuchFigure|smsTriesMax/ : name;
    expect(() => readConfig({ ...demo, [name]: value })).toThrow(named);
  });

  test("an empty setting is one that is not set", () => {
    const url = "postgres://yunjing_app@db/yunjing";
    const empty = { DATABASE_LISTEN_URL: "", DATABASE_PREPARED: "", HOST: "", SEED: "", PORT: "" };
    const config = readConfig({ ...demo, DATABASE_URL: url, ...empty });
    expect(config).toEqual(readConfig({ ...demo, DATABASE_URL: url }));
    expect(config.database?.listenUrl).toBe(url);
    expect(config.preparesStatements).toBe(true);
  });

  test("SANDBOX requires SANDBOX_ORIGIN", () => {
    expect(() => readConfig({ ...demo, SANDBOX_ORIGIN: undefined })).toThrow("SANDBOX_ORIGIN");
  });

  test.each([
    [undefined, { web: true, worker: true }],
    ["", { web: true, worker: true }],
    ["worker", { web: false, worker: true }],
    ["web, worker", { web: true, worker: true }],
  ])("ROLES=%s is parsed", (text, roles) => {
    expect(readConfig({ ...demo, ROLES: text }).roles).toEqual(roles);
  });
});

test("contacts that SETTINGS still names are kept apart, once and for all", () => {
  const SETTINGS = JSON.stringify({ servicePhone: "400-123-4567", serviceHours: "9:00–18:00" });
  expect(readSettings({ SETTINGS }, false).firstContacts).toEqual({
    phone: "400-123-4567",
    hours: "9:00–18:00",
  });
  expect(readSettings({}, false).firstContacts).toEqual({});
  expect(readSettings({}, true).firstContacts).toEqual({ phone: "400-000-0000" });
  expect(() => readSettings({ SETTINGS: '{"serviceFax":"1"}' }, false)).toThrow("serviceFax");
});
