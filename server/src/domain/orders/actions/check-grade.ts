/** Checks that a member's grade is high enough for benefits restricted to a grade. */
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { listLevels } from "../../levels/actions.ts";

type GradeRestriction = { readonly benefitId: string; readonly gradeMin: number | undefined };

/**
 * Refuses LEVEL_NEEDED {benefitId, level} for the first that requires a higher grade; `level` is
 * that grade's name.
 */
export async function checkGrade(
  db: Db,
  grade: number,
  wanted: readonly GradeRestriction[],
): Promise<void> {
  const above = wanted.find(({ gradeMin = 0 }) => grade < gradeMin);
  if (!above) return;
  const level = (await listLevels(db)).find((one) => one.grade === above.gradeMin);
  throw new Refusal("LEVEL_NEEDED", { benefitId: above.benefitId, level: level?.name ?? "" });
}
