/** Every SQL statement about operators, roles and grants. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";

type Reader = Db | Tx;

export type OperatorRow = {
  readonly memberId: string;
  readonly name: string;
  readonly ownPermissions: readonly string[];
  readonly isDisabled: boolean;
  readonly isEnrolled: boolean;
  readonly roleIds: readonly string[];
};

/** Returns an operator with the ids of the roles, or undefined for a member who is none. */
export async function findOperator(db: Reader, memberId: string): Promise<OperatorRow | undefined> {
  const { rows } = await db.execute<OperatorRow>(sql`
    SELECT o.member_id AS "memberId", o.name, o.own_permissions AS "ownPermissions",
           o.disabled_at IS NOT NULL AS "isDisabled", a.confirmed_at IS NOT NULL AS "isEnrolled",
           ARRAY(SELECT g.role_id FROM operator_role g WHERE g.member_id = o.member_id ORDER BY g.role_id) AS "roleIds"
    FROM operator o LEFT JOIN operator_authenticator a ON a.member_id = o.member_id
    WHERE o.member_id = ${memberId}`);
  return rows[0];
}

/** Returns the names of operators by id; of a person who is none, the nickname. */
export async function readOperatorNames(
  db: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<{ memberId: string; name: string }>(sql`
    SELECT m.member_id AS "memberId", coalesce(o.name, m.nickname) AS name
    FROM member m LEFT JOIN operator o ON o.member_id = m.member_id
    WHERE m.member_id = ANY (${sql.param([...new Set(memberIds)])}::uuid[])`);
  return new Map(rows.map(({ memberId, name }) => [memberId, name]));
}

/**
 * Returns the operators who have a permission now, by name, at most two hundred; with `memberId`
 * only that one.
 */
