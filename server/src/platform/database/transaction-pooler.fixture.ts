/**
 * A connection pooler in transaction mode, for tests: each transaction of a client runs on a free
 * server connection, where it meets what other clients have left.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";

/** Messages of the server: one byte of type, then the length without that byte. */
const TYPE_BYTES = 1;
const HEADER_BYTES = 5;
const READY = "Z".charCodeAt(0);
const IDLE = "I".charCodeAt(0);

type Message = { readonly type: number; readonly bytes: Buffer };

/** Cuts a stream into messages; `rest` is the beginning of the next one. */
function messagesIn(stream: Buffer): { readonly messages: Message[]; readonly rest: Buffer } {
  const messages: Message[] = [];
  let at = 0;
  while (stream.length - at >= HEADER_BYTES) {
    const end = at + TYPE_BYTES + stream.readUInt32BE(at + TYPE_BYTES);
    if (end > stream.length) break;
    messages.push({ type: stream.readUInt8(at), bytes: stream.subarray(at, end) });
    at = end;
  }
  return { messages, rest: stream.subarray(at) };
}

type Server = { readonly socket: Socket; onMessage: (message: Message) => void };

const isIdleNow = ({ type, bytes }: Message) => type === READY && bytes.at(-1) === IDLE;

/** Connects to the server as a client would; returns what the server says until it is ready. */
async function openServer(url: string): Promise<{ server: Server; greeting: Buffer }> {
  const { host, port, user = "", database = "" } = new pg.Client(url);
  const socket = connect(`${host}/.s.PGSQL.${port}`);
  const server: Server = { socket, onMessage: () => undefined };
  let rest: Buffer = Buffer.alloc(0);
  socket.on("data", (data) => {
    const found = messagesIn(Buffer.concat([rest, data]));
    rest = found.rest;
    for (const message of found.messages) server.onMessage(message);
  });
  socket.on("error", () => undefined);
  const greeting: Buffer[] = [];
  const isReady = new Promise<void>((done) => {
    server.onMessage = (message) => {
      greeting.push(message.bytes);
      if (isIdleNow(message)) done();
    };
  });
  const words = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + words.length);
  // Version 3.0 of the protocol.
  head.writeUInt32BE(196_608, 4);
  socket.write(Buffer.concat([head, words]));
  await isReady;
  return { server, greeting: Buffer.concat(greeting) };
}

type Pool = {
  readonly url: string;
  /** Of all that are free, the next transaction gets the one that was freed last, or first. */
  readonly order: "last" | "first";
  readonly free: Server[];
  readonly all: Set<Server>;
};

/** Serves one client: a server connection from its first word to the end of its transaction. */
async function serve(client: Socket, { url, order, free, all }: Pool): Promise<void> {
  const open = async () => {
    const opened = await openServer(url);
    all.add(opened.server);
    return opened;
  };
  client.on("error", () => undefined);
  await once(client, "data");
  const first = await open();
  free.push(first.server);
  client.write(first.greeting);
  let own: Server | undefined;
  let sending: Promise<void> = Promise.resolve();
  const forward = async (data: Buffer) => {
    own ??= (order === "last" ? free.pop() : free.shift()) ?? (await open()).server;
    const taken = own;
    taken.onMessage = (message) => {
      if (client.writable) client.write(message.bytes);
      if (!isIdleNow(message) || own !== taken) return;
      own = undefined;
      // No client reads what arrives between two transactions: notifications are lost.
      taken.onMessage = () => undefined;
      free.push(taken);
    };
    taken.socket.write(data);
  };
  const TERMINATE = "X".charCodeAt(0);
  client.on("data", (data) => {
    if (data.at(0) === TERMINATE) return void client.end();
    sending = sending.then(() => forward(data));
  });
}

export type TransactionPooler = { readonly url: string; readonly close: () => Promise<void> };

/** Starts a pooler in front of this database; `url` leads through it, as the same role. */
export async function startTransactionPooler(
  databaseUrl: string,
  order: Pool["order"],
): Promise<TransactionPooler> {
  const pool: Pool = { url: databaseUrl, order, free: [], all: new Set() };
  const clients = new Set<Socket>();
  const listening = createServer((client) => {
    clients.add(client);
    void serve(client, pool);
  });
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const { user = "", database = "" } = new pg.Client(databaseUrl);
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    close: async () => {
      for (const client of clients) client.destroy();
      for (const { socket } of pool.all) socket.destroy();
      listening.close();
      await once(listening, "close");
    },
  };
}
