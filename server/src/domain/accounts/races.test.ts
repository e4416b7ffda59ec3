/**
 * Each member saves at most ten accounts of a kind, each once, under 64 connections; fails without
 * the guard.
 */
import { ACCOUNTS_MAX } from "@yunjing/contract/schemas/accounts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  type RaceDatabase,
  CONNECTIONS,
  maxOverRounds,
  raceDatabases,
  race,
  times,
} from "../ledger/race.fixture.ts";
import { listAccounts, sealForSaving } from "./actions.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const openMutatedDatabase = raceDatabases();

/** Saves each of `different` accounts with as many concurrent orders as fit into 64. */
async function savedAccountsAfter(ring: RaceDatabase, different: number) {
  const { context, db } = ring;
  const memberId = context.ids.next();
  const sealedAccount = (n: number) => {
    const filled = { kind: "phone", input: { account: `1390000${1_000 + (n % different)}` } };
    return JSON.stringify(
      sealForSaving(context, memberId, [{ ...filled, mask: `${n % different}` }]),
    );
  };
  const attempt = (n: number) => async (tx: Pick<typeof db, "execute">) => {
    await tx.execute(
      sql`SELECT accounts_save(${memberId}, ${sealedAccount(n)}::jsonb, ${ACCOUNTS_MAX}, NULL)`,
    );
    return "kept";
  };
  await db.transaction(attempt(0));
  expect(await race(db, times(CONNECTIONS, attempt))).toEqual({ kept: CONNECTIONS });
  return (await listAccounts(db, memberId, "phone")).map(({ text }) => text);
}

describe("64 concurrent orders", () => {
  test("with different accounts leave ten", async () => {
    expect(await savedAccountsAfter(await openMutatedDatabase(), CONNECTIONS)).toHaveLength(
      ACCOUNTS_MAX,
    );
  });
  test("with four accounts leave these four", async () => {
    expect((await savedAccountsAfter(await openMutatedDatabase(), 4)).toSorted()).toEqual([
      "0",
      "1",
      "2",
      "3",
    ]);
  });
  test.runIf(isSlowTier)("would leave more without the lock", async () => {
    const guard = {
      module: "accounts",
      file: "save.sql",
      from: "ON CONFLICT (member_id, form_kind) DO UPDATE SET changed_at = excluded.changed_at;",
      to: "ON CONFLICT (member_id, form_kind) DO NOTHING;",
    };
    const unguarded = await openMutatedDatabase(guard);
    const left = () => savedAccountsAfter(unguarded, CONNECTIONS).then(({ length }) => length);
    expect(await maxOverRounds(ACCOUNTS_MAX, left)).toBeGreaterThan(ACCOUNTS_MAX);
  });
});
