/** SQL statements on the texts that messages begin with. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

export type StoredTemplate = {
  readonly code: string;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly link: string | null;
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: number;
};

const columns = sql.raw(`
  code, name, title, body AS text, link, version, changed_by AS "changedBy", ${epochMsSql("changed_at")} AS "changedAt"`);

const LISTED_MAX = 200;

export async function listTexts(db: Db): Promise<StoredTemplate[]> {
  const { rows } = await db.execute<StoredTemplate>(
    sql`SELECT ${columns} FROM message_template ORDER BY changed_at DESC, code LIMIT ${LISTED_MAX}`,
  );
  return rows;
}

export async function findText(db: Db, code: string): Promise<StoredTemplate | undefined> {
  const { rows } = await db.execute<StoredTemplate>(
    sql`SELECT ${columns} FROM message_template WHERE code = ${code}`,
  );
  return rows[0];
}

/**
 * Inserts a text for version 0, and changes it for the version it has. Returns false when it has
 * another one.
 */
export async function storeText(
  db: Db,
  wanted: Omit<StoredTemplate, "version" | "changedAt" | "link"> & {
    readonly link: string | undefined;
    readonly sinceVersion: number;
  },
  now: Now,
): Promise<boolean> {
  const { code, name, title, text, link = null, changedBy, sinceVersion } = wanted;
  const stored =
    sinceVersion === 0
      ? await db.execute(sql`
          INSERT INTO message_template (code, name, title, body, link, changed_by, changed_at)
          VALUES (${code}, ${name}, ${title}, ${text}, ${link}, ${changedBy}, ${sqlNow(now)})
          ON CONFLICT (code) DO NOTHING`)
      : await db.execute(sql`
          UPDATE message_template SET name = ${name}, title = ${title}, body = ${text}, link = ${link},
            version = version + 1, changed_by = ${changedBy}, changed_at = ${sqlNow(now)}
          WHERE code = ${code} AND version = ${sinceVersion}`);
  return stored.rowCount === 1;
}
