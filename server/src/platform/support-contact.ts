/**
 * The customer service contact for members: the phone number and its hours. Its one source is the
 * document `contacts`, which operators write and the content module owns; modules below content
 * name the contact too, so it is read here.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "./database/pool.ts";

export type SupportContact = {
  /** Absent while there is no number. */
  readonly phone?: string;
  readonly hours: string;
};

/** What members read before an operator or the installation has set the hours. */
export const DEFAULT_HOURS = "每天 9:00–21:00";

/** Reads the contact in force. */
export async function readSupportContact(db: Db | Tx): Promise<SupportContact> {
  const { rows } = await db.execute<{ phone: string | null; hours: string }>(sql`
    SELECT body->>'phone' AS phone, body->>'hours' AS hours FROM site_content WHERE name = 'contacts'`);
  const { phone = null, hours = DEFAULT_HOURS } = rows[0] ?? {};
  return phone === null ? { hours } : { phone, hours };
}

/** Returns the contact text of a message; without a number it names the help page. */
export const supportContactText = ({ phone, hours }: SupportContact): string =>
  phone === undefined ? SUPPORT_CONTACT_FALLBACK : `拨打客服电话 ${phone}（${hours}）`;

/** For a text without access to the contact. */
export const SUPPORT_CONTACT_FALLBACK = "查看「帮助客服」";
