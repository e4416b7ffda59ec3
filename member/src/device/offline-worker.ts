/**
 * Keeps the service worker in step with the app: registered when the app is idle, replaced only
 * together with the page, removed when the server has none.
 */
import { BUILD_ID } from "./platform.ts";
import { withTimeout } from "./with-timeout.ts";

const WORKER_FILE = "/service-worker.js";
/** The prefix of the worker's cache names. */
const CACHE_PREFIX = "yunjing:";
/** Milliseconds a reload for a newer build waits for its worker before it continues without one. */
const TAKE_OVER_MAX_MS = 6_000;

/** Absent on plain http, in private windows and in WeChat on iOS. */
const workers = (): ServiceWorkerContainer | undefined =>
  "serviceWorker" in navigator ? navigator.serviceWorker : undefined;

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  workers()
    ?.getRegistration()
    .catch(() => undefined);

/**
 * Returns true when the server responds that there is no worker; false when it does not respond.
 */
const isWorkerWithdrawn = (): Promise<boolean> =>
  fetch(WORKER_FILE, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status === 404 || status === 410,
    () => false,
  );

/** Unregisters the worker and deletes its caches; the next page comes from the network. */
export async function removeWorker(): Promise<void> {
  await (await registered())?.unregister();
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(ours.map((name) => caches.delete(name)));
}

/** Resolves once a worker has left `state`; at once when it is not in it. */
const stateLeft = (worker: ServiceWorker, state: ServiceWorkerState): Promise<void> =>
  new Promise((resolve) => {
    const checkState = () => {
      if (worker.state === state) return;
      worker.removeEventListener("statechange", checkState);
      resolve();
    };
    worker.addEventListener("statechange", checkState);
    checkState();
  });

/**
 * Requests the newest worker, once installed, to take over; it does so only when it belongs to
 * `build`.
 */
async function requestTakeOver({ installing, waiting }: ServiceWorkerRegistration, build: string) {
  const newest = installing ?? waiting;
  if (!newest) return;
  await stateLeft(newest, "installing");
  newest.postMessage({ takeOver: build });
}

/**
 * Registers the worker and checks for a newer one. A page that came from the network after an
 * upgrade lets the worker of its own build take over; a page of an older build lets none. Never
 * rejects.
 */
export async function registerWorker(): Promise<void> {
  const container = workers();
  if (!container) return;
  const registration = await container
    .register(WORKER_FILE, { updateViaCache: "none" })
    .then((found) => (found.active ? found.update() : found))
    .catch(() => undefined);
  if (!registration) {
    if (await isWorkerWithdrawn()) await removeWorker().catch(() => undefined);
    return;
  }
  registration.addEventListener("updatefound", () => void requestTakeOver(registration, BUILD_ID));
  await requestTakeOver(registration, BUILD_ID);
}

let updateCheck: Promise<unknown> | undefined;

/** Starts to fetch a newer worker, so that it is ready when the member agrees. Never rejects. */
export async function fetchNewWorker(): Promise<void> {
  const registration = await registered();
  updateCheck = registration?.update().catch(() => undefined);
  await updateCheck;
}

async function takeOver(registration: ServiceWorkerRegistration, build: string): Promise<void> {
  await (updateCheck ?? registration.update());
  const newest = registration.installing ?? registration.waiting;
  if (!newest) return;
  await requestTakeOver(registration, build);
  await stateLeft(newest, "installed");
  if (newest.state === "redundant") throw new Error("the newer worker could not be installed");
}

/**
 * Lets the worker of a newer build take over before the reload for it. When that fails or takes too
 * long, the worker is removed, so that the server answers the reload. Never rejects.
 */
export async function activateNewWorker(build: string): Promise<void> {
  const registration = await registered();
  if (!registration) return;
  await withTimeout(takeOver(registration, build), TAKE_OVER_MAX_MS).catch(() =>
    removeWorker().catch(() => undefined),
  );
}
