/** Every SQL statement about addresses. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../platform/database/sql.ts";

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

const codesOf = ({ regionCodes }: AddressRecord) => sql`${sql.param([...regionCodes])}::text[]`;

/** Calls addresses_add; returns undefined when the book is full. See `functions/book.sql`. */
export async function callAdd(
  db: Reader,
  entry: AddressRecord & { most: number },
): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    SELECT addresses_add(${entry.memberId}, ${entry.id}, ${entry.sealed}, ${entry.phoneMask}, ${codesOf(entry)},
                         ${entry.tag}, ${entry.hash}, ${entry.isDefault === true}, ${entry.most}::integer,
                         ${entry.now}::timestamptz) AS id`);
  return rows[0]?.id ?? undefined;
}

/** Calls addresses_change; returns false when there is no such address any more. */
export async function callChange(db: Reader, entry: AddressRecord): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    SELECT addresses_change(${entry.memberId}, ${entry.id}, ${entry.sealed}, ${entry.phoneMask}, ${codesOf(entry)},
                            ${entry.tag}, ${entry.hash}, ${entry.isDefault}::boolean, ${entry.now}::timestamptz) AS found`);
  return rows[0]?.found === true;
}

type Own = { readonly memberId: string; readonly addressId: string; readonly now: Now };

/** Calls addresses_set_default; returns false when there is no such address. */
export async function callDefault(db: Reader, own: Own): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    SELECT addresses_set_default(${own.memberId}, ${own.addressId}::uuid, ${own.now}::timestamptz) AS found`);
  return rows[0]?.found === true;
}

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
