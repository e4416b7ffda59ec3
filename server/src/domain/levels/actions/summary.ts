/** The levels as shown on the member's level page. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
import { rulesOf } from "../model.ts";
import { readEntries, readLevels, readSummary } from "../store.ts";

const HISTORY_SHOWN = 50;

export async function summaryOf(
  { clock }: Context,
  db: Db,
  memberId: string,
): Promise<Output<"levels", "summary">> {
  const [row, ladder, history] = await Promise.all([
    readSummary(db, memberId, clock.sql()),
    readLevels(db),
    readEntries(db, memberId, HISTORY_SHOWN),
  ]);
  const own = ladder.find(({ grade }) => grade === row?.grade);
  invariant(row && own, "every grade has its level");
  const { keptUntil, ...progress } = row;
  return {
    ...progress,
    ...(keptUntil === null ? {} : { keptUntil }),
    levels: ladder.map(({ grade, name, growthFrom, benefits }) => ({
      grade,
      name,
      growthFrom,
      benefits: [...benefits],
    })),
    rules: rulesOf(own),
    history,
  };
}
