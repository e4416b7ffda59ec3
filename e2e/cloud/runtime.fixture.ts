/**
 * The runtime an app of the client runs in, over Node's fetch and sockets: requests, uploads, storage, and what is shown.
 * It turns two things: the client demands an `https://` endpoint, and a test's server has none, so its origin is asked
 * over http; and the newer generation sends its file calls to the provider's fixed host, whatever the endpoint, so that
 * host leads to the endpoint as well.
 */
import { WebSocket } from "ws";
import { space } from "./signer.fixture.ts";

type RequestResult = { readonly statusCode: number; readonly data: unknown };
type RequestOptions = {
  readonly url: string;
  readonly method?: string;
  readonly data?: unknown;
  readonly header?: Readonly<Record<string, string>>;
  readonly success?: (answer: RequestResult) => void;
  readonly fail?: (error: { readonly errMsg: string }) => void;
  readonly complete?: (answer: unknown) => void;
};
type Sending = RequestOptions & {
  readonly filePath: string;
  readonly name: string;
  readonly formData?: Readonly<Record<string, string>>;
};

/** What the client showed to a person, or where it led. */
export type ShownDialog = {
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** A socket as the runtime gives it to an app. */
export type SocketTask = {
  onOpen(hear: () => void): void;
  onMessage(hear: (message: { readonly data: string }) => void): void;
  onClose(hear: (end: { readonly code: number; readonly reason: string }) => void): void;
  onError(hear: (error: { readonly errMsg: string }) => void): void;
  send(options: { readonly data: string }): void;
  close(): void;
};

const readable = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

function socketTask(url: string): SocketTask {
  const socket = new WebSocket(url);
  return {
    onOpen: (hear) => void socket.on("open", hear),
    onMessage: (hear) => void socket.on("message", (data) => hear({ data: String(data) })),
    onClose: (hear) =>
      void socket.on("close", (code, reason) => hear({ code, reason: reason.toString() })),
    onError: (hear) => void socket.on("error", ({ message }) => hear({ errMsg: message })),
    send: ({ data }) => socket.send(data),
    close: () => socket.terminate(),
  };
}

/** How an app of the runtime reaches a server. */
function transport(origin: string, files: ReadonlyMap<string, Blob>) {
  const turned = (url: string): string =>
    url
      .replace(`https://${space.spaceId}.api-hz.cloudbasefunction.cn`, `${origin}/cloud`)
      .replace(origin.replace("http:", "https:"), origin);
  const go = (
    url: string,
    init: RequestInit,
    { success, fail, complete }: RequestOptions,
  ): void => {
    void fetch(turned(url), init)
      .then(async (answer) => {
        const said = { statusCode: answer.status, data: readable(await answer.text()) };
        success?.(said);
        complete?.(said);
      })
      .catch((error: Error) => {
        const said = { errMsg: `request:fail ${error.message}` };
        fail?.(said);
        complete?.(said);
      });
  };
  return {
    request: (asking: RequestOptions) => {
      const { url, method = "GET", data, header = {} } = asking;
      const hasBody = method !== "GET" && data !== undefined;
      const body = typeof data === "string" ? data : JSON.stringify(data);
      const type = method === "GET" ? {} : { "content-type": "application/json" };
      go(url, { method, headers: { ...type, ...header }, ...(hasBody ? { body } : {}) }, asking);
    },
    uploadFile: (sending: Sending) => {
      const { url, filePath, name, formData = {}, header = {} } = sending;
      const form = new FormData();
      for (const [key, value] of Object.entries(formData)) form.append(key, value);
      form.append(name, files.get(filePath) ?? new Blob([]), filePath.split("/").at(-1));
      go(url, { method: "POST", headers: { ...header }, body: form }, sending);
      return { onProgressUpdate: () => undefined };
    },
  };
}

/** The runtime of one app: its storage, its pictures, and what was shown. */
export function createRuntime(origin: string) {
  const storage = new Map<string, unknown>();
  const files = new Map<string, Blob>();
  const shown: ShownDialog[] = [];
  const show =
    (what: string) =>
    (options: Readonly<Record<string, unknown>> = {}) => {
      shown.push({ kind: what, options });
      const { success } = options;
      // Whoever is asked says yes to nothing.
      if (typeof success === "function") success({ confirm: false, cancel: true });
      return Promise.resolve([null, { confirm: false, cancel: true }]);
    };
  const uni = {
    ...transport(origin, files),
    connectSocket: ({ url }: { readonly url: string }) => socketTask(url),
    getStorageSync: (key: string) => storage.get(key) ?? "",
    setStorageSync: (key: string, value: unknown) => void storage.set(key, value),
    removeStorageSync: (key: string) => void storage.delete(key),
    clearStorageSync: () => storage.clear(),
    getSystemInfoSync: () => ({
      appId: "__UNI__DEMO",
      deviceId: "dev-1",
      osName: "linux",
      uniPlatform: "web",
      appName: "demo",
      appVersion: "1.0.0",
      appVersionCode: "100",
    }),
    getLocale: () => "zh-Hans",
    addInterceptor: () => undefined,
    showLoading: show("loading"),
    hideLoading: show("hide"),
    showToast: show("toast"),
    showModal: show("modal"),
    navigateTo: show("navigateTo"),
    reLaunch: show("reLaunch"),
    redirectTo: show("redirectTo"),
    switchTab: show("switchTab"),
  };
  return { uni, storage, files, shown };
}
