/** The application sends no statement of a kind that a Citus cluster refuses, and each kind is detected. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { statementViolations } from "./statement-rules.fixture.ts";

const SOURCES = fileURLToPath(new URL("../../", import.meta.url));

test("no statement of the sources is of a kind that a cluster refuses", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !/\.(?:test|fixture|long)\.ts$|testing\.ts$/.test(name),
  );
  const found = files.flatMap((name) =>
    statementViolations(readFileSync(SOURCES + name, "utf8")).map((text) => `${name}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["selects no column", "SELECT count(*) FROM (SELECT FROM orders LIMIT 5) q"],
  ["finds rows by their place", "DELETE FROM idem WHERE ctid = ANY (ARRAY(SELECT ctid FROM idem))"],
  ["is recursive", "WITH RECURSIVE a AS (SELECT 1) SELECT * FROM a"],
  [
    "locks rows in a query",
    "DELETE FROM a USING (SELECT id FROM a LIMIT 5 FOR UPDATE SKIP LOCKED) b",
  ],
  ["has a query inside DO UPDATE", "INSERT INTO a (b) VALUES ((SELECT max(c) FROM d))"],
  [
    "has a query inside DO UPDATE",
    "INSERT INTO a (b) VALUES (1) ON CONFLICT (b) DO UPDATE SET (c, d) = (SELECT 1, 2)",
  ],
  ["has a query inside HAVING", "SELECT 1 FROM a GROUP BY b HAVING sum(c) > (SELECT 1)"],
  ["chooses an instant", "UPDATE a SET b = CASE WHEN c THEN ${sqlNow(now)} END WHERE id = ${id}"],
  ["chooses an instant", "UPDATE a SET b = coalesce(b, now()) WHERE id = 1"],
  [
    "reads the clock inside DO UPDATE",
    "INSERT INTO a (b) VALUES (1) ON CONFLICT (b) DO UPDATE SET c = ${sqlNow(now)}",
  ],
  [
    "joins the table of a number",
    "SELECT 1 FROM trade_no t JOIN payment_attempt a ON a.member_id = t.owner_id AND a.id = t.attempt_id",
  ],
])("a statement that %s is detected: %s", (says, statement) => {
  expect(statementViolations(`db.execute(sql\`${statement}\`)`)).toEqual([
    expect.stringContaining(says),
  ]);
});
