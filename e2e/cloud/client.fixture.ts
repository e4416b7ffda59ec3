/** Bundles the public cloud client, unmodified, in two generations, as an H5 build does. */
import { randomUUID } from "node:crypto";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";
import { createRuntime, type SocketTask } from "./runtime.fixture.ts";
import { space } from "./signer.fixture.ts";

export type Generation = "2024" | "2026";
export const generations: readonly Generation[] = ["2024", "2026"];

const LOGIN_PAGE = "pages/login/index";
const HOME_PAGE = "pages/home/index";
/** The content of an app's own pages.json. */
const pagesJson = {
  pages: [{ path: HOME_PAGE }, { path: LOGIN_PAGE }],
  uniIdRouter: { loginPage: LOGIN_PAGE, needLogin: [], resToLogin: true },
};

/** The part of the client's API that the tests use. */
export type UniCloud = {
  init(config: Readonly<Record<string, unknown>>): UniCloud;
  callFunction(options: {
    readonly name: string;
    readonly data?: unknown;
    readonly async?: boolean;
  }): Promise<{ readonly result: Readonly<Record<string, unknown>>; readonly requestId?: string }>;
  importObject(
    name: string,
    options?: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, (...params: readonly unknown[]) => Promise<ObjectAnswer>>>;
  database(): Query;
  databaseForJQL(): Query;
  uploadFile(options: {
    readonly cloudPath: string;
    readonly filePath: string;
  }): Promise<{ readonly fileID: string }>;
  getTempFileURL(options: { readonly fileList: readonly string[] }): Promise<{
    readonly fileList: readonly { readonly fileID: string; readonly tempFileURL: string }[];
  }>;
  connectWebSocket(options: {
    readonly name: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly queryString?: Readonly<Record<string, string>>;
  }): Promise<SocketTask>;
  getCurrentUserInfo(): Readonly<Record<string, unknown>>;
  onRefreshToken(listener: (token: Readonly<Record<string, unknown>>) => void): void;
  onNeedLogin(listener: (error: Readonly<Record<string, unknown>>) => void): void;
};
/** The answer of an object's method. */
export type ObjectAnswer = Readonly<Record<string, unknown>> & {
  readonly newToken?: Readonly<Record<string, unknown>>;
};
/** A chain of database methods that ends in a promise of the result. */
export type Query = {
  multiSend(...queries: readonly unknown[]): Promise<DatabaseAnswer>;
  getTemp(): unknown;
  readonly command: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
} & {
  readonly [method in "collection" | "doc" | "where" | "field" | "orderBy" | "skip" | "limit"]: (
    ...params: readonly unknown[]
  ) => Query;
} & {
  readonly [method in "get" | "count" | "add" | "update" | "remove"]: (
    ...params: readonly unknown[]
  ) => Promise<DatabaseAnswer>;
};
export type DatabaseAnswer = {
  readonly result: Readonly<Record<string, unknown>>;
} & Readonly<Record<string, unknown>>;

const bundles = new Map<Generation, Promise<string>>();

async function bundleOf(generation: Generation): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`node_modules/uni-cloud-${generation}/dist/uni-cloud.es.js`],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "client",
    logLevel: "silent",
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.UNI_PLATFORM": '"h5"',
      "process.env.UNI_APP_ID": '"__UNI__DEMO"',
      "process.env.UNI_CLOUD_PROVIDER": '"[]"',
      "process.env.UNI_SECURE_NETWORK_ENABLE": "false",
      "process.env.UNI_SECURE_NETWORK_CONFIG": '"[]"',
      "process.env.UNICLOUD_DEBUG": '"null"',
      "process.env.RUN_BY_HBUILDERX": "false",
    },
    plugins: [
      {
        name: "pages.json",
        setup: (made) => {
          made.onResolve({ filter: /^@\/pages\.json$/ }, ({ path }) => ({
            path,
            namespace: "app",
          }));
          const contents = JSON.stringify(pagesJson);
          made.onLoad({ filter: /.*/, namespace: "app" }, () => ({ contents, loader: "json" }));
        },
      },
    ],
  });
  return outputFiles?.[0]?.text ?? "";
}

/** Loads the client of a generation into a new app that is configured for this server. */
export async function openClient(
  generation: Generation,
  origin: string,
  config: Readonly<Record<string, unknown>> = {},
) {
  const bundle = bundles.get(generation) ?? bundleOf(generation);
  bundles.set(generation, bundle);
  const runtime = createRuntime(origin);
  const pages = [{ route: HOME_PAGE, $page: { fullPath: `/${HOME_PAGE}` } }];
  const start: (uni: object, getCurrentPages: () => object, window: object) => UniCloud =
    runInThisContext(
      `(uni, getCurrentPages, window) => { ${await bundle}; return client.default; }`,
    );
  // Listeners belong to the whole app, not to the space.
  const app = start(runtime.uni, () => pages, { addEventListener: () => undefined });
  const cloud = app.init({
    provider: "alipay",
    ...space,
    endpoint: `${origin.replace("http:", "https:")}/cloud`,
    wsEndpoint: `${origin.replace("http:", "ws:")}/cloud`,
    ...config,
  });
  return {
    app,
    cloud,
    ...runtime,
    logIn: (token: string, tokenExpired = Date.now() + 600_000) => {
      runtime.storage.set("uni_id_token", token);
      runtime.storage.set("uni_id_token_expired", tokenExpired);
    },
    /** Selects a picture as a user would; returns its path in the app. */
    choose: (bytes: Uint8Array<ArrayBuffer>, type: string): string => {
      const path = `/tmp/${randomUUID()}.${type.split("/").at(-1)}`;
      runtime.files.set(path, new Blob([bytes], { type }));
      return path;
    },
  };
}
export type Client = Awaited<ReturnType<typeof openClient>>;
