/** A member's favourite stores stay within the limit while many devices mark stores at once. */
import { expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { connectAll, CONNECTIONS, raceDatabases, times } from "../ledger/race.fixture.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { favouriteStoreIds, setFavouriteStore } from "./store/favourites.ts";

const LIMIT = 20;
const openDatabase = raceDatabases();

/** Marks 64 stores of one member at once; returns how many were accepted, and how many are marked. */
async function markAtOnce(phone: string, mutants: readonly Mutant[]) {
  const { context, db: first, appUrl } = await openDatabase();
  const { memberId } = await transaction(first, (tx) =>
    findOrCreateMemberByPhone(context, tx, phone),
  );
  const { db } = openMutantDatabase({ url: appUrl, log: context.log, size: CONNECTIONS }, mutants);
  try {
    await connectAll(db);
    const marks = times(CONNECTIONS, (n) =>
      setFavouriteStore(db, {
        memberId,
        storeId: `store-${n}`,
        isOn: true,
        limit: LIMIT,
        now: context.clock.sql(),
      }),
    );
    const accepted = (await Promise.all(marks)).filter(Boolean).length;
    return { accepted, marked: (await favouriteStoreIds(db, memberId, CONNECTIONS)).length };
  } finally {
    await closeDatabase(db);
  }
}

test("of 64 stores marked at once twenty are favourites, and the others are refused", async () => {
  expect(await markAtOnce("13900000101", [])).toEqual({ accepted: LIMIT, marked: LIMIT });
});

test("more are without the lock of the member's marks", async () => {
  const { marked } = await markAtOnce("13900000102", [
    { from: "pg_advisory_xact_lock($1, hashtext($2))", to: "$1::int, $2::text" },
  ]);
  expect(marked).toBeGreaterThan(LIMIT);
});
