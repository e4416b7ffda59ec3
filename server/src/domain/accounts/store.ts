/**
 * Every SQL statement about saved accounts, except saving: that is part of the statement that
 * places an order.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { epochMsSql } from "../../platform/database/sql.ts";

type Reader = Db | Tx;

/** Instants in ms. */
export type ShownRow = { savedAccountId: string; text: string; usedAt: number };

/** Returns the accounts of one kind, the most recently used first. */
export async function listRows(db: Reader, memberId: string, kind: string): Promise<ShownRow[]> {
  const { rows } = await db.execute<ShownRow>(sql`
    SELECT id AS "savedAccountId", mask AS text, ${sql.raw(epochMsSql("used_at"))} AS "usedAt"
    FROM saved_account WHERE member_id = ${memberId} AND form_kind = ${kind}
    ORDER BY used_at DESC, id DESC`);
  return rows;
}

export type SealedRow = { id: string; form_kind: string; sealed: Buffer };

export async function readSealed(
  db: Reader,
  memberId: string,
  ids: readonly string[],
): Promise<SealedRow[]> {
  const { rows } = await db.execute<SealedRow>(sql`
    SELECT id, form_kind, sealed FROM saved_account
    WHERE member_id = ${memberId} AND id::text = ANY (${sql.param([...ids])}::text[])`);
  return rows;
}

/** Returns false when the account does not exist. */
export async function deleteRow(db: Reader, memberId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`DELETE FROM saved_account WHERE member_id = ${memberId} AND id::text = ${id}`,
  );
  return rowCount === 1;
}

/** Deletes all saved accounts of a closed membership account. */
export async function deleteAll(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM saved_account WHERE member_id = ${memberId}`);
}
