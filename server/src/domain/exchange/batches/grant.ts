/**
 * Creates live codes for the demo and for tests, through the same steps as a maker and a checker.
 */
import { formatCode } from "@yunjing/contract/exchange-code";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { codeSealContext } from "../model.ts";
import { approveBatch } from "./approve.ts";
import { createBatch } from "./create.ts";
import { unusedCodesOfBatch, unusedCodesOfMaker } from "./store.ts";
import { submitAndGenerate } from "./submit.ts";

const YEAR_MS = 365 * 86_400_000;

/** What the codes of the demo exchange into. */
export const demoTargets = {
  "kfc-set": {
    target: "meal",
    title: "香辣鸡腿堡三件套",
    brand: "kfc",
    setMealId: "kfc-set",
    faceFen: 3_590,
  },
  "kfc-value-50": { target: "voucher", title: "肯德基 50 元代金券", brand: "kfc", valueFen: 5_000 },
  "points-500": { target: "points", title: "500 积分", points: 500 },
  "coupon-10": {
    target: "coupon",
    title: "10 元无门槛券",
    templateId: "coupon-ten",
    valueFen: 1_000,
  },
  "choice-3": {
    target: "benefit",
    title: "生活好礼三选一",
    faceFen: 2_000,
    choices: [
      { skuId: "phone-mobile-10", title: "移动话费 10 元" },
      { skuId: "video-iqiyi", title: "视频会员月卡" },
      { skuId: "waimai-pack", title: "外卖红包 6 张" },
    ],
  },
  "level-gold": { target: "level", title: "金鲸会员 30 天", grade: 3, days: 30, faceFen: 1_500 },
  "balance-20": { target: "balance", title: "20 元余额", valueFen: 2_000 },
} as const satisfies Record<string, Omit<BatchTarget, "validUntil">>;
export type DemoTarget = keyof typeof demoTargets;

/** Uses per code for multi-use codes of the demo. */
const usesPerDemoCode: Partial<Record<DemoTarget, number>> = { "choice-3": 2 };

export type CodeGrantRequest = {
  readonly count: number;
  /** Two different persons: the batch records both. */
  readonly makerId: string;
  readonly checkerId: string;
  readonly usesPerCode?: number;
  readonly perMember?: number;
} & ({ readonly target: DemoTarget } | { readonly custom: BatchTarget });

/**
 * Returns the live codes of a new batch in their displayed form. Refuses as `createBatch`: a meal
 * first needs its brand's menu.
 */
export async function grantCodes(
  context: Context,
  db: Db,
  granting: CodeGrantRequest,
): Promise<string[]> {
  const { count, makerId, checkerId } = granting;
  const validUntil = context.clock.now().getTime() + YEAR_MS;
  const target =
    "custom" in granting ? granting.custom : { ...demoTargets[granting.target], validUntil };
  const many = "custom" in granting ? undefined : usesPerDemoCode[granting.target];
  const { usesPerCode = many ?? 1, perMember = 1 } = granting;
  const input = { name: target.title, target, count, usesPerCode, perMember };
  const { batchId } = await createBatch(context, db, { makerId, key: context.ids.next(), input });
  await submitAndGenerate(context, db, { makerId, key: context.ids.next(), batchId });
  await approveBatch(context, db, { batchId, checkerId });
  return unusedCodes(context, db, batchId, count);
}

/**
 * Returns as many unused codes of a demo target as requested: existing ones first, then new ones.
 */
export async function ensureCodes(
  context: Context,
  db: Db,
  granting: CodeGrantRequest & { readonly target: DemoTarget },
): Promise<string[]> {
  const { target, count, makerId } = granting;
  const { title } = demoTargets[target];
  const free = await unusedCodesOfMaker(db, { makerId, title, limit: count });
  const before = shown(context, free);
  if (before.length === count) return before;
  const made = await grantCodes(context, db, { ...granting, count: count - before.length });
  return [...before, ...made];
}

const shown = (context: Context, sealed: { codeId: string; codeSealed: Buffer }[]): string[] =>
  sealed.map(({ codeId, codeSealed }) =>
    formatCode(context.secrets.open(codeSealed, codeSealContext(codeId))),
  );

/** Returns the unused codes of a live batch in their displayed form. */
export async function unusedCodes(
  context: Context,
  db: Db,
  batchId: string,
  limit: number,
): Promise<string[]> {
  return shown(context, await unusedCodesOfBatch(db, batchId, limit));
}
