/** A difference is noted once, and its case opened in the same transaction. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { at, type Now } from "../../../platform/database/sql.ts";
import { openCase } from "../actions/cases.ts";
import { type DayKey, type Found, shortFen, subjectOf, wayOf } from "./model.ts";

type Noted = DayKey & {
  readonly class: string;
  readonly subject: string;
  readonly fileId: string | null;
  readonly rowNo: number | null;
};

/** Notes it; true the first time. Seen again in another edition it moves there, so that the day's counts are its own. */
async function note(tx: Tx, { source, day, ...found }: Noted, now: Now): Promise<boolean> {
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    INSERT INTO bill_difference AS d (source, class, subject, day, file_id, row_no, created_at)
    VALUES (${source}, ${found.class}, ${found.subject}, ${day}::date, ${found.fileId}, ${found.rowNo}, ${at(now)})
    ON CONFLICT (source, class, subject) DO UPDATE SET file_id = excluded.file_id, row_no = excluded.row_no
      WHERE d.day = excluded.day AND d.file_id IS DISTINCT FROM excluded.file_id
    RETURNING (xmax = 0) AS "isNew"`);
  return rows[0]?.isNew ?? false;
}

export type Occasion = DayKey & { readonly runId: string; readonly fileId: string | null };

/** Notes differences and opens the cases of those that are new; answers how many were. */
export async function openDifferences(
  context: Context,
  tx: Tx,
  { runId, fileId, ...day }: Occasion,
  all: readonly Found[],
): Promise<number> {
  let opened = 0;
  for (const found of all) {
    const { class: kind, rowNo, memberId, ours, theirs } = found;
    const subject = subjectOf(day, found);
    const isNew = await note(
      tx,
      { ...day, class: kind, subject, fileId, rowNo },
      context.clock.sql(),
    );
    if (!isNew) continue;
    opened += 1;
    const [amount, way] = [shortFen(found), wayOf(found)];
    await openCase(context, tx, runId, {
      ...{ class: kind, subject, isFreezing: false, ...(memberId && { memberId }) },
      expected: ours ?? {},
      actual: {
        day: day.day,
        ...(rowNo !== null && { row: rowNo }),
        ...theirs,
        ...(way && { way }),
      },
      ...(memberId && amount > 0 && { proposal: { memberId, account: "principal", amount } }),
    });
  }
  return opened;
}

/** Opens the case of a day whose account is not to be had; once. */
export async function openMissing(
  context: Context,
  tx: Tx,
  { runId, source, day, reason }: DayKey & { runId: string; reason: string },
): Promise<void> {
  const subject = `${source} ${day}`;
  const noted = { source, day, class: "bill_missing", subject, fileId: null, rowNo: null };
  if (!(await note(tx, noted, context.clock.sql()))) return;
  await openCase(context, tx, runId, {
    ...{ class: "bill_missing", subject, isFreezing: false },
    ...{ expected: { day }, actual: { reason } },
  });
}
