/**
 * The database refuses what the lifecycles do not declare, and a changed declaration is found: by
 * the generated triggers, and by the comparison of stored events.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCatalogue } from "../../platform/database/layout-catalogue.fixture.ts";
import {
  allowedActors,
  undeclaredEventsSql,
  unrecordedStatesSql,
} from "../../platform/database/lifecycle-events.ts";
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
      await owner.query(lifecycleSql("copies", [{ ...lifecycle, stored: { table, column } }]));
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

type Event = { readonly from: string | null; readonly to: string; readonly actor?: string };
/** A state as an event of the lifecycle's entity writes it: alone, or as one of several parts. */
const partOf = ({ historyPart = 1 }: Lifecycle, state: string) =>
  "/".repeat(historyPart - 1) + state;

/** Inserts an event of the lifecycle's entity, and returns what a statement finds with it. */
async function foundAfter(
  lifecycle: Lifecycle,
  { from, to, actor = "system" }: Event,
  sql: string,
): Promise<string[]> {
  await owner.query("BEGIN");
  try {
    await owner.query(
      `INSERT INTO event (member_id, id, entity, entity_id, name, from_state, to_state, actor_kind, at)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), 'x', $2, $3, $4, now()`,
      [lifecycle.history, from && partOf(lifecycle, from), partOf(lifecycle, to), actor],
    );
    const { rows } = await owner.query(sql);
    return rows.map((row) => `${row.was}>${row.became}`);
  } finally {
    await owner.query("ROLLBACK");
  }
}

const actorOf = (by: string): string => (by === "time" ? "system" : by);
const actors = ["member", "operator", "dealer", "system", "channel", "supplier"];

describe("of every lifecycle an event", () => {
  const each = lifecycles.map((lifecycle) => [lifecycle.name, lifecycle] as const);
  const comparison = undeclaredEventsSql(lifecycles);

  test.each(each)("of %s is accepted for each declared change and actor", async (_, lifecycle) => {
    const { computed, initial } = lifecycle;
    for (const { from: states, to, by } of lifecycle.events) {
      for (const from of states) {
        if (computed.includes(from) || computed.includes(to)) continue;
        for (const actor of by.map(actorOf)) {
          expect(await foundAfter(lifecycle, { from, to, actor }, comparison)).toEqual([]);
        }
      }
    }
    const [begin = ""] = initial.filter((state) => !computed.includes(state));
    expect(await foundAfter(lifecycle, { from: null, to: begin }, comparison)).toEqual([]);
    expect(await foundAfter(lifecycle, { from: begin, to: begin }, comparison)).toEqual([]);
  });

  test.each(each)("of %s is found in an unknown state, and by another actor", async (_, one) => {
    expect(await foundAfter(one, { from: null, to: "LOST" }, comparison)).toEqual([">LOST"]);
    const [move = ""] = storedMoves(one);
    const [from = "", to = ""] = move.split(">");
    const allowed = allowedActors(one);
    const [other = ""] = actors.filter((actor) => !allowed.includes(`${move}:${actor}`));
    expect(await foundAfter(one, { from, to, actor: other }, comparison)).toEqual([move]);
  });

  test.each(each)("of %s is found when a move leaves the declaration", async (_, lifecycle) => {
    for (const { name } of lifecycle.events) {
      const without = withoutEvent(lifecycle, name);
      const lost = storedMoves(lifecycle).find((move) => !storedMoves(without).includes(move));
      if (lost === undefined) continue;
      const sql = undeclaredEventsSql(lifecycles.map((one) => (one === lifecycle ? without : one)));
      const [from = "", to = ""] = lost.split(">");
      expect(await foundAfter(lifecycle, { from, to }, sql)).toEqual([lost]);
    }
  });
});

test.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle] as const))(
  "a state of %s that no event led to is found",
  async (_, lifecycle) => {
    const { inBulk = [], historyPart = 1 } = lifecycle;
    const begun = storedInitialStates(lifecycle);
    const later = storedStates(lifecycle).filter((state) => !begun.includes(state));
    const [state = ""] = later.filter((one) => !inBulk.includes(one));
    const statement = unrecordedStatesSql([
      { ...lifecycle, stored: { table: "row_of_it", column: "state", key: "row_of_it.id" } },
    ]);
    await owner.query("BEGIN");
    try {
      await owner.query(
        `CREATE TEMPORARY TABLE row_of_it ON COMMIT DROP AS
         SELECT gen_random_uuid() AS id, unnest($1::text[]) AS state`,
        [[state, ...begun]],
      );
      const found = async () => (await owner.query(statement)).rows.map(({ became }) => became);
      expect(await found()).toEqual([state]);
      await owner.query(
        `INSERT INTO event (member_id, id, entity, entity_id, name, to_state, actor_kind, at)
         SELECT gen_random_uuid(), gen_random_uuid(), $1, id, 'x', $2, 'system', now() FROM row_of_it WHERE state = $3`,
        [lifecycle.history, "/".repeat(historyPart - 1) + state, state],
      );
      expect(await found()).toEqual([]);
    } finally {
      await owner.query("ROLLBACK");
    }
  },
);
