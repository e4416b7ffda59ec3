/** Builds the view of a running session for its holder. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { setMealOf } from "../../dining/actions.ts";
import { choicesOf } from "../choices.ts";
import { type TargetDetails, manifestOf } from "../manifest.ts";
import { sessionTokenOf } from "../model.ts";
import type { CodeTarget, HeldTarget } from "../store.ts";

type SessionToShow = {
  readonly session: string;
  /** ms */
  readonly expiresAt: number;
  readonly target: HeldTarget;
  readonly last4: string;
  /** ms */
  readonly validUntil: number;
};

async function loadTargetDetails(
  context: Context,
  db: Db,
  target: CodeTarget,
): Promise<TargetDetails> {
  if (target.target === "benefit") return { choices: await choicesOf(context, db, target) };
  const { brand, setMealId } = target;
  if (brand === undefined || setMealId === undefined) return {};
  const setMeal = await setMealOf(db, brand, setMealId);
  return { items: setMeal?.items.map((item) => ({ ...item })) };
}

/** Returns the session's token, its end, and the code's targets. */
export async function shownSession(
  context: Context,
  db: Db,
  running: SessionToShow,
): Promise<Output<"exchange", "resume">> {
  const { last4, target } = running;
  const details = await loadTargetDetails(context, db, target);
  return {
    session: sessionTokenOf(context, running.session),
    expiresAt: running.expiresAt,
    manifest: manifestOf(target, { last4, validUntil: running.validUntil }, details),
  };
}
