/** SQL statements of the operators' page of one code, and of the look-up of codes. */
import { type SQL, sql } from "drizzle-orm";
import { type ArchivedEvents, archivedEventRows } from "../../../platform/archived-events.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import type { States } from "../../orders/lifecycle.ts";
import { actorMemberSql } from "./actor.ts";

const ms = (column: string) => sql.raw(epochMsSql(column));

async function rowsOf<T extends object>(db: Db, statement: SQL): Promise<T[]> {
  return (await db.execute(statement)).rows.map((row: object) => row as T);
}

/** A code as stored, with its batch. Instants in ms, money in fen. */
export type CodeHead = {
  readonly codeMac: Buffer;
  readonly codeId: string;
  readonly last4: string;
  readonly serial: number;
  readonly state: string;
  readonly batchId: string;
  readonly batchName: string;
  readonly batchState: string;
  readonly makerId: string;
  readonly title: string;
  readonly target: string;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly lockUntil: number | null;
  readonly givenBack: number;
  readonly usesPerCode: number;
  readonly uses: number;
  readonly dealerName: string | null;
  readonly dealerFen: number | null;
  readonly ownerNo: string | null;
  readonly ownerName: string | null;
  /** How many uses of a multi-use code sessions hold. */
  readonly heldUses: number;
  /** When the unpaid order that waits for the code ends. */
  readonly waitsForPay: boolean;
  readonly differenceFen: number | null;
};

const codeColumns = sql`
  c.code_mac AS "codeMac", c.code_id AS "codeId", c.last4, c.serial, c.state, b.batch_id AS "batchId",
  b.name AS "batchName", b.state AS "batchState", b.maker_id AS "makerId", b.target->>'title' AS title,
  b.target->>'target' AS target, ${ms("c.valid_from")} AS "validFrom", ${ms("c.valid_until")} AS "validUntil",
  ${ms("c.lock_until")} AS "lockUntil", c.given_back AS "givenBack", b.uses_per_code AS "usesPerCode", c.uses,
  d.name AS "dealerName", b.dealer_fen::float8 AS "dealerFen", m.member_no AS "ownerNo", m.nickname AS "ownerName",
  coalesce(u.held, 0) AS "heldUses",
  w.id IS NOT NULL AS "waitsForPay", w.difference_fen::float8 AS "differenceFen"`;

/** The member who redeemed the code, or else the last one who opened it; guests are left out. */
const headsSql = (chosen: SQL): SQL => sql`
  WITH c AS MATERIALIZED (${chosen}), s AS MATERIALIZED (
    SELECT DISTINCT ON (code_mac) code_mac, owner_id, holder_id FROM code_session
    WHERE code_mac IN (SELECT code_mac FROM c) ORDER BY code_mac, created_at DESC
  ), u AS MATERIALIZED (
    SELECT code_mac, count(*)::int AS held FROM code_use
    WHERE code_mac IN (SELECT code_mac FROM c) AND state = 'held' GROUP BY code_mac
  ), m AS MATERIALIZED (
    SELECT member_id, member_no, nickname FROM member
    WHERE member_id IN (SELECT redeemed_by FROM c UNION SELECT holder_id FROM s) AND status <> 'GUEST'
  ), w AS MATERIALIZED (
    SELECT member_id, id, difference_fen FROM orders
    WHERE (member_id, id) IN (
      SELECT s.owner_id, c.session_id FROM c JOIN s ON s.code_mac = c.code_mac WHERE c.state = 'LOCKED')
      AND order_state = 'WAIT_PAY'
  ), d AS MATERIALIZED (SELECT member_id, name FROM code_dealer)
  SELECT ${codeColumns}
  FROM c JOIN code_batch b ON b.batch_id = c.batch_id
  LEFT JOIN d ON d.member_id = b.dealer_id
  LEFT JOIN s ON s.code_mac = c.code_mac
  LEFT JOIN u ON u.code_mac = c.code_mac
  LEFT JOIN m ON m.member_id = coalesce(c.redeemed_by, s.holder_id)
  LEFT JOIN w ON c.state = 'LOCKED' AND w.member_id = s.owner_id AND w.id = c.session_id
  ORDER BY c.created_at DESC, c.serial`;

const FOUND_MAX = 20;

export type CodeTerm =
  | { readonly by: "mac"; readonly mac: Buffer }
  | { readonly by: "last4"; readonly last4: string }
  | { readonly by: "orderNo"; readonly orderNo: string }
  | { readonly by: "receipt"; readonly hash: Buffer };

