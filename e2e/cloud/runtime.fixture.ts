/**
 * Simulates the runtime of a client app with Node's fetch and sockets: requests, uploads, storage
 * and dialogs. It rewrites two addresses. The client demands an `https://` endpoint and a test
 * server has none, so its origin is requested over http. The newer generation sends its file calls
 * to the provider's fixed host, whatever the endpoint, so that host is mapped to the endpoint as
 * well.
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

/** A dialog or navigation that the client showed to the user. */
export type ShownDialog = {
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** A socket as the runtime provides it to an app. */
export type SocketTask = {
  onOpen(listener: () => void): void;
  onMessage(listener: (message: { readonly data: string }) => void): void;
  onClose(listener: (end: { readonly code: number; readonly reason: string }) => void): void;
  onError(listener: (error: { readonly errMsg: string }) => void): void;
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
    onOpen: (listener) => void socket.on("open", listener),
    onMessage: (listener) => void socket.on("message", (data) => listener({ data: String(data) })),
    onClose: (listener) =>
      void socket.on("close", (code, reason) => listener({ code, reason: reason.toString() })),
    onError: (listener) => void socket.on("error", ({ message }) => listener({ errMsg: message })),
    send: ({ data }) => socket.send(data),
    close: () => socket.terminate(),
  };
}

/** Provides the runtime's requests, uploads and downloads to a server. */
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
        const response = { statusCode: answer.status, data: readable(await answer.text()) };
        success?.(response);
        complete?.(response);
      })
      .catch((error: Error) => {
        const failure = { errMsg: `request:fail ${error.message}` };
        fail?.(failure);
        complete?.(failure);
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

/** Creates the runtime of one app: its storage, its pictures and the dialogs shown. */
export function createRuntime(origin: string) {
  const storage = new Map<string, unknown>();
  const files = new Map<string, Blob>();
  const shown: ShownDialog[] = [];
  const show =
    (kind: string) =>
    (options: Readonly<Record<string, unknown>> = {}) => {
      shown.push({ kind, options });
      const { success } = options;
      // Every confirmation dialog is cancelled.
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
