/** Reads what operators change in partners, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns a partner's link. */
export const linkStateOf = (db: Db, linkId: string) =>
  auditedRow(
    db,
    linkId,
    sql`SELECT partner_id AS "partnerId", title, kind, target, city_codes AS "cityCodes",
               starts_at AS "startsAt", ends_at AS "endsAt", is_on AS "isOn", version
        FROM partner_link WHERE link_id = ${linkId}`,
  );

/** Returns whether a partner is on, and up to when its orders are pulled. */
export const partnerStateOf = (db: Db, partnerId: string) =>
  auditedRow(
    db,
    partnerId,
    sql`SELECT p.is_on AS "isOn", l.pulled_to AS "pulledTo", l.failure
        FROM partner p LEFT JOIN partner_pull l ON l.partner_id = p.partner_id
        WHERE p.partner_id = ${partnerId}`,
  );

type HostKey = { readonly partnerId: string; readonly scheme: string; readonly place: string };

/** Returns whether links of a partner may lead to a host. */
export const hostStateOf = (db: Db, { partnerId, scheme, place }: HostKey) =>
  auditedRow(
    db,
    place,
    sql`SELECT is_on AS "isOn" FROM partner_host
        WHERE partner_id = ${partnerId} AND scheme = ${scheme} AND place = ${place}`,
  );
