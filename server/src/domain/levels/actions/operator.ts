/** Operators' actions on levels: change a level's definition, and grant a member a level. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { nameOf } from "../../members/actions.ts";
import { areLevelsAscending, type Level } from "../model.ts";
import { callGrant, type LevelGrant, lockLevels, readLevels, updateLevel } from "../store.ts";

/**
 * Changes one level; `version` is the version it was read at. Applies to members at their next
 * growth, or at the end of their period. Refuses NOT_FOUND, STATE_CHANGED, and INPUT_INVALID when
 * the levels would no longer be ascending.
 */
export async function changeLevel(db: Db, level: Level): Promise<void> {
  await transaction(db, async (tx) => {
    const ladder = await lockLevels(tx);
    if (!ladder.some(({ grade }) => grade === level.grade)) throw new Refusal("NOT_FOUND");
    const after = ladder.map((one) => (one.grade === level.grade ? level : one));
    if (!areLevelsAscending(after))
      throw new Refusal("INPUT_INVALID", {
        field: "growthFrom",
        text: "成长值要高于前一级、低于后一级，请核对",
      });
    if (!(await updateLevel(tx, level))) throw new Refusal("STATE_CHANGED");
  });
}

/**
 * Grants a level until a time, once for each (source, ref); the higher of it and the level by
 * growth applies. Refuses NOT_FOUND for an unknown member or grade, and INPUT_INVALID for an end in
 * the past.
 */
export async function grantLevel(
  context: Context,
  db: Db,
  given: Omit<LevelGrant, "id">,
): Promise<"given" | "replay"> {
  const { memberId, grade, until } = given;
  const [ladder, member] = await Promise.all([readLevels(db), nameOf(db, memberId)]);
  if (!member || !ladder.some((each) => each.grade === grade)) throw new Refusal("NOT_FOUND");
  if (until <= context.clock.now())
    throw new Refusal("INPUT_INVALID", { field: "until", text: "请选现在以后的时间" });
  return transaction(db, (tx) =>
    callGrant(tx, { ...given, id: context.ids.next(), now: context.clock.sql() }),
  );
}
