/**
 * Receives NOTIFY over one dedicated connection per process, and reports when notifications may
 * have been lost.
 */
import pg from "pg";
import type { Log } from "../log.ts";

const RECONNECT_AFTER_MS = 1_000;
/** A silently dead connection is detected within this time. */
const PROBE_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5_000;

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
  client: pg.Client | undefined;
  isUp: boolean;
  isClosed: boolean;
  timer: NodeJS.Timeout | undefined;
};

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
  function lose(error?: unknown) {
    if (isLost || state.isClosed) return;
    isLost = true;
    state.isUp = false;
    clearInterval(probe);
    log.warn({ err: error }, "no hints from the database for now");
    void client.end().catch(() => undefined);
    state.timer = setTimeout(() => void connect(url, state, log), RECONNECT_AFTER_MS);
  }
  client.on("error", lose);
  client.on("end", () => {
    clearInterval(probe);
    lose();
  });
  client.on("notification", ({ channel, payload = "" }) => {
    for (const [name, { onNotify }] of state.channels) if (name === channel) onNotify(payload);
  });
  const begin = async () => {
    await client.connect();
    for (const channel of state.channels.keys()) await client.query(`LISTEN ${channel}`);
    if (state.isClosed) return client.end();
    state.isUp = true;
    for (const { onReconnect } of state.channels.values()) onReconnect();
  };
  await begin().catch(lose);
}

/**
 * Connects with the first channel, and reconnects whenever the connection is lost, until it is
 * closed.
 */
export function openListener(url: string, log: Log): Listener {
  const state: State = {
    channels: new Map(),
    client: undefined,
    timer: undefined,
    isUp: false,
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
