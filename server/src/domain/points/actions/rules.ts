/**
 * The rules of earning points, which operators read and change, and tasks that other modules report
 * as done.
 */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { expiryOf, type Rule, type TaskId, WEEK_DAYS } from "../model.ts";
import { addRule, callTaskDone, rulesAt, ruleVersions } from "../store/rules.ts";
import { taskTexts } from "../texts.ts";

/**
 * Completes a task for the caller: its points are granted once to a member. Returns whether they
 * were granted now.
 */
export const completeTask = (
  context: Context,
  tx: Db | Tx,
  { memberId, task }: { memberId: string; task: Exclude<TaskId, "first_order"> },
): Promise<boolean> =>
  callTaskDone(tx, {
    memberId,
    task,
    title: taskTexts[task].title,
    lotId: context.ids.next(),
    txnId: context.ids.next(),
    expiresAt: expiryOf(context.clock.now(), context.settings.pointsLifeMonths),
    now: context.clock.sql(),
  });

/** Returns every version of every rule; `isInForce` marks the one in force now. */
export async function listRules(
  context: Context,
  db: Db,
): Promise<Output<"operatorPoints", "rules">> {
  const inForce = await rulesAt(db, context.clock.sql());
  const list = (await ruleVersions(db)).map((rule) => ({
    ...rule,
    points: [...rule.points],
    isInForce: inForce.get(rule.ruleId)?.version === rule.version,
  }));
  return { list };
}

const isValidRule = ({
  ruleId,
  points,
  unitFen,
  perOrder,
}: Pick<Rule, "ruleId" | "points" | "unitFen" | "perOrder">) => {
  const figures = ruleId === "sign_in" ? WEEK_DAYS : 1;
  const hasUnit = (unitFen !== undefined) === (ruleId === "order");
  return points.length === figures && hasUnit && (perOrder === undefined || ruleId === "order");
};

type Change = Input<"operatorPoints", "changeRule"> & { readonly operatorId: string };

/**
 * Adds a version of a rule, valid from a day on; points already earned stay. Refuses STATE_CHANGED
 * when another version was added meanwhile, and INPUT_INVALID for figures that do not fit the rule,
 * or a day in the past.
 */
export async function changeRule(context: Context, db: Db, change: Change): Promise<number> {
  const { ruleId, sinceVersion, isOn, points, startsAt, operatorId, reason, ...caps } = change;
  const { unitFen, perOrder, perDay, perLife } = caps;
  const figures = {
    ...(unitFen === undefined ? {} : { unitFen }),
    ...(perOrder === undefined ? {} : { perOrder }),
    ...(perDay === undefined ? {} : { perDay }),
    ...(perLife === undefined ? {} : { perLife }),
  };
  const isPast = startsAt !== undefined && startsAt < context.clock.now().getTime();
  if (isPast)
    throw new Refusal("INPUT_INVALID", { field: "startsAt", text: "请选现在以后的时间，或不填" });
  if (!isValidRule({ ruleId, points, ...figures })) {
    throw new Refusal("INPUT_INVALID", { field: "points", text: "积分的个数不合这条规则，请核对" });
  }
  const version = sinceVersion + 1;
  const isAdded = await addRule(db, {
    ruleId,
    version,
    isOn,
    points,
    ...figures,
    startsAt: startsAt === undefined ? undefined : new Date(startsAt),
    madeBy: `operator:${operatorId}`,
    reason,
    now: context.clock.sql(),
  });
  if (!isAdded) throw new Refusal("STATE_CHANGED");
  return version;
}
