/** One proof, one act; one password, five tries: with 64 connections, and shown to fail without the guards. */
import { afterEach, describe, expect, test } from "vitest";
import {
  type Arena,
  CONNECTIONS,
  mostOf,
  mutate,
  openArena,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { makeProof, takeProof } from "./actions.ts";
import { callPermit } from "./permits.fixture.ts";
import { putPassword, takePasswordTry } from "./store.ts";

const opened: Arena[] = [];
async function arena(...mutations: Parameters<typeof mutate>[1]): Promise<Arena> {
  const made = await openArena();
  opened.push(made);
  await mutate(made.owner, mutations);
  return made;
}
afterEach(async () => {
  for (const made of opened.splice(0)) await made.close();
});

describe("64 acts with one proof", () => {
  async function taken(ring: Arena) {
    const { context, db } = ring;
    const memberId = context.ids.next();
    const { stepUp } = await db.transaction((tx) =>
      makeProof(context, tx, { memberId, purpose: "pay", method: "sms" }),
    );
    return race(
      db,
      times(CONNECTIONS, () => async (tx) => {
        const isTaken = await takeProof(context, tx, { memberId, purpose: "pay", stepUp });
        return isTaken ? "taken" : "refused";
      }),
    );
  }
  test("are one", async () => {
    expect(await taken(await arena())).toEqual({ taken: 1, refused: CONNECTIONS - 1 });
  });
  test("would be more if the statement did not ask whether it was used", async () => {
    const guard = { room: "security", file: "take.sql", from: " AND used_at IS NULL", to: "" };
    expect((await taken(await arena(guard)))["taken"]).toBeGreaterThan(1);
  });
});

describe("64 guesses of a password at once", () => {
  test("are five that are judged", async () => {
    const { context, db } = await arena();
    const memberId = context.ids.next();
    const made = { memberId, salt: Buffer.alloc(16), hash: Buffer.alloc(32), now: null };
    await db.transaction((tx) => putPassword(tx, made));
    const limits = { triesMax: 5, lockMs: 60_000, coolMs: 0, now: null };
    const tally = await race(
      db,
      times(
        CONNECTIONS,
        () => async (tx) =>
          (await takePasswordTry(tx, { memberId, ...limits })) ? "judged" : "locked",
      ),
    );
    expect(tally).toEqual({ judged: 5, locked: CONNECTIONS - 5 });
  });
});

describe("64 orders of 1 元 at once, of which a day allows 10 without a proof", () => {
  async function allowed(ring: Arena) {
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
  test("are ten", async () => {
    expect(await allowed(await arena())).toEqual({ free: 10, needed: CONNECTIONS - 10 });
  });
  test("would be more without the book's lock", async () => {
    const lock = "PERFORM ledger_book(p_member, p_now);";
    const guard = { room: "security", file: "permit.sql", from: lock, to: "" };
    const unguarded = await arena(guard);
    const free = () => allowed(unguarded).then((tally) => tally["free"] ?? 0);
    expect(await mostOf(10, free)).toBeGreaterThan(10);
  });
});
