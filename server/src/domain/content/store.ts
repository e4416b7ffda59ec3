/** SQL statements about the texts of the company: help articles, contacts, share texts. */
import type { Contacts, HelpArticle, ShareTexts } from "@yunjing/contract/schemas/content";
import { sql } from "drizzle-orm";
import { auditedRow } from "../../platform/audited-row.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../platform/database/sql.ts";

/** The documents by name. */
export type SiteContent = {
  readonly help: readonly HelpArticle[];
  readonly contacts: Contacts;
  readonly share: ShareTexts;
};
export type ContentName = keyof SiteContent;

export type StoredContent<N extends ContentName> = {
  readonly version: number;
  readonly body: SiteContent[N];
  readonly savedBy: string;
  /** ms. */
  readonly savedAt: number;
};

/** Returns a document; undefined before its first version. */
export async function readContent<N extends ContentName>(
  db: Db | Tx,
  name: N,
): Promise<StoredContent<N> | undefined> {
  const { rows } = await db.execute<StoredContent<N>>(sql`
    SELECT version, body, saved_by AS "savedBy", (${sql.raw(epochMsSql("saved_at"))})::float8 AS "savedAt"
    FROM site_content WHERE name = ${name}`);
  return rows[0];
}

/** Stores a document; returns its new version, or undefined when it has another one meanwhile. */
export async function storeContent<N extends ContentName>(
  tx: Tx,
  content: {
    readonly name: N;
    readonly sinceVersion: number;
    readonly body: SiteContent[N];
    readonly savedBy: string;
    readonly now: Now;
  },
): Promise<number | undefined> {
  const { name, sinceVersion, savedBy, now } = content;
  const body = sql`${JSON.stringify(content.body)}::jsonb`;
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO site_content (name, version, body, saved_by, saved_at)
    VALUES (${name}, 1, ${body}, ${savedBy}, ${sqlNow(now)})
    ON CONFLICT (name) DO NOTHING RETURNING version`
      : sql`
    UPDATE site_content SET version = version + 1, body = ${body}, saved_by = ${savedBy}, saved_at = ${sqlNow(now)}
    WHERE name = ${name} AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

/** Returns a document, as the audit shows it before and after a write. */
export const contentStateOf = (db: Db, name: ContentName) =>
  auditedRow(
    db,
    name,
    sql`SELECT version AS "sinceVersion", body FROM site_content WHERE name = ${name}`,
  );
