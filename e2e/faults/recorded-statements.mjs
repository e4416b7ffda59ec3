/**
 * Loaded with `--import` before the product: writes each statement that its application's role sends to
 * RECORD_STATEMENTS, once for each kind of caller, as JSON {at, path, text, values}. `path` is that of the
 * request that sent it, null for a timer. `values` are as the driver sends them; bytes are {hex}.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import { Server } from "node:http";
import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";

const record = process.env.RECORD_STATEMENTS;
const request = new AsyncLocalStorage();
const seen = new Set();
const sent = (value) => {
  const prepared = prepareValue(value);
  return Buffer.isBuffer(prepared) ? { hex: prepared.toString("hex") } : prepared;
};

function note(client, query, given) {
  const text = typeof query === "string" ? query : query?.text;
  const values = query?.values ?? (Array.isArray(given) ? given : []);
  if (typeof text !== "string" || client.user !== "yunjing_app") return;
  const path = request.getStore() ?? null;
  const key = `${path?.split("/")[1]} ${text}`;
  if (seen.has(key)) return;
  seen.add(key);
  const line = { at: Date.now(), path, text, values: values.map(sent) };
  appendFileSync(record, `${JSON.stringify(line)}\n`);
}

if (record) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recorded(...args) {
    note(this, args[0], args[1]);
    return Reflect.apply(query, this, args);
  };
  const { emit } = Server.prototype;
  Server.prototype.emit = function emitted(event, ...args) {
    if (event !== "request") return Reflect.apply(emit, this, [event, ...args]);
    const [path] = args[0].url.split("?");
    return request.run(path, () => Reflect.apply(emit, this, [event, ...args]));
  };
}