export async function readOperatorsWith(
  db: Reader,
  { permission, memberId }: { readonly permission: string; readonly memberId?: string },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT o.member_id AS id, o.name FROM operator o JOIN member m ON m.member_id = o.member_id
    WHERE o.disabled_at IS NULL AND (${permission} = ANY (m.permissions) OR 'admin' = ANY (m.roles))
      AND (${memberId ?? null}::uuid IS NULL OR o.member_id = ${memberId ?? null}::uuid)
    ORDER BY o.name, o.member_id LIMIT 200`);
  return rows;
}

/** Returns a function that says whether an operator has a permission now. */
export const mayOperator =
  (permission: string) =>
  async (tx: Reader, memberId: string): Promise<boolean> =>
    (await readOperatorsWith(tx, { permission, memberId })).length > 0;

/** Returns the operators who are not disabled, by name; of these ids, or at most two hundred. */
export async function readActiveOperators(
  db: Reader,
  memberIds?: readonly string[],
): Promise<{ memberId: string; name: string; roles: string[]; permissions: string[] }[]> {
  const only = sql`${memberIds ? sql.param([...memberIds]) : null}::uuid[]`;
  const { rows } = await db.execute<{
    memberId: string;
    name: string;
    roles: string[];
    permissions: string[];
  }>(sql`
    SELECT o.member_id AS "memberId", o.name, to_jsonb(m.roles) AS roles, to_jsonb(m.permissions) AS permissions
    FROM operator o JOIN member m ON m.member_id = o.member_id
    WHERE o.disabled_at IS NULL AND (${only} IS NULL OR o.member_id = ANY (${only}))
    ORDER BY o.name, o.member_id LIMIT 200`);
  return rows;
}

/** Locks an operator's row for the rest of the transaction. Returns false when there is none. */
export async function lockOperator(tx: Tx, memberId: string): Promise<boolean> {
  const found = await tx.execute(
    sql`SELECT 1 FROM operator WHERE member_id = ${memberId} FOR UPDATE`,
  );
  return found.rowCount === 1;
}

/**
 * Creates an operator without roles; keeps the row of one who exists. `ownPermissions` undefined: a
 * new operator keeps the permissions that the member has now.
 */
export async function insertOperator(
  tx: Tx,
  made: {
    readonly memberId: string;
    readonly name: string;
    readonly ownPermissions: readonly string[] | undefined;
    readonly now: Now;
  },
): Promise<void> {
  const own = sql`${made.ownPermissions ? sql.param([...made.ownPermissions]) : null}::text[]`;
  await tx.execute(sql`
    INSERT INTO operator (member_id, name, own_permissions, created_at)
    SELECT m.member_id, ${made.name}, coalesce(${own}, m.permissions), ${sqlNow(made.now)}
    FROM member m WHERE m.member_id = ${made.memberId}
    ON CONFLICT (member_id) DO UPDATE SET own_permissions = coalesce(${own}, operator.own_permissions)`);
}

export async function recordLogin(tx: Tx, memberId: string, now: Now): Promise<void> {
  await tx.execute(
    sql`UPDATE operator SET last_login_at = ${sqlNow(now)} WHERE member_id = ${memberId}`,
  );
}

/** Replaces the roles of an operator. `by`: who proposed and who approved; null where there was no proposal. */
export async function replaceRoles(
  tx: Tx,
  grant: {
    readonly memberId: string;
    readonly roleIds: readonly string[];
    readonly by: { readonly maker: string; readonly checker: string } | null;
    readonly now: Now;
  },
): Promise<void> {
  const { memberId, roleIds, by, now } = grant;
  const wanted = sql`${sql.param([...roleIds])}::text[]`;
  await tx.execute(sql`
    DELETE FROM operator_role WHERE member_id = ${memberId} AND role_id <> ALL (${wanted})`);
  await tx.execute(sql`
    INSERT INTO operator_role (member_id, role_id, maker, checker, granted_at)
    SELECT ${memberId}, r, ${by?.maker ?? null}::uuid, ${by?.checker ?? null}::uuid, ${sqlNow(now)}
    FROM unnest(${wanted}) AS r
    ON CONFLICT (member_id, role_id) DO NOTHING`);
}

/** Returns the permissions that an operator's roles and own permissions give; none when disabled. */
export async function derivedPermissions(tx: Tx, memberId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ own: string[]; given: string[] }>(sql`
    SELECT o.own_permissions AS own, ARRAY(
      SELECT p.permission FROM operator_role g JOIN role_permission p ON p.role_id = g.role_id
      WHERE g.member_id = o.member_id) AS given
    FROM operator o WHERE o.member_id = ${memberId} AND o.disabled_at IS NULL`);
  return rows.flatMap(({ own, given }) => [...new Set([...own, ...given])].toSorted());
}

/** Disables or enables an operator; returns false when nothing changed. */
export async function setDisabled(
  tx: Tx,
  { memberId, isDisabled, now }: { memberId: string; isDisabled: boolean; now: Now },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE operator SET disabled_at = ${isDisabled ? sqlNow(now) : sql`NULL`}
    WHERE member_id = ${memberId} AND (disabled_at IS NULL) = ${isDisabled}`);
  return done.rowCount === 1;
}

export type RoleRow = {
  readonly roleId: string;
  readonly name: string;
  readonly version: number;
  readonly permissions: readonly string[];
  readonly holders: readonly string[];
};

/** Returns all roles with their permissions and the operators who hold them. */
export async function readRoles(db: Reader): Promise<RoleRow[]> {
  const { rows } = await db.execute<RoleRow>(sql`
    WITH held AS MATERIALIZED (
      SELECT role_id, array_agg(member_id::text) AS holders FROM operator_role GROUP BY role_id
    )
    SELECT r.role_id AS "roleId", r.name, r.version,
           ARRAY(SELECT p.permission FROM role_permission p WHERE p.role_id = r.role_id ORDER BY 1) AS permissions,
           coalesce(h.holders, '{}') AS holders
    FROM role r LEFT JOIN held h ON h.role_id = r.role_id ORDER BY r.role_id`);
  return rows;
}

