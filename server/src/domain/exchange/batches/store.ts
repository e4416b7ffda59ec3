/** SQL statements on batches and on all codes of a batch. */
import type { BatchTarget, Batch } from "@yunjing/contract/schemas/batches";
import { type SQL, sql } from "drizzle-orm";
import {
  approvalsExpired,
  approvalsValidSince,
  approvalsExpiresAt,
} from "../../../sql/approvals.ts";
import { exchangeOwedCodes } from "../../../sql/exchange.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { fromStates, moveOf } from "../../../platform/lifecycle.ts";
import { batchLifecycle, type BatchState } from "../lifecycle.ts";

type Queryable = Db | Tx;

export type BatchRow = {
  readonly batchId: string;
  readonly name: string;
  readonly origin: "own" | "imported";
  readonly state: BatchState;
  readonly target: BatchTarget;
  readonly count: number;
  readonly note: string;
  readonly makerId: string;
  readonly checkerId: string | null;
  readonly activation: Batch["activation"];
  readonly reason: string | null;
  readonly createdAt: number;
  /** The sums of the batch's counts (`store/counts.ts`). */
  readonly made: number;
  readonly asleep: number;
  readonly live: number;
  readonly frozen: number;
  readonly void: number;
  /** Used-up codes, and the total of redemptions. */
  readonly redeemed: number;
  readonly uses: number;
  readonly usesPerCode: number;
  readonly perMember: number;
  /** Every undecided void request, also expired ones. */
  readonly waiting: readonly Omit<Batch["waiting"][number], "isExpired">[];
  /** Until when another person may approve the batch; null while its maker has not submitted it. */
  readonly expiresAt: number | null;
  readonly exportKeyBy: string | null;
  readonly exportKeyAt: number | null;
  /** Until when another person may claim the key; null before the maker downloaded the file. */
  readonly exportExpiresAt: number | null;
  /** What one code costs the dealer the batch was made for, and what is owed by now, in fen. */
  readonly dealerFen: number | null;
  readonly owedFen: number | null;
};

export const batchColumns = sql`
  b.batch_id AS "batchId", b.name, b.origin, b.state, b.target, b.count, b.note, b.maker_id AS "makerId",
  b.checker_id AS "checkerId", b.activation, b.reason,
  floor(extract(epoch FROM b.created_at) * 1000)::bigint AS "createdAt",
  n.made, n.asleep, n.live, n.frozen, n.void, n.redeemed, n.uses,
  b.uses_per_code AS "usesPerCode", b.per_member AS "perMember", w.waiting, b.dealer_fen AS "dealerFen",
  b.dealer_fen * ${exchangeOwedCodes.sql({ state: sql`b.state`, made: sql`n.made`, asleep: sql`n.asleep`, void: sql`n.void` })} AS "owedFen",
  floor(extract(epoch FROM ${approvalsExpiresAt.sql({ since: sql`b.submitted_at` })}) * 1000)::bigint AS "expiresAt",
  floor(extract(epoch FROM ${approvalsExpiresAt.sql({ since: sql`b.exported_at` })}) * 1000)::bigint AS "exportExpiresAt",
  b.export_key_by AS "exportKeyBy", floor(extract(epoch FROM b.export_key_at) * 1000)::bigint AS "exportKeyAt"`;

const codesIn = (state: string): SQL =>
  sql`coalesce(sum(c.codes) FILTER (WHERE c.state = ${sql.raw(`'${state}'`)}), 0)::int`;

/**
 * The chosen batches, each with the sums over its codes and its pending requests. `chosen` selects
 * rows of `code_batch`: a list chooses its page before anything is counted. The counts are a table
 * expression of their own, because on a cluster they lie apart from the batches.
 */
export const batchTables = (chosen: SQL): SQL => sql`
  (${chosen}) b LEFT JOIN (
    WITH counted AS MATERIALIZED (
      SELECT c.batch_id, coalesce(sum(c.codes), 0)::int AS made, ${codesIn("INACTIVE")} AS asleep,
             ${codesIn("ACTIVE")} AS live, ${codesIn("FROZEN")} AS frozen, ${codesIn("VOID")} AS void,
             ${codesIn("REDEEMED")} AS redeemed, coalesce(sum(c.uses), 0)::int AS uses
      FROM code_count c WHERE c.batch_id IN (SELECT batch_id FROM (${chosen}) wanted) GROUP BY c.batch_id)
    SELECT * FROM counted) k ON k.batch_id = b.batch_id
  CROSS JOIN LATERAL (
    SELECT coalesce(k.made, 0) AS made, coalesce(k.asleep, 0) AS asleep, coalesce(k.live, 0) AS live,
           coalesce(k.frozen, 0) AS frozen, coalesce(k.void, 0) AS void, coalesce(k.redeemed, 0) AS redeemed,
           coalesce(CASE WHEN b.uses_per_code > 1 THEN k.uses ELSE k.redeemed END, 0) AS uses) n
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('approvalId', a.id, 'kind', 'void',
             'from', a.payload->'from', 'to', a.payload->'to', 'reason', a.reason, 'makerId', a.maker,
             'at', floor(extract(epoch FROM a.created_at) * 1000)::bigint,
             'expiresAt', floor(extract(epoch FROM ${approvalsExpiresAt.sql({ since: sql`a.created_at` })}) * 1000)::bigint) ORDER BY a.created_at), '[]') AS waiting
    FROM approval a WHERE a.kind = 'code_void' AND a.subject = b.batch_id::text AND a.state = 'waiting') w`;

