/**
 * Baseline for the push channel: ws and LISTEN. The NOTIFY payload carries the event; nothing is
 * stored or queried.
 */
import { createServer } from "node:http";
import pg from "pg";
import { type WebSocket, WebSocketServer } from "ws";

const listening = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
const server = createServer();
const sockets = new Map<string, WebSocket>();
new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket) => {
  socket.once("message", (text) => {
    const { member }: { member: string } = JSON.parse(String(text));
    sockets.set(member, socket);
    socket.once("close", () => sockets.delete(member));
    socket.send('{"type":"ready"}');
  });
});
listening.on("notification", ({ payload = "" }) => {
  const { member, ...event }: { member: string } = JSON.parse(payload);
  sockets.get(member)?.send(JSON.stringify({ type: "event", ...event }));
});
await listening.connect();
await listening.query("LISTEN bare_push");
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on("message", () => process.send?.(process.memoryUsage().rss));
process.once("disconnect", () => process.exit(0));
