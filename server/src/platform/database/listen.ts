/**
 * Receives NOTIFY over one dedicated connection per process, and reports when notifications may
 * have been lost. Each new connection is tested with a notification to itself.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Log } from "../log.ts";

const RECONNECT_AFTER_MS = 1_000;
/** A silently dead connection is detected within this time. */
const PROBE_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5_000;
/** A notification that has not arrived after this time does not arrive at all. */
const RECEIVED_WITHIN_MS = 5_000;
/** How often a connection that receives nothing is replaced and tested again. */
const TEST_AGAIN_AFTER_MS = 30_000;
const TEST_CHANNEL = "yunjing_listen_test";

/** Sends a notification over the connections that the rest of the process uses. */
export type Notify = (channel: Channel, payload: string) => Promise<unknown>;

export type Listener = {
  /**
   * Subscribes to a channel; `onBack` is called whenever listening starts or restarts: earlier
   * notifications may be lost.
   */
  listen(channel: Channel, listener: (payload: string) => void, onBack?: () => void): void;
  /** Whether the connection is listening now. */
  isUp(): boolean;
  close(): Promise<void>;
};

/** The channels of the product; each is a plain SQL identifier. */
export type Channel = `yunjing_${string}`;

type Subscription = {
  readonly onNotify: (payload: string) => void;
  readonly onReconnect: () => void;
};

type State = {
  readonly channels: Map<Channel, Subscription>;
  /** Without it a new connection is not tested. */
  readonly notify: Notify | undefined;
  client: pg.Client | undefined;
  isUp: boolean;
  /** Whether the last connection received nothing: reported once, until one receives again. */
  receivesNothing: boolean;
  isClosed: boolean;
  timer: NodeJS.Timeout | undefined;
};

/**
 * Sends this connection a notification; returns whether it arrives. A pooler in transaction mode
 * accepts LISTEN, and then loses every notification.
 */
async function receivesNotifications(client: pg.Client, notify: Notify): Promise<boolean> {
  await client.query(`LISTEN ${TEST_CHANNEL}`);
  const payload = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let onNotification = (_: pg.Notification): void => undefined;
  const isReceived = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), RECEIVED_WITHIN_MS);
    onNotification = (received) => {
      if (received.channel === TEST_CHANNEL && received.payload === payload) done(true);
    };
    client.on("notification", onNotification);
    client.once("end", () => done(false));
  });
  try {
    await notify(TEST_CHANNEL, payload);
    return await isReceived;
  } finally {
    clearTimeout(timer);
    client.off("notification", onNotification);
  }
}

/** Runs one connection from its start to its end. */
async function connect(url: string, state: State, log: Log): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "yunjing-listen",
    keepAlive: true,
    query_timeout: ANSWER_WITHIN_MS,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
  });
  state.client = client;
  let isLost = false;
  const probe = setInterval(() => void client.query("SELECT 1").catch(lose), PROBE_EVERY_MS);
  function replace(afterMs: number) {
    isLost = true;
    state.isUp = false;
    clearInterval(probe);
    void client.end().catch(() => undefined);
    state.timer = setTimeout(() => void connect(url, state, log), afterMs);
  }
  function lose(error?: unknown) {
    if (isLost || state.isClosed) return;
    log.warn({ err: error }, "no notifications from the database for now");
    replace(RECONNECT_AFTER_MS);
  }
  function pollInstead() {
    if (isLost || state.isClosed) return;
    if (!state.receivesNothing) {
      log.error(
        "LISTEN succeeds, but notifications do not arrive: DATABASE_LISTEN_URL must lead to the database directly or through a pooler in session mode; until then changes are found by polling",
      );
    }
    state.receivesNothing = true;
    replace(TEST_AGAIN_AFTER_MS);
  }
  client.on("error", lose);
  client.on("end", () => {
    clearInterval(probe);
    lose();
  });
  client.on("notification", ({ channel, payload = "" }) => {
    for (const [name, { onNotify }] of state.channels) if (name === channel) onNotify(payload);
  });
  const listened = new Set<Channel>();
  const listenToAll = async () => {
    // Includes the channels that are added meanwhile.
    for (const channel of state.channels.keys()) {
      if (listened.has(channel)) continue;
      listened.add(channel);
      await client.query(`LISTEN ${channel}`);
    }
  };
  const begin = async () => {
    await client.connect();
    await listenToAll();
    if (state.isClosed) return client.end();
    if (state.notify && !(await receivesNotifications(client, state.notify))) return pollInstead();
    await listenToAll();
    if (isLost || state.isClosed) return;
    state.isUp = true;
    state.receivesNothing = false;
    for (const { onReconnect } of state.channels.values()) onReconnect();
  };
  await begin().catch(lose);
}

/**
 * Connects with the first channel, and reconnects whenever the connection is lost, until it is
 * closed. With `notify` each new connection is up only when it receives a notification of its own.
 */
export function openListener(url: string, log: Log, notify?: Notify): Listener {
  const state: State = {
    channels: new Map(),
    notify,
    client: undefined,
    timer: undefined,
    isUp: false,
    receivesNothing: false,
    isClosed: false,
  };
  return {
    listen(channel, onNotify, onReconnect = () => undefined) {
      state.channels.set(channel, { onNotify, onReconnect });
      if (!state.client) void connect(url, state, log);
      else if (state.isUp) {
        void state.client.query(`LISTEN ${channel}`).then(onReconnect, (error: unknown) => {
          // The connection is broken: a new one listens to every channel.
          state.client?.emit("error", error);
        });
      }
    },
    isUp: () => state.isUp,
    async close() {
      state.isClosed = true;
      state.isUp = false;
      clearTimeout(state.timer);
      await state.client?.end().catch(() => undefined);
    },
  };
}
