/**
 * The database refuses what the lifecycles do not declare, and a changed declaration is found: by
 * the generated triggers, and by the comparison of stored events.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCatalogue } from "../../platform/database/layout-catalogue.fixture.ts";
import { undeclaredEventsSql } from "../../platform/database/lifecycle-events.ts";
import { lifecycleSql, lifecycleTriggers } from "../../platform/database/lifecycle-sql.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import {
  type Lifecycle,
  storedInitialStates,
  storedMoves,
  storedStates,
} from "../../platform/lifecycle.ts";
import { lifecycles } from "./lifecycles.ts";

const withoutEvent = (lifecycle: Lifecycle, name: string): Lifecycle => ({
  ...lifecycle,
  events: lifecycle.events.filter((event) => event.name !== name),
});

let database: FreshDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

test("exactly the tables with a lifecycle have its two triggers", async () => {
  const { tables } = await readCatalogue(owner);
  const guarded = tables
    .filter(({ triggers }) => lifecycleTriggers.every((name) => triggers.includes(name)))
    .map(({ name }) => name);
  const declared = new Set(lifecycles.map(({ stored }) => stored.table));
  expect(guarded.toSorted()).toEqual([...declared].toSorted());
});

test("every lifecycle has its own name", () => {
  const names = lifecycles.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe("of every pair of states the triggers allow exactly the declared ones", () => {
  /** Copies the lifecycle's column to a table of its own, with the generated triggers. */
  test.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle] as const))(
    "%s",
    async (name, lifecycle) => {
      const { column } = lifecycle.stored;
      const table = `copy_${name.replaceAll("-", "_")}`;
      await owner.query(`CREATE TABLE ${table} (${column} text NOT NULL)`);
      await owner.query(lifecycleSql([{ ...lifecycle, stored: { table, column } }]));
      const states = storedStates(lifecycle);
      const accepted = async (statement: string, ...values: string[]): Promise<boolean> => {
        await owner.query("BEGIN");
        try {
          await owner.query(statement, values);
          return true;
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) || error.code !== "23514") throw error;
          return false;
        } finally {
          await owner.query("ROLLBACK");
        }
      };
      const begun: string[] = [];
      for (const state of states) {
        if (await accepted(`INSERT INTO ${table} VALUES ($1)`, state)) begun.push(state);
      }
      expect(begun.toSorted()).toEqual(storedInitialStates(lifecycle).toSorted());

      await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER lifecycle_insert`);
      const moved: string[] = [];
      for (const from of states) {
        await owner.query(`TRUNCATE ${table}`);
        await owner.query(`INSERT INTO ${table} VALUES ($1)`, [from]);
        for (const to of states.filter((state) => state !== from)) {
          if (await accepted(`UPDATE ${table} SET ${column} = $1`, to)) moved.push(`${from}>${to}`);
        }
      }
      expect(moved.toSorted()).toEqual(storedMoves(lifecycle).toSorted());
      await owner.query(`DROP TABLE ${table}`);
    },
  );
});

describe("an event", () => {
  const undeclared = undeclaredEventsSql(lifecycles);
  const found = async (entity: string, from: string | null, to: string, sql = undeclared) => {
    await owner.query("BEGIN");
    try {
      await owner.query(
        `INSERT INTO event (member_id, id, entity, entity_id, name, from_state, to_state, actor_kind, at)
         SELECT gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), 'x', $2, $3, 'system', now()`,
        [entity, from, to],
      );
      return (await owner.query(sql)).rows.map(({ was, became }) => `${was}>${became}`);
    } finally {
      await owner.query("ROLLBACK");
    }
  };

  test("of a declared change is accepted, and any other is found", async () => {
    expect(await found("refund", "APPLIED", "APPROVED")).toEqual([]);
    expect(await found("refund", null, "APPLIED")).toEqual([]);
    expect(await found("refund", "PROCESSING", "PROCESSING")).toEqual([]);
    expect(await found("order", "ACTIVE", "ACTIVE/PROCESSING")).toEqual([]);
    expect(await found("refund", "REJECTED", "APPROVED")).toEqual(["REJECTED>APPROVED"]);
    expect(await found("refund", null, "LOST")).toEqual([">LOST"]);
    expect(await found("order", "ACTIVE", "ACTIVE/LOST")).toEqual([">LOST"]);
  });

  test("of a change that a declaration no longer has is found", async () => {
    const without = undeclaredEventsSql(lifecycles.map((one) => withoutEvent(one, "approve")));
    expect(await found("refund", "APPLIED", "APPROVED", without)).toEqual(["APPLIED>APPROVED"]);
  });
});