function termSql(term: CodeTerm): SQL {
  switch (term.by) {
    case "mac":
      return sql`code_mac = ${term.mac}`;
    case "last4":
      return sql`last4 = ${term.last4}`;
    case "orderNo":
      return sql`code_mac IN (SELECT o.code_mac FROM orders o WHERE (o.member_id, o.id) IN (
        SELECT owner_id, order_id FROM order_no_claim WHERE order_no = ${term.orderNo}))`;
    case "receipt":
      return sql`code_mac IN (SELECT o.code_mac FROM orders o WHERE (o.member_id, o.id) IN (
        SELECT owner_id, order_id FROM receipt WHERE token_hash = ${term.hash} AND revoked_at IS NULL))`;
  }
}

/** Returns at most 20 codes, newest first. */
export const findCodeHeads = (db: Db, term: CodeTerm): Promise<CodeHead[]> =>
  rowsOf(
    db,
    headsSql(
      sql`SELECT * FROM code WHERE ${termSql(term)} ORDER BY created_at DESC LIMIT ${FOUND_MAX}`,
    ),
  );

export async function readCodeHead(db: Db, codeId: string): Promise<CodeHead | undefined> {
  const found = await rowsOf<CodeHead>(
    db,
    headsSql(sql`SELECT * FROM code WHERE code_id = ${codeId}`),
  );
  return found[0];
}

/** One event of the code or of its batch. `data` of a batch's change holds the range of serials. */
export type CodeEvent = {
  readonly at: number;
  readonly entity: "code" | "code_batch";
  readonly name: string;
  readonly actorKind: string;
  readonly actorName: string | null;
  readonly actorNo: string | null;
  readonly reason: string | null;
  readonly orderNo: string | null;
};

/** Those in whose books a code has events: its sessions' owners, and the maker of its batch. */
const bookOwners = ({ codeMac, makerId }: Pick<CodeHead, "codeMac" | "makerId">): SQL =>
  sql`SELECT owner_id FROM code_session WHERE code_mac = ${codeMac} UNION SELECT ${makerId}::uuid`;

/** Of table `event_archive a`: what is archived of the code's own history. */
export const archivedStepsOf = (head: CodeHead): SQL =>
  sql`a.entity_id = ${head.codeId} AND a.member_id IN (${bookOwners(head)})`;

/**
 * The events of the code with the archived ones, and those of its batch whose range contains the
 * serial; oldest first.
 */
export const readCodeEvents = (
  db: Db,
  { codeMac, codeId, batchId, makerId, serial }: CodeHead,
  archived: ArchivedEvents,
): Promise<CodeEvent[]> =>
  rowsOf(
    db,
    sql`
    SELECT ${ms("e.at")} AS at, e.entity, e.name, e.actor_kind AS "actorKind",
           CASE WHEN a.status <> 'GUEST' THEN coalesce(p.name, a.nickname) END AS "actorName",
           CASE WHEN a.status <> 'GUEST' THEN a.member_no END AS "actorNo", e.reason, o.order_no AS "orderNo"
    FROM (
      SELECT * FROM event WHERE entity = 'code' AND entity_id = ${codeId} AND member_id IN
        (${bookOwners({ codeMac, makerId })})
      UNION ALL
      ${archivedEventRows(archived)}
      UNION ALL
      SELECT * FROM event WHERE entity = 'code_batch' AND entity_id = ${batchId} AND member_id = ${makerId}
        AND (data->>'from' IS NULL OR ${serial} BETWEEN (data->>'from')::int AND (data->>'to')::int)
        AND name IN ('generating', 'ready', 'active', 'activated', 'frozen', 'resumed', 'extended', 'voided')
    ) e
    LEFT JOIN member a ON a.member_id = ${actorMemberSql("e.actor_id")}
    LEFT JOIN operator p ON p.member_id = a.member_id
    LEFT JOIN orders o ON o.member_id = e.member_id AND o.id = (e.data->>'orderId')::uuid
    ORDER BY e.at, e.id LIMIT 60`,
  );

/** One attempt to open the code, or its session where no attempt was recorded. */
export type CodeAttempt = {
  readonly at: number;
  readonly outcome: string;
  readonly caller: string | null;
  readonly memberNo: string | null;
  readonly sessionState: string | null;
  readonly expiresAt: number | null;
};

