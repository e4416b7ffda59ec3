/** SQL statements on requests to close an account and on their steps. */
import type { Forfeits, Obstacle } from "@yunjing/contract/schemas/closing";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import type { Forfeited } from "./model.ts";
import {
  closingEnd,
  closingHold,
  closingOpen,
  closingStep,
  closingWait,
} from "../../sql/closing.ts";

/** Instants in ms. */
export type OpenRequest = {
  readonly id: string;
  readonly state: "COOLING" | "WAITING";
  readonly obstacles: readonly Obstacle[];
  readonly requestedAt: number;
  readonly dueAt: number;
  readonly checkAt: number;
};

/** Returns the open request, if there is one. */
export async function findOpenRequest(
  db: Db | Tx,
  memberId: string,
): Promise<OpenRequest | undefined> {
  const { rows } = await db.execute<OpenRequest>(sql`
    SELECT id, state, obstacles, ${sql.raw(epochMsSql("requested_at"))} AS "requestedAt",
           ${sql.raw(epochMsSql("due_at"))} AS "dueAt", ${sql.raw(epochMsSql("check_at"))} AS "checkAt"
    FROM account_closing WHERE member_id = ${memberId} AND state IN ('COOLING', 'WAITING')`);
  return rows[0];
}

/** Like `findOpenRequest`, but locks the request until the end of the transaction. */
export const lockOpenRequest = async (tx: Tx, memberId: string): Promise<OpenRequest | undefined> =>
  (await closingHold(tx, { member: memberId })) ?? undefined;

type Key = { readonly memberId: string; readonly id: string };

/** Returns false when another request is open. */
export const openRequest = (
  tx: Tx,
  { memberId, id, forfeits, dueAt, now }: Key & { forfeits: Forfeits; dueAt: Date; now: Now },
): Promise<boolean> => closingOpen(tx, { member: memberId, id, forfeits, due: dueAt, now });

/** Returns false when the request is no longer open. */
export const endRequest = (
  tx: Tx,
  { memberId, id, state, now }: Key & { state: "WITHDRAWN" | "CLOSED"; now: Now },
): Promise<boolean> => closingEnd(tx, { member: memberId, id, state, now });

export const markWaiting = (
  tx: Tx,
  { memberId, id, obstacles, checkAt }: Key & { obstacles: readonly Obstacle[]; checkAt: Date },
): Promise<void> => closingWait(tx, { member: memberId, id, obstacles, check: checkAt });

export type Step = { readonly id: string; readonly seq: number };

/**
 * Numbers the next step of a closed account. Returns `undefined` when the member has closed none.
 */
export const nextStep = async (tx: Tx, memberId: string): Promise<Step | undefined> =>
  (await closingStep(tx, { member: memberId })) ?? undefined;

export async function insertStep(
  tx: Tx,
  step: Step & { readonly memberId: string; readonly forfeited: Forfeited; readonly now: Now },
): Promise<void> {
  const { memberId, id, seq, forfeited, now } = step;
  await tx.execute(sql`
    INSERT INTO account_closing_step (member_id, closing_id, seq, forfeited, at)
    VALUES (${memberId}, ${id}, ${seq}, ${JSON.stringify(forfeited)}::jsonb, ${sqlNow(now)})`);
}

export type ListedRequest = OpenRequest & { readonly memberNo: string; readonly nickname: string };

/** Returns open requests of all members, the next check first. */
export async function listOpenRequests(db: Db, limit: number): Promise<ListedRequest[]> {
  const { rows } = await db.execute<ListedRequest>(sql`
    SELECT c.id, c.state, c.obstacles, ${sql.raw(epochMsSql("c.requested_at"))} AS "requestedAt",
           ${sql.raw(epochMsSql("c.due_at"))} AS "dueAt", ${sql.raw(epochMsSql("c.check_at"))} AS "checkAt",
           m.member_no AS "memberNo", m.nickname
    FROM account_closing c JOIN member m ON m.member_id = c.member_id
    WHERE c.check_at IS NOT NULL ORDER BY c.check_at LIMIT ${limit}`);
  return rows;
}

/** Returns the members whose request must be checked now, the longest due first. */
export async function dueRequests(db: Db, limit: number, now: Now): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT member_id AS id FROM account_closing WHERE check_at <= ${sqlNow(now)} ORDER BY check_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
