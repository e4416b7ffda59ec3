// @vitest-environment happy-dom
/** Tests how the app controls the service worker, with a simulated browser. */
import { afterEach, expect, test, vi } from "vitest";
import { activateNewWorker, removeWorker, registerWorker } from "./offline-worker.ts";
import { BUILD_ID } from "./platform.ts";

class Worker extends EventTarget {
  state: ServiceWorkerState;
  readonly received: unknown[] = [];
  readonly #build: string;
  constructor(state: ServiceWorkerState, build: string) {
    super();
    this.state = state;
    this.#build = build;
  }
  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
  postMessage(message: { takeOver: string }) {
    this.received.push(message);
    if (message.takeOver === this.#build) setTimeout(() => this.become("activated"));
  }
}

type Given = { waiting?: Worker; installing?: Worker; active?: Worker; isGone?: boolean };

/** A browser with this registration; returns what was called on it. */
function browserWith({ isGone = false, ...workers }: Given) {
  const failing = () => Promise.reject(new TypeError("bad response"));
  const registration = Object.assign(new EventTarget(), {
    ...workers,
    unregister: vi.fn(async () => true),
    update: vi.fn(() => (isGone ? failing() : Promise.resolve(registration))),
  });
  vi.stubGlobal("navigator", {
    serviceWorker: {
      register: async () => registration,
      getRegistration: async () => registration,
    },
  });
  const names = new Set(["yunjing:A", "other"]);
  vi.stubGlobal("caches", {
    keys: async () => [...names],
    delete: async (n: string) => names.delete(n),
  });
  vi.stubGlobal("fetch", async () => new Response("", { status: isGone ? 404 : 200 }));
  return { registration, names };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a browser without service workers is not affected", async () => {
  vi.stubGlobal("navigator", {});
  await registerWorker();
  await activateNewWorker("1.0.0+bbb");
  expect(fetch).toBeDefined();
});

test("a page requests the waiting worker to take over only for its own build", async () => {
  const waiting = new Worker("installed", "1.0.0+bbb");
  browserWith({ waiting, active: new Worker("activated", "1.0.0+aaa") });
  await registerWorker();
  expect(waiting.received).toEqual([{ takeOver: BUILD_ID }]);
  expect(waiting.state).toBe("installed");
});

test("a worker that the server has removed is unregistered with its caches, other caches stay", async () => {
  const active = new Worker("activated", "1.0.0+aaa");
  const { registration, names } = browserWith({ active, isGone: true });
  await registerWorker();
  expect(registration.unregister).toHaveBeenCalledTimes(1);
  expect([...names]).toEqual(["other"]);
});

test("a worker stays when the server cannot be asked for it", async () => {
  const { registration } = browserWith({ active: new Worker("activated", "a"), isGone: true });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await registerWorker();
  expect(registration.unregister).not.toHaveBeenCalled();
});

test("U07 before the reload the newer worker is installed and takes over", async () => {
  const installing = new Worker("installing", "1.0.0+bbb");
  const { registration } = browserWith({ installing });
  setTimeout(() => installing.become("installed"), 5);
  await activateNewWorker("1.0.0+bbb");
  expect(installing.state).toBe("activated");
  expect(registration.unregister).not.toHaveBeenCalled();
});

test.each([
  ["cannot be installed", (worker: Worker) => worker.become("redundant")],
  ["takes too long", () => undefined],
])(
  "U07 a newer worker that %s is not waited for: the reload goes to the server",
  async (_how, then) => {
    vi.useFakeTimers();
    const installing = new Worker("installing", "1.0.0+bbb");
    const { registration, names } = browserWith({ installing });
    const done = activateNewWorker("1.0.0+bbb");
    setTimeout(() => then(installing), 5);
    await vi.advanceTimersByTimeAsync(7_000);
    await done;
    expect(registration.unregister).toHaveBeenCalledTimes(1);
    expect([...names]).toEqual(["other"]);
  },
);

test("removing a worker works without a registration", async () => {
  const { names } = browserWith({});
  vi.stubGlobal("navigator", {});
  await removeWorker();
  expect([...names]).toEqual(["other"]);
});
