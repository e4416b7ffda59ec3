/**
 * Loaded with `--import` before the product: writes each statement that its application's role sends to
 * RECORD_STATEMENTS, once, as JSON {at, text, values}. `values` are as the driver sends them; bytes are
 * {hex}.
 */
import { appendFileSync } from "node:fs";
import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";

const path = process.env.RECORD_STATEMENTS;
const seen = new Set();
const sent = (value) => {
  const prepared = prepareValue(value);
  return Buffer.isBuffer(prepared) ? { hex: prepared.toString("hex") } : prepared;
};

function note(client, query, given) {
  const text = typeof query === "string" ? query : query?.text;
  const values = query?.values ?? (Array.isArray(given) ? given : []);
  if (typeof text !== "string" || client.user !== "yunjing_app" || seen.has(text)) return;
  seen.add(text);
  appendFileSync(path, `${JSON.stringify({ at: Date.now(), text, values: values.map(sent) })}\n`);
}

if (path) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recorded(...args) {
    note(this, args[0], args[1]);
    return Reflect.apply(query, this, args);
  };
}
