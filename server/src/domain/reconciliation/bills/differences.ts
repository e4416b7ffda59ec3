/** Records a difference once, and opens its case in the same transaction. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { closeCase, openCase } from "../actions/cases.ts";
import { type DayKey, type Found, shortfallFen, subjectOf, remedyOf } from "./model.ts";

type DifferenceRecord = DayKey & {
  readonly class: string;
  readonly subject: string;
  readonly fileId: string | null;
  readonly rowNo: number | null;
};

/**
 * Records the difference. Returns true when it needs a case: the first time, and whenever it is
 * seen again unless an operator has closed it. It moves to the edition in which it was last seen,
 * so that a day's counts are its own.
 */
async function recordDifference(
  tx: Tx,
  { source, day, ...found }: DifferenceRecord,
  now: Now,
): Promise<boolean> {
  const { rows } = await tx.execute<{ needsCase: boolean }>(sql`
    INSERT INTO bill_difference AS d (source, class, subject, day, file_id, row_no, created_at)
    VALUES (${source}, ${found.class}, ${found.subject}, ${day}::date, ${found.fileId}, ${found.rowNo}, ${sqlNow(now)})
    ON CONFLICT (source, class, subject) DO UPDATE SET file_id = excluded.file_id, row_no = excluded.row_no
      WHERE d.day = excluded.day
    RETURNING (xmax = 0) OR NOT EXISTS (
      SELECT 1 FROM recon_case c
      WHERE c.class = d.class AND c.subject = d.subject AND c.state IN ('booked', 'dismissed')) AS "needsCase"`);
  return rows[0]?.needsCase ?? false;
}

export type ComparisonRun = DayKey & { readonly runId: string; readonly fileId: string | null };

/** Records differences and opens cases for the new ones. Returns how many were new. */
export async function openDifferences(
  context: Context,
  tx: Tx,
  { runId, fileId, ...day }: ComparisonRun,
  all: readonly Found[],
): Promise<number> {
  let opened = 0;
  for (const found of all) {
    const { class: kind, rowNo, memberId, ours, theirs } = found;
    const subject = subjectOf(day, found);
    const needsCase = await recordDifference(
      tx,
      { ...day, class: kind, subject, fileId, rowNo },
      context.clock.sql(),
    );
    if (!needsCase) continue;
    const [amount, way] = [shortfallFen(found), remedyOf(found)];
    const { outcome } = await openCase(context, tx, runId, {
      class: kind,
      subject,
      isFreezing: false,
      ...(memberId && { memberId }),
      expected: ours ?? {},
      actual: {
        day: day.day,
        ...(rowNo !== null && { row: rowNo }),
        ...theirs,
        ...(way && { way }),
      },
      ...(memberId && amount > 0 && { proposal: { memberId, account: "principal", amount } }),
    });
    if (outcome === "opened") opened += 1;
  }
  return opened;
}

/** Opens the case of a day whose bill is not available; once. */
export async function openMissingStatementCase(
  context: Context,
  tx: Tx,
  { runId, source, day, reason }: DayKey & { runId: string; reason: string },
): Promise<void> {
  const subject = `${source} ${day}`;
  const difference = { source, day, class: "bill_missing", subject, fileId: null, rowNo: null };
  if (!(await recordDifference(tx, difference, context.clock.sql()))) return;
  await openCase(context, tx, runId, {
    class: "bill_missing",
    subject,
    isFreezing: false,
    expected: { day },
    actual: { reason },
  });
}

/** Closes the cases of a day that its newest edition does not confirm. */
export async function closeHealedCasesOfDay(
  context: Context,
  tx: Tx,
  { runId, source, day, fileId }: ComparisonRun,
): Promise<void> {
  const { rows } = await tx.execute<{ caseId: string }>(sql`
    SELECT c.id AS "caseId" FROM bill_difference d JOIN recon_case c USING (class, subject)
    WHERE d.source = ${source} AND d.day = ${day}::date AND c.state IN ('open', 'proposed')
      AND (d.class = 'bill_missing' OR d.file_id IS DISTINCT FROM ${fileId}::uuid)`);
  for (const { caseId } of rows) {
    const caseEnd = { caseId, to: "healed", by: "system", reason: `run ${runId}` } as const;
    await closeCase(context, tx, { ...caseEnd, from: ["open", "proposed"] });
  }
}
