/** Checks what a batch is to stand for before anything is made. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { isGiven } from "../../coupons/actions.ts";
import { setMealOf } from "../../dining/actions.ts";

async function isWhole(db: Db, target: BatchTarget): Promise<boolean> {
  const { brand, setMealId, valueFen, points, templateId } = target;
  switch (target.target) {
    case "meal":
      if (brand === undefined || setMealId === undefined) return false;
      return (await setMealOf(db, brand, setMealId)) !== undefined;
    case "voucher":
      return brand !== undefined && (valueFen ?? 0) > 0;
    case "points":
      return (points ?? 0) > 0;
    case "balance":
      return (valueFen ?? 0) > 0;
    case "coupon":
      return templateId !== undefined && (await isGiven(db, templateId));
    case "benefit":
      return false;
  }
}

/** Refuses INPUT_INVALID for a target without what it needs, one not offered yet, or a validity that is over. */
export async function checkTarget(context: Context, db: Db, target: BatchTarget): Promise<void> {
  const { validFrom = 0, validUntil } = target;
  const isInTime = validUntil > context.clock.now().getTime() && validFrom < validUntil;
  if (!isInTime || !(await isWhole(db, target))) throw new Refusal("INPUT_INVALID");
}
