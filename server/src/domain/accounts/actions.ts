/**
 * Actions for saved accounts: lists them masked, opens them for the member's quote, seals them for
 * saving with an order, and deletes them.
 */
import type { SavedAccount } from "@yunjing/contract/schemas/accounts";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import {
  canonical,
  type AccountToSave,
  KIND_LENGTH_MAX,
  type OpenedAccount,
  sealContextOf,
} from "./model.ts";
import { deleteAll, deleteRow, listRows, readSealed } from "./store.ts";

export const listAccounts = (db: Db, memberId: string, kind: string): Promise<SavedAccount[]> =>
  listRows(db, memberId, kind);

/** Refuses NOT_FOUND, also for another member's account. */
export async function removeAccount(db: Db, memberId: string, id: string): Promise<void> {
  if (!(await deleteRow(db, memberId, id))) throw new Refusal("NOT_FOUND");
}

const isInput = (value: unknown): value is Record<string, string> =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((each) => typeof each === "string");

/**
 * Returns the decrypted accounts of the member by id; leaves out ids that are unknown or belong to
 * another member.
 */
export async function openAccounts(
  { secrets }: Context,
  db: Db,
  memberId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenedAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await readSealed(db, memberId, ids);
  return new Map(
    rows.map(({ id, form_kind: kind, sealed }) => {
      const input: unknown = JSON.parse(secrets.open(sealed, sealContextOf(id)));
      invariant(isInput(input), "a sealed account is a map of texts");
      return [id, { kind, input }];
    }),
  );
}

/** Returns the accounts in the format that `accounts_save` expects, without duplicates. */
export function sealForSaving(
  { secrets, ids }: Context,
  memberId: string,
  filled: readonly AccountToSave[],
): readonly object[] {
  const byHash = new Map(
    filled
      .filter(({ kind }) => kind.length <= KIND_LENGTH_MAX)
      .map((each) => [
        secrets.mac("account-lookup", canonical(memberId, each)).toString("base64"),
        each,
      ]),
  );
  return [...byHash].map(([hash, { kind, input, mask }]) => {
    const id = ids.next();
    const sealed = secrets.seal(JSON.stringify(input), sealContextOf(id)).toString("base64");
    return { id, kind, hash, sealed, mask };
  });
}

/** Deletes all saved accounts of a closed membership account. */
export const eraseAccounts = (tx: Tx, memberId: string): Promise<void> => deleteAll(tx, memberId);
