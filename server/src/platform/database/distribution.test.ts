/** Tests how tables find their place on a cluster, and that TypeScript gives time as a parameter. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PgDialect } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { delegationStatement, planDistribution, statementOfStep } from "./distribution.ts";
import { memberTable, referenceTable, valueTable } from "./layout-types.ts";
import { sqlNow } from "./sql.ts";

const tables = {
  region: referenceTable(["code"], "read"),
  member: memberTable([], "change"),
  orders: memberTable(["id"], "change"),
  code: valueTable(["code_mac"], "change"),
  code_use: valueTable(["code_mac", "n"], "change"),
  job_lease: { placement: "local", key: ["name"], may: "change" },
} as const;
const plan = (...placed: Parameters<typeof planDistribution>[1][number][]) =>
  planDistribution(tables, placed, () => "bytea");

describe("tables on a cluster", () => {
  test("copies come first, tables of members share their shards, local ones stay", () => {
    expect(plan().steps.map(statementOfStep)).toEqual([
      `SELECT create_reference_table('"region"')`,
      `SELECT create_distributed_table('"member"', 'member_id', colocate_with => 'none')`,
      `SELECT create_distributed_table('"orders"', 'member_id', colocate_with => '"member"')`,
      `SELECT create_distributed_table('"code"', 'code_mac', colocate_with => 'none')`,
      `SELECT create_distributed_table('"code_use"', 'code_mac', colocate_with => '"code"')`,
    ]);
  });

  test("a table of a later migration is placed beside those that have their place", () => {
    const placed = [
      { name: "region", column: null },
      { name: "orders", column: "member_id" },
      { name: "code", column: "code_mac" },
      { name: "code_use", column: "code_mac" },
    ];
    expect(plan(...placed).steps).toEqual([
      { table: "member", to: "shards", column: "member_id", with: "orders" },
    ]);
  });

  test("keys of one name and two types share no shards", () => {
    const { steps } = planDistribution(tables, [], (table) => table);
    expect(steps.filter((step) => step.to === "shards" && step.with !== undefined)).toEqual([]);
  });

  test("a function runs on the node of its member", () => {
    expect(delegationStatement("points_earn(uuid,text)")).toBe(
      "SELECT create_distributed_function('points_earn(uuid,text)', 'p_member', " +
        "colocate_with => 'member', force_delegation => true)",
    );
  });

  test("a table that lies otherwise than the layout says is named", () => {
    expect(
      plan({ name: "orders", column: "id" }, { name: "code", column: null }).conflicts,
    ).toEqual([
      "orders lies by id, the layout says member_id: run as the owner SELECT alter_distributed_table('orders', distribution_column => 'member_id')",
      "code lies by copy, the layout says code_mac",
    ]);
  });
});

/** A clock as the alternative of a parameter, in text that is not that of `sqlNowText`. */
const CLOCK_IN_COALESCE = /coalesce\([^()]*(?:\([^()]*\)[^()]*)*,\s*now\(\)\)/i;
const source = fileURLToPath(new URL("../..", import.meta.url));

const sources = () =>
  readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

describe("time in statements of TypeScript", () => {
  test("is a parameter or now(), never one or the other inside COALESCE", () => {
    const found = sources()
      .filter((file) => !/\.test\.ts$|testing\.ts$|fixture\.ts$/.test(file))
      .filter((file) => file !== "platform/database/sql.ts" && file !== "platform/clock.ts")
      .filter((file) => CLOCK_IN_COALESCE.test(readFileSync(`${source}/${file}`, "utf8")));
    expect(found).toEqual([]);
  });

  test("a statement that chooses between them is found", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source file.
    expect("SET changed_at = coalesce(${now}::timestamptz, now())").toMatch(CLOCK_IN_COALESCE);
  });

  test("the text that reads take is in no UPDATE or DELETE", () => {
    const writes = sources().filter((file) =>
      /`\s*(?:UPDATE|DELETE)\b[^`]*sqlNowText\(/.test(readFileSync(`${source}/${file}`, "utf8")),
    );
    expect(writes).toEqual([]);
  });

  test.each([
    [null, "now()", []],
    [new Date(0), "$1::timestamptz", [new Date(0)]],
  ])("the time %s is %s", (now, text, params) => {
    const query = new PgDialect().sqlToQuery(sql`${sqlNow(now)}`);
    expect([query.sql, query.params]).toEqual([text, params]);
  });
});