/** Creates a role, or changes one of this version. Returns false when its version is another. */
export async function storeRole(
  tx: Tx,
  role: {
    readonly roleId: string;
    readonly name: string;
    readonly permissions: readonly string[];
    /** 0 for a new role. */
    readonly sinceVersion: number;
  },
): Promise<boolean> {
  const { roleId, name, permissions, sinceVersion } = role;
  const done = await tx.execute(
    sinceVersion === 0
      ? sql`INSERT INTO role (role_id, name) VALUES (${roleId}, ${name}) ON CONFLICT DO NOTHING`
      : sql`UPDATE role SET name = ${name}, version = version + 1
            WHERE role_id = ${roleId} AND version = ${sinceVersion}`,
  );
  if (done.rowCount !== 1) return false;
  const wanted = sql`${sql.param([...permissions])}::text[]`;
  await tx.execute(sql`
    DELETE FROM role_permission WHERE role_id = ${roleId} AND permission <> ALL (${wanted})`);
  await tx.execute(sql`
    INSERT INTO role_permission (role_id, permission) SELECT ${roleId}, unnest(${wanted})
    ON CONFLICT DO NOTHING`);
  return true;
}

/** Returns the operators of the console with their roles, sessions and last use, by name. */
export type OperatorView = {
  readonly memberId: string;
  readonly name: string;
  readonly phone: string;
  readonly isDisabled: boolean;
  readonly isEnrolled: boolean;
  readonly roleIds: readonly string[];
  readonly sessions: number;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
};
export async function readOperators(
  db: Db,
  {
    idleMs,
    now,
    memberId,
  }: { readonly idleMs: number; readonly now: Now; readonly memberId?: string },
): Promise<OperatorView[]> {
  const { rows } = await db.execute<OperatorView>(sql`
    SELECT o.member_id AS "memberId", o.name, m.phone_mask AS phone, o.disabled_at IS NOT NULL AS "isDisabled",
           a.confirmed_at IS NOT NULL AS "isEnrolled",
           ARRAY(SELECT g.role_id FROM operator_role g WHERE g.member_id = o.member_id ORDER BY g.role_id) AS "roleIds",
           coalesce(s.open, 0)::integer AS sessions,
           (extract(epoch FROM coalesce(s.last_used_at, o.last_login_at)) * 1000)::float8 AS "lastUsedAt",
           (extract(epoch FROM o.created_at) * 1000)::float8 AS "createdAt"
    FROM operator o JOIN member m ON m.member_id = o.member_id
    LEFT JOIN operator_authenticator a ON a.member_id = o.member_id
    LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE s.revoked_at IS NULL AND s.ends_at > ${sqlNow(now)}
                              AND s.last_used_at > ${sqlNow(now)} - ${idleMs}::bigint * interval '1 ms') AS open,
             max(s.last_used_at) AS last_used_at
      FROM member_session s WHERE s.member_id = o.member_id AND s.audience = 'console') s ON true
    WHERE ${memberId ?? null}::uuid IS NULL OR o.member_id = ${memberId ?? null}::uuid
    ORDER BY o.disabled_at IS NOT NULL, o.name, o.member_id`);
  return rows;
}

/** Returns how many operators can administer: enabled, enrolled, with `operators:manage`. */
export async function countAdministrators(db: Reader, exceptId?: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(DISTINCT o.member_id)::integer AS count
    FROM operator o
    JOIN operator_authenticator a ON a.member_id = o.member_id AND a.confirmed_at IS NOT NULL
    JOIN operator_role g ON g.member_id = o.member_id
    JOIN role_permission p ON p.role_id = g.role_id AND p.permission = 'operators:manage'
    JOIN member m ON m.member_id = o.member_id AND m.status IN ('ACTIVE', 'RESTRICTED')
    WHERE o.disabled_at IS NULL AND o.member_id IS DISTINCT FROM ${exceptId ?? null}::uuid`);
  return rows[0]?.count ?? 0;
}

/** Returns whether an enabled operator has `operators:manage`. */
export async function isAdministrator(db: Reader, memberId: string): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM operator o JOIN operator_role g ON g.member_id = o.member_id
    JOIN role_permission p ON p.role_id = g.role_id AND p.permission = 'operators:manage'
    WHERE o.member_id = ${memberId} AND o.disabled_at IS NULL LIMIT 1`);
  return found.rowCount === 1;
}

/** Serialises changes of the first administrators until the transaction ends. */
export async function lockRoles(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM role WHERE role_id = 'admin' FOR UPDATE`);
}
