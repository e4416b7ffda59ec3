/**
 * Seeds a year of growth: the first member at a high level, the second one just below the next
 * level.
 */
import { addGrowth, changeLevel, listLevels } from "../domain/levels/actions.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import type { Role } from "./people.ts";

const DAY_MS = 86_400_000;

/** Days ago, growth and reason; the oldest first. */
const YEAR: readonly (readonly [number, number, string])[] = [
  [318, 268, "消费 · 京东 E 卡 300 元"],
  [262, 199, "消费 · 视频会员季卡"],
  [207, 386, "消费 · 天猫超市卡 400 元"],
  [203, -50, "退款扣回 · 天猫超市卡"],
  [148, 520, "消费 · 中石化加油卡 500 元"],
  [96, 298, "消费 · 肯德基工作日套餐"],
  [61, 100, "会员周活动奖励"],
  [33, 462, "消费 · 京东 E 卡 500 元"],
  [12, 297, "消费 · 话费充值 300 元"],
];
const YEAR_BELOW_NEXT_LEVEL: typeof YEAR = [
  [20, 100, "新人任务奖励"],
  [6, 368, "消费 · 话费充值 400 元"],
];

/** The demo's coupon templates by level. */
const LEVEL_GIFTS: Readonly<Record<number, readonly string[]>> = {
  3: ["shop-pack"],
  4: ["gold-month", "coffee-free"],
};

/** Assigns coupons to the levels that promise some; call it once per database. */
export async function seedLevelGifts(db: Db): Promise<void> {
  for (const level of await listLevels(db)) {
    const couponTemplates = LEVEL_GIFTS[level.grade];
    if (couponTemplates) await changeLevel(db, { ...level, couponTemplates });
  }
}

/** Idempotent: each entry is written once per database. */
export async function seedGrowth(
  context: Context,
  db: Db,
  { member, second }: Record<Role, string>,
): Promise<void> {
  const today = context.clock.now().getTime();
  for (const [memberId, entries] of [
    [member, YEAR],
    [second, YEAR_BELOW_NEXT_LEVEL],
  ] as const) {
    for (const [place, [daysAgo, growth, title]] of entries.entries()) {
      const at = new Date(today - daysAgo * DAY_MS);
      await addGrowth(context, db, { memberId, ref: `demo:${place}`, growth, title, at });
    }
  }
}
