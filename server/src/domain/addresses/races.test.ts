/** At most twenty addresses and one default, under 64 connections; fails without the guards. */
import { ADDRESSES_MAX } from "@yunjing/contract/schemas/addresses";
import { describe, expect, test } from "vitest";
import {
  type RaceDatabase,
  CONNECTIONS,
  maxOverRounds,
  raceDatabases,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { callAdd, callDefault } from "./store.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const openMutatedDatabase = raceDatabases();

const LOCK = {
  module: "addresses",
  file: "book.sql",
  to: ";",
  from: "  ON CONFLICT (member_id) DO UPDATE SET changed_at = excluded.changed_at;",
};
/** The same statement without the lock. */
const NO_LOCK = { ...LOCK, to: "  ON CONFLICT (member_id) DO NOTHING;" };

const put = (
  ring: RaceDatabase,
  tx: Parameters<typeof callAdd>[0],
  memberId: string,
  n: number,
  isDefault: boolean,
) =>
  callAdd(tx, {
    memberId,
    id: ring.context.ids.next(),
    sealed: Buffer.alloc(1),
    phoneMask: "138****8000",
    regionCodes: ["440000", "441900"],
    tag: "",
    hash: Buffer.from([n]),
    isDefault,
    most: ADDRESSES_MAX,
    now: null,
  });

describe("64 concurrent new addresses", () => {
  async function added(ring: RaceDatabase) {
    const memberId = ring.context.ids.next();
    // The lock's row is created beforehand, so that a mutant has nothing else to wait for.
    await put(ring, ring.db, memberId, 200, false);
    return race(
      ring.db,
      times(
        CONNECTIONS,
        (n) => async (tx) => ((await put(ring, tx, memberId, n, false)) ? "kept" : "full"),
      ),
    );
  }
  test("leave nineteen beside the first", async () => {
    expect(await added(await openMutatedDatabase())).toEqual({ kept: 19, full: CONNECTIONS - 19 });
  });
  test.runIf(isSlowTier)("would leave more without the lock", async () => {
    expect((await added(await openMutatedDatabase(NO_LOCK)))["kept"]).toBeGreaterThan(19);
  });
});

describe("64 concurrent changes of the default", () => {
  async function marked(ring: RaceDatabase) {
    const { db, context } = ring;
    const memberId = context.ids.next();
    const ids = await Promise.all(
      times(16, (n) => db.transaction((tx) => put(ring, tx, memberId, n, false))),
    );
    const tally = await race(
      db,
      times(CONNECTIONS, (n) => async (tx) => {
        const addressId = ids[n % ids.length] ?? "";
        return (await callDefault(tx, { memberId, addressId, now: null })) ? "set" : "missing";
      }),
    );
    const { rows } = await db.$client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM address WHERE member_id = $1 AND is_default",
      [memberId],
    );
    return { tally, defaults: rows[0]?.count };
  }
  test("leave one default", async () => {
    expect(await marked(await openMutatedDatabase())).toEqual({
      tally: { set: CONNECTIONS },
      defaults: 1,
    });
  });
  test.runIf(isSlowTier)(
    "would violate the index without the lock, and still leave one default",
    async () => {
      const { tally, defaults } = await marked(await openMutatedDatabase(NO_LOCK));
      expect(tally["set"] ?? 0).toBeLessThan(CONNECTIONS);
      expect(defaults).toBe(1);
    },
  );
  test.runIf(isSlowTier)("would leave several defaults without the index", async () => {
    const ring = await openMutatedDatabase(NO_LOCK, {
      statement: "DROP INDEX address_one_default",
    });
    const defaults = () => marked(ring).then((left) => left.defaults ?? 0);
    expect(await maxOverRounds(1, defaults)).toBeGreaterThan(1);
  });
});
