/**
 * One proof serves one action; one password has five tries: with 64 connections; fails without the
 * guards.
 */
import { describe, expect, test } from "vitest";
import {
  type RaceDatabase,
  CONNECTIONS,
  maxOverRounds,
  raceDatabases,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { issueProof, consumeProof } from "./actions.ts";
import { callPermit } from "./permits.fixture.ts";
import { storePassword, consumePasswordTry } from "./store.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const openMutatedDatabase = raceDatabases();

describe("64 actions with one proof", () => {
  async function taken(ring: RaceDatabase) {
    const { context, db } = ring;
    const memberId = context.ids.next();
    const { stepUp } = await db.transaction((tx) =>
      issueProof(context, tx, { memberId, purpose: "pay", method: "sms" }),
    );
    return race(
      db,
      times(CONNECTIONS, () => async (tx) => {
        const isTaken = await consumeProof(context, tx, { memberId, purpose: "pay", stepUp });
        return isTaken ? "taken" : "refused";
      }),
    );
  }
  test("succeed once", async () => {
    expect(await taken(await openMutatedDatabase())).toEqual({
      taken: 1,
      refused: CONNECTIONS - 1,
    });
  });
  test.runIf(isSlowTier)(
    "would succeed more often if the statement did not check for use",
    async () => {
      const guard = { module: "security", file: "take.sql", from: " AND used_at IS NULL", to: "" };
      expect((await taken(await openMutatedDatabase(guard)))["taken"]).toBeGreaterThan(1);
    },
  );
});

describe("64 guesses of a password at once", () => {
  test("are checked five times", async () => {
    const { context, db } = await openMutatedDatabase();
    const memberId = context.ids.next();
    const made = { memberId, salt: Buffer.alloc(16), hash: Buffer.alloc(32), now: null };
    await db.transaction((tx) => storePassword(tx, made));
    const limits = { triesMax: 5, lockMs: 60_000, coolMs: 0, now: null };
    const tally = await race(
      db,
      times(
        CONNECTIONS,
        () => async (tx) =>
          (await consumePasswordTry(tx, { memberId, ...limits })) ? "judged" : "locked",
      ),
    );
    expect(tally).toEqual({ judged: 5, locked: CONNECTIONS - 5 });
  });
});

describe("64 concurrent orders of 1 元, of which a day allows 10 without a proof", () => {
  async function allowed(ring: RaceDatabase) {
    const { context, db } = ring;
    const memberId = context.ids.next();
    return race(
      db,
      times(
        CONNECTIONS,
        (n) => (tx) =>
          callPermit(tx, { memberId, ref: `order-${n}`, fen: 100, freeFen: 200, dayFen: 1_000 }),
      ),
    );
  }
  test("are allowed ten times", async () => {
    expect(await allowed(await openMutatedDatabase())).toEqual({
      free: 10,
      needed: CONNECTIONS - 10,
    });
  });
  test.runIf(isSlowTier)("would be allowed more often without the ledger's lock", async () => {
    const lock = "PERFORM ledger_lock_member(p_member, p_now);";
    const guard = { module: "security", file: "permit.sql", from: lock, to: "" };
    const unguarded = await openMutatedDatabase(guard);
    const free = () => allowed(unguarded).then((tally) => tally["free"] ?? 0);
    expect(await maxOverRounds(10, free)).toBeGreaterThan(10);
  });
});