export async function findBatch(db: Queryable, batchId: string): Promise<BatchRow | undefined> {
  const found = await db.execute<BatchRow>(
    sql`SELECT ${batchColumns}
        FROM ${batchTables(sql`SELECT * FROM code_batch WHERE batch_id = ${batchId}`)}`,
  );
  return found.rows[0];
}

/**
 * Lists a maker's batches, newest first. `after` is the last id of the previous page.
 */
export async function listBatches(
  db: Queryable,
  page: { makerId: string; after: string | undefined; skip: number; limit: number },
): Promise<BatchRow[]> {
  const conditions: SQL[] = [sql`b.maker_id = ${page.makerId}`];
  if (page.after !== undefined) {
    conditions.push(sql`(b.created_at, b.batch_id) <
      (SELECT a.created_at, a.batch_id FROM code_batch a WHERE a.batch_id = ${page.after})`);
  }
  const found = await db.execute<BatchRow>(sql`
    SELECT ${batchColumns} FROM ${batchTables(sql`
      SELECT b.* FROM code_batch b WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY b.created_at DESC, b.batch_id DESC OFFSET ${page.skip} LIMIT ${page.limit}`)}
    ORDER BY b.created_at DESC, b.batch_id DESC`);
  return found.rows;
}

/** Lists the batches that were made for a dealer in a month, the first one first; `month` is its first day. */
export async function dealerBatches(
  db: Queryable,
  { memberId, month }: { readonly memberId: string; readonly month: string },
): Promise<BatchRow[]> {
  const found = await db.execute<BatchRow>(sql`
    SELECT ${batchColumns} FROM ${batchTables(sql`
      SELECT * FROM code_batch WHERE dealer_id = ${memberId} AND quota_month = ${month}::date`)}
    ORDER BY b.created_at, b.batch_id`);
  return found.rows;
}

export type NewBatch = {
  readonly batchId: string;
  readonly name: string;
  readonly origin: "own" | "imported";
  readonly state: BatchState;
  readonly target: BatchTarget;
  readonly count: number;
  readonly note: string;
  readonly makerId: string;
  readonly activation?: Batch["activation"];
  readonly fileHash?: Buffer;
  readonly hasOwnFormat?: boolean;
  readonly usesPerCode?: number;
  readonly perMember?: number;
  /** The batch waits for its checker from now on. */
  readonly isSubmitted?: boolean;
};

export async function insertBatch(tx: Tx, batch: NewBatch, now: Now): Promise<void> {
  await tx.execute(sql`
    INSERT INTO code_batch (batch_id, name, origin, state, target, count, note, maker_id, activation, file_hash,
                            looks_like_ours, uses_per_code, per_member, created_at, submitted_at)
    VALUES (${batch.batchId}, ${batch.name}, ${batch.origin}, ${batch.state},
            ${JSON.stringify(batch.target)}::jsonb, ${batch.count}, ${batch.note}, ${batch.makerId},
            ${batch.activation ?? "now"}, ${batch.fileHash ?? null}, ${batch.hasOwnFormat ?? false},
            ${batch.usesPerCode ?? 1}, ${batch.perMember ?? 1}, ${sqlNow(now)},
            CASE WHEN ${batch.isSubmitted ?? false} THEN ${sqlNow(now)} END)`);
}

/** Applies one event. Returns false when the batch was in a state where it may not happen. */
export async function moveBatch(
  tx: Tx,
  batchId: string,
  event: "generated" | "freeze" | "resume" | "void",
): Promise<boolean> {
  const { from, to } = moveOf(batchLifecycle, event);
  const moved = await tx.execute(sql`
    UPDATE code_batch SET state = ${to}
    WHERE batch_id = ${batchId} AND state = ANY(${sql.param([...from])}::text[])`);
  return moved.rowCount === 1;
}

