/** SQL statements on links, hosts and jumps. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import type { Link, OpenLink, Scheme } from "./model.ts";

const columns = sql.raw(`
  l.link_id AS "linkId", l.partner_id AS "partnerId", l.title, l.brand_name AS "brandName", l.artwork, l.tint, l.kind,
  l.target, l.tip, l.city_codes AS "cityCodes", ${epochMsSql("l.starts_at")} AS "startsAt", ${epochMsSql("l.ends_at")} AS "endsAt",
  l.is_on AS "isOn", l.version`);

export async function findLink(db: Db | Tx, linkId: string): Promise<OpenLink | undefined> {
  const { rows } = await db.execute<OpenLink>(sql`
    SELECT ${columns}, p.is_on AS "partnerIsOn",
           ARRAY(SELECT h.scheme || ' ' || h.place FROM partner_host h
                 WHERE h.partner_id = l.partner_id AND h.is_on) AS places
    FROM partner_link l JOIN partner p USING (partner_id) WHERE l.link_id = ${linkId}`);
  return rows[0];
}

export async function readLinks(db: Db): Promise<Link[]> {
  const { rows } = await db.execute<Link>(
    sql`SELECT ${columns} FROM partner_link l ORDER BY l.link_id`,
  );
  return rows;
}

/**
 * Writes a link over the given version (0: it does not exist yet). Returns false when the stored
 * version differs.
 */
export async function storeLink(
  tx: Tx,
  link: Omit<Link, "version">,
  sinceVersion: number,
  now: Now,
): Promise<boolean> {
  const { linkId, partnerId, title, brandName, artwork, tint, kind, target, tip, isOn } = link;
  const cities = sql.param([...link.cityCodes]);
  const from = link.startsAt === null ? null : new Date(link.startsAt);
  const to = link.endsAt === null ? null : new Date(link.endsAt);
  const done =
    sinceVersion === 0
      ? await tx.execute(sql`
          INSERT INTO partner_link (link_id, partner_id, title, brand_name, artwork, tint, kind, target, tip,
                                    city_codes, starts_at, ends_at, is_on, version, changed_at)
          VALUES (${linkId}, ${partnerId}, ${title}, ${brandName}, ${artwork}, ${tint}, ${kind}, ${target}, ${tip},
                  ${cities}::text[], ${from}, ${to}, ${isOn}, 1, ${sqlNow(now)})
          ON CONFLICT (link_id) DO NOTHING`)
      : await tx.execute(sql`
          UPDATE partner_link SET partner_id = ${partnerId}, title = ${title}, brand_name = ${brandName},
            artwork = ${artwork}, tint = ${tint}, kind = ${kind}, target = ${target}, tip = ${tip},
            city_codes = ${cities}::text[], starts_at = ${from}, ends_at = ${to}, is_on = ${isOn},
            version = version + 1, changed_at = ${sqlNow(now)}
          WHERE link_id = ${linkId} AND version = ${sinceVersion}`);
  return done.rowCount === 1;
}

export async function switchLinkRow(
  tx: Tx,
  { linkId, isOn }: { readonly linkId: string; readonly isOn: boolean },
  now: Now,
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE partner_link SET is_on = ${isOn}, version = version + 1, changed_at = ${sqlNow(now)} WHERE link_id = ${linkId}`);
  return done.rowCount === 1;
}

export type PartnerRow = {
  readonly partnerId: string;
  readonly name: string;
  readonly isOn: boolean;
};
export async function readPartners(db: Db | Tx): Promise<PartnerRow[]> {
  const { rows } = await db.execute<PartnerRow>(
    sql`SELECT partner_id AS "partnerId", name, is_on AS "isOn" FROM partner ORDER BY partner_id`,
  );
  return rows;
}

/** Inserts a partner; an existing one keeps its switch. */
export async function insertPartner(
  db: Db | Tx,
  { partnerId, name }: Omit<PartnerRow, "isOn">,
  now: Now,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO partner (partner_id, name, changed_at) VALUES (${partnerId}, ${name}, ${sqlNow(now)})
    ON CONFLICT (partner_id) DO NOTHING`);
}

export async function switchPartnerRow(
  tx: Tx,
  { partnerId, isOn }: Omit<PartnerRow, "name">,
  now: Now,
): Promise<boolean> {
  const done = await tx.execute(
    sql`UPDATE partner SET is_on = ${isOn}, changed_at = ${sqlNow(now)} WHERE partner_id = ${partnerId}`,
  );
  return done.rowCount === 1;
}

export type Host = {
  readonly partnerId: string;
  readonly scheme: Scheme;
  readonly place: string;
};
export type HostRow = Host & { readonly isOn: boolean };

export async function readHosts(db: Db | Tx): Promise<HostRow[]> {
  const { rows } = await db.execute<HostRow>(sql`
    SELECT partner_id AS "partnerId", scheme, place, is_on AS "isOn" FROM partner_host ORDER BY 1, 2, 3`);
  return rows;
}

export async function openHost(
  tx: Tx,
  { partnerId, scheme, place, approvalId }: Host & { readonly approvalId: string },
  now: Now,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO partner_host (partner_id, scheme, place, approval_id, changed_at)
    VALUES (${partnerId}, ${scheme}, ${place}, ${approvalId}, ${sqlNow(now)})
    ON CONFLICT (partner_id, scheme, place)
    DO UPDATE SET is_on = true, approval_id = excluded.approval_id, changed_at = excluded.changed_at`);
}

export async function closeHostRow(
  tx: Tx,
  { partnerId, scheme, place }: Host,
  now: Now,
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE partner_host SET is_on = false, changed_at = ${sqlNow(now)}
    WHERE partner_id = ${partnerId} AND scheme = ${scheme} AND place = ${place} AND is_on`);
  return done.rowCount === 1;
}

export type NewClick = {
  readonly sid: string;
  readonly memberId: string;
  readonly partnerId: string;
  readonly linkId: string;
  readonly regionCode: string | undefined;
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};
export async function insertClick(db: Db, click: NewClick): Promise<void> {
  await db.execute(sql`
    INSERT INTO partner_click (sid, member_id, partner_id, link_id, region_code, token_hash, created_at, expires_at)
    VALUES (${click.sid}, ${click.memberId}, ${click.partnerId}, ${click.linkId}, ${click.regionCode ?? null},
            ${click.tokenHash}, ${click.createdAt}, ${click.expiresAt})`);
}

/** Consumes the pass once: of concurrent calls only one finds the row. */
export async function consumePass(
  db: Db,
  pass: {
    readonly sid: string;
    readonly tokenHash: Buffer;
    readonly partnerId: string;
    readonly now: Date;
  },
): Promise<{ memberId: string; linkId: string } | undefined> {
  const { rows } = await db.execute<{ memberId: string; linkId: string }>(sql`
    UPDATE partner_click SET used_at = ${pass.now}
    WHERE sid = ${pass.sid} AND token_hash = ${pass.tokenHash} AND partner_id = ${pass.partnerId}
      AND used_at IS NULL AND expires_at > ${pass.now}
    RETURNING member_id AS "memberId", link_id AS "linkId"`);
  return rows[0];
}
