/**
 * The registry of suppliers: each supplier has its row, its connection, its sandbox twin and its
 * settings in the documentation.
 */
import { readFileSync } from "node:fs";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { supplierIds } from "@yunjing/sandbox/suppliers/registry";
import { suppliers } from "@yunjing/server/gateways/suppliers/registry";
import { freshDatabase } from "@yunjing/server/platform/database/testing";
import pg from "pg";
import { expect, test } from "vitest";
import { compose } from "../faults/composed.fixture.ts";
import { closeDatabase } from "@yunjing/server/platform/database/pool";

const ids = Object.keys(suppliers);

/** Starts the product on a database that lacks a supplier's row, and renamed another one's. */
test("a start creates the row of every supplier and connects it", async () => {
  const database = await freshDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("DELETE FROM supplier WHERE supplier_id IN ('movie', 'dining')");
  await owner.query("UPDATE supplier SET name = '旧名', is_on = false WHERE supplier_id = 'cards'");
  const { app, db, listener } = await compose({
    DATABASE_URL: database.appUrl,
    SANDBOX_ORIGIN: "http://127.0.0.1:9",
    LOG_LEVEL: "silent",
    APP_SECRET: "a root secret that is long enough for these tests",
  });
  const { rows } = await owner.query<{ id: string; name: string; is_on: boolean }>(
    "SELECT supplier_id AS id, name, is_on FROM supplier WHERE adapter <> 'own'",
  );
  const expected = ids.map((id) => ({ id, name: suppliers[id]?.name, is_on: id !== "cards" }));
  expect(rows).toHaveLength(expected.length);
  expect(rows).toEqual(expect.arrayContaining(expected));
  expect(Object.keys(app.gateways.suppliers)).toEqual(ids);
  expect(Object.keys(app.gateways.callbackReaders)).toEqual(ids);
  await app.server.close();
  await listener.close();
  await closeDatabase(db);
  await owner.end();
  await database.drop();
});

test("the sandbox simulates every supplier, under the keys that the product expects", () => {
  expect(supplierIds).toEqual(ids);
  expect(sandboxKeys().supplierCallback.keyId).toBe("dining-supplier");
});

test.each(["operations.md", "operations.zh-CN.md"])(
  "docs/%s names every supplier's settings",
  (page) => {
    const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
    for (const id of ids) expect(text).toContain(`\`${id.toUpperCase()}_`);
  },
);