/** The latest attempts with the code, the newest first. */
export const readAttempts = (db: Db, codeMac: Buffer): Promise<CodeAttempt[]> =>
  rowsOf(
    db,
    sql`
    WITH a AS MATERIALIZED (
      SELECT id, at, outcome, caller, holder_id FROM code_attempt WHERE code_mac = ${codeMac}
    ), s AS MATERIALIZED (
      SELECT session_id, created_at, holder_id, state, expires_at FROM code_session WHERE code_mac = ${codeMac}
    ), t AS MATERIALIZED (
      SELECT a.id, a.at, a.outcome, a.caller, coalesce(a.holder_id, s.holder_id) AS holder_id, s.state, s.expires_at
      FROM a LEFT JOIN s ON s.session_id = a.id AND a.outcome = 'opened'
      UNION ALL
      SELECT s.session_id, s.created_at, 'opened', NULL, s.holder_id, s.state, s.expires_at FROM s
      WHERE NOT EXISTS (SELECT 1 FROM a WHERE a.id = s.session_id)
      ORDER BY 2 DESC, 1 DESC LIMIT 50
    ), m AS MATERIALIZED (
      SELECT member_id, member_no FROM member
      WHERE member_id IN (SELECT holder_id FROM t) AND status <> 'GUEST'
    )
    SELECT ${ms("t.at")} AS at, t.outcome, t.caller, m.member_no AS "memberNo", t.state AS "sessionState",
           ${ms("t.expires_at")} AS "expiresAt"
    FROM t LEFT JOIN m ON m.member_id = t.holder_id ORDER BY t.at DESC, t.id DESC LIMIT 50`,
  );

export type CodeOrderRow = States & {
  readonly orderNo: string;
  readonly title: string;
  readonly kind: OrderKind;
  readonly closedReason: string | null;
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly receipts: number;
};

/** The orders that were placed with the code, the newest first. */
export const readCodeOrders = (db: Db, codeMac: Buffer): Promise<CodeOrderRow[]> =>
  rowsOf(
    db,
    sql`
    WITH s AS MATERIALIZED (
      SELECT owner_id, order_id FROM code_session WHERE code_mac = ${codeMac}
    )
    SELECT o.order_no AS "orderNo", o.title, o.kind, o.order_state AS "orderState", o.pay_state AS "payState",
           o.fulfil_state AS "fulfilState", o.refund_state AS "refundState", o.closed_reason AS "closedReason",
           ${ms("o.expires_at")} AS "expiresAt", ${ms("o.created_at")} AS "createdAt",
           (CASE WHEN m.status = 'GUEST' THEN 1 ELSE 0 END) AS receipts
    FROM s JOIN orders o ON o.member_id = s.owner_id AND o.id = s.order_id
    LEFT JOIN member m ON m.member_id = o.member_id
    ORDER BY o.created_at DESC LIMIT 50`,
  );

export type CodePosting = {
  readonly kind: string;
  readonly ref: string;
  readonly isReversed: boolean;
};

/** The postings of the code's redemptions; a reference is the code's id and the redemption's number. */
export const readCodePostings = (
  db: Db,
  { codeMac, codeId }: Pick<CodeHead, "codeMac" | "codeId">,
): Promise<CodePosting[]> =>
  rowsOf(
    db,
    sql`
    SELECT x.kind, x.ref,
           EXISTS (SELECT 1 FROM ledger_txn r WHERE r.member_id = x.member_id AND r.reverses = x.id) AS "isReversed"
    FROM ledger_txn x
    WHERE x.member_id IN (SELECT owner_id FROM code_session WHERE code_mac = ${codeMac})
      AND x.kind = 'code_redeem' AND starts_with(x.ref, ${`${codeId}:`})
    ORDER BY x.created_at LIMIT 50`,
  );

export type WaitingVoid = {
  readonly approvalId: string;
  readonly reason: string;
  readonly createdAt: number;
};

/** The newest undecided proposal to void codes that include this one. */
export async function readWaitingVoid(
  db: Db,
  { batchId, serial }: Pick<CodeHead, "batchId" | "serial">,
  since: Date,
): Promise<WaitingVoid | undefined> {
  const found = await rowsOf<WaitingVoid>(
    db,
    sql`
    SELECT id AS "approvalId", reason, ${ms("created_at")} AS "createdAt" FROM approval
    WHERE kind = 'code_void' AND subject = ${batchId} AND state = 'waiting' AND created_at > ${since}
      AND ${serial} BETWEEN (payload->>'from')::int AND (payload->>'to')::int
    ORDER BY created_at DESC LIMIT 1`,
  );
  return found[0];
}
