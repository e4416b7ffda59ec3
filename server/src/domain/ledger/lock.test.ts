/**
 * The lock of a member's ledger is taken once in a transaction and held as long as PostgreSQL holds
 * the row; mutants show that each check fails without its guard.
 */
import { afterEach, describe, expect, test } from "vitest";
import pg from "pg";
import { balancesOf, hold, post } from "./actions.ts";
import { type Mutation, type RaceDatabase, raceDatabases, times } from "./race.fixture.ts";

const LOCK_TIMEOUT_MS = 100;
const LOCK_NOT_AVAILABLE = "55P03";
const HOLD_IS_OVER = "YJ002";
const AT = new Date();

let ring: RaceDatabase;
let first: pg.Client;
let second: pg.Client;
let memberId: string;

const openMutatedDatabase = raceDatabases();
/** Opens a database and two connections to it, and locks the ledger of a new member once. */
async function open(...mutations: readonly Mutation[]): Promise<void> {
  ring = await openMutatedDatabase(...mutations);
  memberId = ring.context.ids.next();
  first = new pg.Client(ring.appUrl);
  second = new pg.Client(ring.appUrl);
  await Promise.all([first.connect(), second.connect()]);
  await second.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await lockBy(first);
}
afterEach(() => Promise.all([first.end(), second.end()]));

const lockBy = (client: pg.Client) =>
  client.query("SELECT ledger_lock_member($1, $2)", [memberId, AT]);

/** Returns whether another transaction holds the member's ledger. */
const isHeld = (): Promise<boolean> =>
  lockBy(second).then(
    () => false,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return true;
      throw error;
    },
  );

describe("a member's ledger", () => {
  async function isLockedInEachTransaction(): Promise<void> {
    for (const _ of [1, 2]) {
      await first.query("BEGIN");
      await lockBy(first);
      await lockBy(first);
      expect(await isHeld()).toBe(true);
      await first.query("COMMIT");
      expect(await isHeld()).toBe(false);
    }
  }
  test("is locked by every transaction, also at the same time of the clock", async () => {
    await open();
    await isLockedInEachTransaction();
  });

  test("is not locked by the second when the first leaves its mark", async () => {
    await open({ file: "lock.sql", from: "v_locked, true", to: "v_locked, false" });
    await expect(isLockedInEachTransaction()).rejects.toThrow("to be true");
  });

  test("is locked again after a rollback to a savepoint released it", async () => {
    await open();
    await first.query("BEGIN; SAVEPOINT before");
    await lockBy(first);
    await first.query("ROLLBACK TO SAVEPOINT before");
    expect(await isHeld()).toBe(false);
    await lockBy(first);
    expect(await isHeld()).toBe(true);
    await first.query("COMMIT");
  });
});

describe("a hold that is voided and confirmed without the ledger's lock", () => {
  /** Two holds of 1, so that the held balance alone would allow both. */
  async function twoHolds(): Promise<readonly string[]> {
    const { context, db } = ring;
    const given = { asset: "CNY", debit: "codes_sold", credit: "principal", amount: 2 } as const;
    const holdIds = times(2, () => context.ids.next());
    const posting = { memberId, actor: "system" } as const;
    await db.transaction(async (tx) => {
      await post(context, tx, { ...posting, kind: "adjust", ref: "given", transfers: [given] });
      for (const holdId of holdIds)
        await hold(context, tx, {
          ...posting,
          holdId,
          asset: "CNY",
          purpose: "principal",
          amount: 1,
          expiresAt: new Date(Date.now() + 60_000),
        });
    });
    return holdIds;
  }
  /** Begins a transaction that says falsely that it has locked the ledger. */
  const beginUnlocked = async (client: pg.Client) => {
    await client.query("BEGIN");
    await client.query(
      "SELECT set_config('yunjing.ledger_locked', $1::uuid || ' ' || $2::timestamptz, true)",
      [memberId, AT],
    );
  };
  const confirm = (client: pg.Client, holdId: string | undefined) =>
    client.query(
      `SELECT ledger_confirm($1, $2, $3, '[{"credit": "clearing", "amount": 1}]', 'system', '', $4)`,
      [memberId, ring.context.ids.next(), holdId, AT],
    );
  const voidIt = (client: pg.Client, holdId: string | undefined) =>
    client.query("SELECT ledger_void($1, $2, $3, 'system', $4)", [
      memberId,
      ring.context.ids.next(),
      holdId,
      AT,
    ]);

  async function endsOnce(
    begin: (client: pg.Client, holdId: string | undefined) => Promise<unknown>,
    after: (client: pg.Client, holdId: string | undefined) => Promise<unknown>,
    left: { readonly principal: number },
  ): Promise<void> {
    const [holdId] = await twoHolds();
    await second.query("RESET lock_timeout");
    await beginUnlocked(first);
    await beginUnlocked(second);
    await begin(first, holdId);
    const outcome = after(second, holdId).then(
      () => "ended twice",
      (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
    );
    // The second statement waits for the hold's row, which the first has changed.
    await expect
      .poll(async () => {
        const { rows } = await ring.owner.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBe(1);
    await first.query("COMMIT");
    expect(await outcome).toBe(HOLD_IS_OVER);
    await second.query("ROLLBACK");
    expect(await balancesOf(ring.db, memberId)).toMatchObject({ ...left, held_principal: 1 });
  }

  test("is not confirmed after it was voided", async () => {
    await open();
    await endsOnce(voidIt, confirm, { principal: 1 });
  });
  test("is not voided after it was confirmed", async () => {
    await open();
    await endsOnce(confirm, voidIt, { principal: 0 });
  });

  test("ends twice when the confirmation does not look at the hold's row", async () => {
    await open({
      file: "confirm.sql",
      from: "IF NOT FOUND AND v_hold.state = 'open'",
      to: "IF false",
    });
    await expect(endsOnce(voidIt, confirm, { principal: 1 })).rejects.toThrow("ended twice");
  });
  test("ends twice when the release does not look at the hold's row", async () => {
    await open({ file: "lock.sql", from: "IF NOT FOUND THEN", to: "IF false THEN" });
    await expect(endsOnce(confirm, voidIt, { principal: 0 })).rejects.toThrow("ended twice");
  });
});