/** The batch waits for its checker for the next 24 hours. */
export async function recordSubmission(tx: Tx, batchId: string, now: Now): Promise<void> {
  await tx.execute(
    sql`UPDATE code_batch SET submitted_at = ${sqlNow(now)} WHERE batch_id = ${batchId}`,
  );
}

/** Returns whether the batch waits for its checker and its approval period has expired. */
export async function isBatchExpired(db: Queryable, batchId: string, now: Now): Promise<boolean> {
  const { rows } = await db.execute<{ isExpired: boolean }>(sql`
    SELECT state = 'ready' AND ${approvalsExpired.sql({ since: sql`submitted_at`, now })} AS "isExpired"
    FROM code_batch WHERE batch_id = ${batchId}`);
  return rows[0]?.isExpired ?? false;
}

/**
 * ready → active or rejected, by another person than the maker. Returns false when the batch is not
 * ready, when both are the same person, or when it is to be activated after its approval expired.
 */
export async function decideBatch(
  tx: Tx,
  batchId: string,
  decision: { to: "active" | "rejected"; checkerId: string; reason: string | undefined; now: Now },
): Promise<boolean> {
  const from = fromStates(batchLifecycle, decision.to === "active" ? "approve" : "reject");
  const decided = await tx.execute(sql`
    UPDATE code_batch
    SET state = ${decision.to}, checker_id = ${decision.checkerId}, reason = ${decision.reason ?? null},
        decided_at = ${sqlNow(decision.now)}
    WHERE batch_id = ${batchId} AND state = ANY(${sql.param([...from])}::text[]) AND maker_id <> ${decision.checkerId}
      AND (${decision.to} = 'rejected' OR submitted_at > ${approvalsValidSince.sql({ now: decision.now })})`);
  return decided.rowCount === 1;
}

export type CodeLine = {
  serial: number;
  last4: string;
  state: string;
  ownerId: string | null;
  orderId: string | null;
  redeemedAt: number | null;
};

/** Returns the codes of a batch with these last four symbols. */
export async function codesByLast4(
  db: Queryable,
  batchId: string,
  last4: string,
): Promise<CodeLine[]> {
  const found = await db.execute<CodeLine>(sql`
    SELECT serial, last4, state, redeemed_by AS "ownerId", order_id AS "orderId",
           floor(extract(epoch FROM redeemed_at) * 1000)::bigint AS "redeemedAt"
    FROM code WHERE batch_id = ${batchId} AND last4 = ${last4} ORDER BY serial LIMIT 100`);
  return found.rows;
}

/** Returns the sealed codes of a batch that are live and unused, in order of creation. */
export async function unusedCodesOfBatch(
  db: Queryable,
  batchId: string,
  limit: number,
): Promise<{ codeId: string; codeSealed: Buffer }[]> {
  const found = await db.execute<{ codeId: string; codeSealed: Buffer }>(sql`
    SELECT code_id AS "codeId", code_sealed AS "codeSealed" FROM code
    WHERE batch_id = ${batchId} AND state = 'ACTIVE' ORDER BY serial LIMIT ${limit}`);
  return found.rows;
}

/**
 * Returns whether a live imported batch has codes that look like our own with wrong check symbols.
 */
export async function hasImportedBatchLikeOurs(db: Queryable): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM code_batch WHERE looks_like_ours AND state IN ('active', 'paused') LIMIT 1`);
  return found.rows.length > 0;
}

/** Returns the unused codes of this maker's live batches with this title, oldest first. */
export async function unusedCodesOfMaker(
  db: Queryable,
  wanted: { makerId: string; title: string; limit: number },
): Promise<{ codeId: string; codeSealed: Buffer }[]> {
  const found = await db.execute<{ codeId: string; codeSealed: Buffer }>(sql`
    SELECT c.code_id AS "codeId", c.code_sealed AS "codeSealed"
    FROM code_batch b JOIN code c ON c.batch_id = b.batch_id AND c.state = 'ACTIVE'
    WHERE b.maker_id = ${wanted.makerId} AND b.state = 'active' AND b.target->>'title' = ${wanted.title}
    ORDER BY b.created_at, c.serial LIMIT ${wanted.limit}`);
  return found.rows;
}

/** Counts the batches whose codes can be redeemed, by set meal of a brand. */
export async function batchesOfSetMeals(
  db: Db,
  brand: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ setMealId: string; batches: number }>(sql`
    SELECT target->>'setMealId' AS "setMealId", count(*)::int AS batches FROM code_batch
    WHERE state IN ('active', 'paused') AND target->>'brand' = ${brand} AND target ? 'setMealId' GROUP BY 1`);
  return new Map(rows.map(({ setMealId, batches }) => [setMealId, batches]));
}
