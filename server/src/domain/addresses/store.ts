/** Every SQL statement about addresses. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../platform/database/sql.ts";
import { addressesAdd, addressesChange, addressesSetDefault } from "../../sql/addresses.ts";

type Reader = Db | Tx;

export type AddressRow = {
  id: string;
  sealed: Buffer;
  phone_mask: string;
  region_codes: string[];
  tag: string;
  is_default: boolean;
};

const columns = sql.raw("id, sealed, phone_mask, region_codes, tag, is_default");

/** Returns the default address first, then the most recently used. */
export async function listRows(db: Reader, memberId: string): Promise<AddressRow[]> {
  const { rows } = await db.execute<AddressRow>(sql`
    SELECT ${columns} FROM address WHERE member_id = ${memberId} AND deleted_at IS NULL
    ORDER BY is_default DESC, used_at DESC, id DESC`);
  return rows;
}

export async function findRow(
  db: Reader,
  memberId: string,
  addressId: string,
): Promise<AddressRow | undefined> {
  const { rows } = await db.execute<AddressRow>(sql`
    SELECT ${columns} FROM address
    WHERE member_id = ${memberId} AND id::text = ${addressId} AND deleted_at IS NULL`);
  return rows[0];
}

/** The stored form of an address; `isDefault` null leaves the mark unchanged. */
export type AddressRecord = {
  readonly memberId: string;
  readonly id: string;
  readonly sealed: Buffer;
  readonly phoneMask: string;
  readonly regionCodes: readonly string[];
  readonly tag: string;
  readonly hash: Buffer;
  readonly isDefault: boolean | null;
  readonly now: Now;
};

const contentOf = ({ sealed, phoneMask, regionCodes, tag, hash }: AddressRecord) => ({
  sealed,
  phoneMask,
  regionCodes,
  tag,
  hash,
});

/** Returns the address's id; null when the book is full. */
export const callAdd = (
  db: Reader,
  entry: AddressRecord & { most: number },
): Promise<string | null> =>
  addressesAdd(db, {
    member: entry.memberId,
    id: entry.id,
    content: contentOf(entry),
    isDefault: entry.isDefault === true,
    most: entry.most,
    now: entry.now,
  });

/** Returns false when there is no such address any more. */
export const callChange = (db: Reader, entry: AddressRecord): Promise<boolean> =>
  addressesChange(db, {
    member: entry.memberId,
    id: entry.id,
    content: contentOf(entry),
    isDefault: entry.isDefault,
    now: entry.now,
  });

type Own = { readonly memberId: string; readonly addressId: string; readonly now: Now };

/** Returns false when there is no such address. */
export const callDefault = (db: Reader, { memberId, addressId, now }: Own): Promise<boolean> =>
  addressesSetDefault(db, { member: memberId, id: addressId, now });

/** Marks an address as deleted; returns false when it does not exist. */
export async function markDeleted(db: Reader, { memberId, addressId, now }: Own): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE address SET deleted_at = ${sqlNow(now)}, is_default = false
    WHERE member_id = ${memberId} AND id::text = ${addressId} AND deleted_at IS NULL`);
  return rowCount === 1;
}

export async function touchRow(db: Reader, { memberId, addressId, now }: Own): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE address SET used_at = ${sqlNow(now)}
    WHERE member_id = ${memberId} AND id::text = ${addressId} AND deleted_at IS NULL`);
  return rowCount === 1;
}

/** Deletes all addresses of a closed account, including those marked as deleted. */
export async function deleteAll(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM address WHERE member_id = ${memberId}`);
}
