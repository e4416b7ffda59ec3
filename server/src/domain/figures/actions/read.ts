/** Reads figures of the operators' console: of a span, by hour or day, ranked, and owed. */
import { type FigureName, figureNames, type TopKind } from "@yunjing/contract/figures";
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { shanghaiDayStart } from "../../../platform/shanghai.ts";
import { DAY_MS, figureOf, HOUR_MS, hourOf, percentileOf, rateOf, type Sums } from "../model.ts";
import { readProgress } from "../store/progress.ts";
import {
  countUnknown,
  readBalances,
  readCodesFen,
  readFetched,
  readTop,
  type Span,
  sumBuckets,
  sumDaysOfBatch,
  sumSpans,
} from "../store/read.ts";

type Wanted = { readonly from?: number | undefined; readonly to?: number | undefined };

const HOURS_DAYS_MAX = 31;
const DAYS_MAX = 400;
const UNKNOWN_MAX = 1_000;
const TOP_SIZE = 10;

/**
 * Returns the wanted span, or today until now. Refuses INPUT_INVALID for a span that is reversed or
 * longer than `daysMax`.
 */
function spanOf(now: number, { from, to }: Wanted, daysMax = DAYS_MAX): Span {
  const until = Math.min(to ?? now, now);
  const since = from ?? shanghaiDayStart(until);
  if (since > until || until - since > daysMax * DAY_MS) {
    throw new Refusal("INPUT_INVALID", { field: "from" });
  }
  return { from: hourOf(since), to: until };
}

const shifted = ({ from, to }: Span, ms: number): Span => ({ from: from - ms, to: to - ms });

const WEEK_DAYS = 7;

/** The span as far as it has full hours, the same stretch before it, and the one of a week before. */
function comparisons({ from, to }: Span): readonly [Span, Span, Span] {
  const full = { from, to: Math.max(from, hourOf(to)) };
  const days = Math.max(1, Math.ceil((to - from) / DAY_MS));
  return [full, shifted(full, days * DAY_MS), shifted(full, WEEK_DAYS * DAY_MS)];
}

/** Every figure of a span, beside the same stretch before it and a week before; see the contract. */
export async function overview(
  context: Context,
  db: Db,
  wanted: Wanted,
): Promise<Output<"operatorFigures", "overview">> {
  const span = spanOf(context.clock.now().getTime(), wanted);
  const [full, earlier, lastWeek] = comparisons(span);
  const [all = {}, compared = {}, before = {}, weekBefore = {}] = await sumSpans(db, [
    span,
    full,
    earlier,
    lastWeek,
  ]);
  const progress = await readProgress(db);
  return {
    ...span,
    comparedUntil: full.to,
    list: figureNames.map((figure) => ({
      figure,
      ...withoutNulls({
        value: figureOf(figure, all),
        compared: figureOf(figure, compared),
        before: figureOf(figure, before),
        weekBefore: figureOf(figure, weekBefore),
      }),
    })),
    unknown: await countUnknown(db, UNKNOWN_MAX),
    isWhole: progress?.isWhole ?? false,
    ...withoutNulls({ updatedAt: progress?.updatedAt ?? null }),
  };
}

const isFigure = (name: string): name is FigureName =>
  figureNames.some((figure) => figure === name);

/** Reads the names of figures with commas between; refuses INPUT_INVALID for one that is unknown. */
function figuresOf(text: string): readonly FigureName[] {
  const names = text.split(",");
  if (!names.every(isFigure)) throw new Refusal("INPUT_INVALID", { field: "figures" });
  return names;
}

/**
 * Returns a span in whole hours or days, and the beginning of each in ms. Refuses INPUT_INVALID for
 * more than 31 days of hours or 400 days.
 */
export function bucketsOf(now: number, wanted: Wanted, grain: "day" | "hour") {
  const span = spanOf(now, wanted, grain === "hour" ? HOURS_DAYS_MAX : DAYS_MAX);
  const from = grain === "hour" ? span.from : shanghaiDayStart(span.from);
  const size = grain === "hour" ? HOUR_MS : DAY_MS;
  const count = Math.ceil((span.to - from) / size);
  return { from, to: span.to, starts: Array.from({ length: count }, (_, n) => from + n * size) };
}

/** Figures by hour (of at most 31 days) or by day (of at most 400); every hour or day is there. */
export async function series(
  context: Context,
  db: Db,
  wanted: Wanted & { readonly figures: string; readonly grain: "day" | "hour" },
): Promise<Output<"operatorFigures", "series">> {
  const { grain } = wanted;
  const names = figuresOf(wanted.figures);
  const now = context.clock.now().getTime();
  const { starts, from, to } = bucketsOf(now, wanted, grain);
  const buckets = await sumBuckets(db, { from, to, grain });
  const none: Sums = {};
  return {
    list: names.map((figure) => ({
      figure,
      points: starts.map((at) => ({
        at,
        ...withoutNulls({ value: figureOf(figure, buckets.get(at) ?? none) }),
      })),
    })),
  };
}

const tenderWords = [
  ["cash", "微信支付", "channelFen"],
  ["balance", "余额", "balanceFen"],
  ["coupon", "优惠券", "couponFen"],
  ["points", "积分", "pointsFen"],
  ["code", "兑换码", "codeFen"],
] as const;

/** What brought most in a span. Of a supplier it is the cost of what was delivered. */
export async function top(
  context: Context,
  db: Db,
  wanted: Wanted & { readonly by: TopKind; readonly limit?: number | undefined },
): Promise<Output<"operatorFigures", "top">> {
  const { by, limit = TOP_SIZE } = wanted;
  const span = spanOf(context.clock.now().getTime(), wanted);
  if (by === "tender") {
    const [sums = {}] = await sumSpans(db, [span]);
    const list = tenderWords.map(([key, title, measure]) => ({
      key,
      title,
      amountFen: sums[measure] ?? 0,
    }));
    return { list: list.toSorted((a, b) => b.amountFen - a.amountFen) };
  }
  const found = await readTop(db, { ...span, by, limit });
  return {
    list: found.map(({ key, title, amountFen, count, failed }) => ({
      key,
      title,
      amountFen,
      ...(by === "coupon" ? {} : { count }),
      ...(by === "supplier" ? withoutNulls({ successRate: rateOf(count, count + failed) }) : {}),
    })),
  };
}

const BATCH_DAYS = 30;

/** Returns the redemptions of a batch on each of the last thirty days, today until now included. */
export async function redemptionsOfBatch(
  context: Context,
  db: Db,
  batchId: string,
): Promise<Output<"operatorFigures", "batch">> {
  const now = context.clock.now().getTime();
  const from = shanghaiDayStart(now) - (BATCH_DAYS - 1) * DAY_MS;
  const [sums, progress] = await Promise.all([
    sumDaysOfBatch(db, { from, to: now, batchId }),
    readProgress(db),
  ]);
  return {
    list: Array.from({ length: BATCH_DAYS }, (_, n) => {
      const at = from + n * DAY_MS;
      return { at, value: sums.get(at) ?? 0 };
    }),
    ...withoutNulls({ updatedAt: progress?.updatedAt ?? null }),
  };
}

/** What members are owed now, or were at the end of the hour before `at`. Fen and points. */
export async function liabilities(
  context: Context,
  db: Db,
  { at }: { readonly at?: number | undefined },
): Promise<Output<"operatorFigures", "liabilities">> {
  const until = at === undefined ? context.clock.now().getTime() + HOUR_MS : hourOf(at);
  const balances = await readBalances(db, until);
  const progress = await readProgress(db);
  const held = (...accounts: readonly string[]) =>
    accounts.reduce((sum, account) => sum + (balances.get(account) ?? 0), 0);
  const principalFen = held("CNY:principal", "CNY:held_principal");
  const bonusFen = held("CNY:bonus", "CNY:held_bonus");
  const rewardFen = held("CNY:reward_frozen", "CNY:reward_cash", "CNY:held_reward");
  const points = held("PTS:available", "PTS:pending", "PTS:held", "PTS:debt");
  return {
    principalFen,
    bonusFen,
    rewardFen,
    points,
    ...(at === undefined ? { codesFen: await codesFen(context, db) } : {}),
    totalFen: principalFen + bonusFen + rewardFen + points,
    isWhole: progress?.isWhole ?? false,
    ...withoutNulls({ updatedAt: progress?.updatedAt ?? null }),
  };
}

/** What the codes that members or dealers hold are worth now; never of a past instant. */
function codesFen({ clock, settings }: Context, db: Db): Promise<number> {
  const { pointsUnit: points, pointsUnitFen: pointsFen } = settings;
  return readCodesFen(db, { now: clock.now(), points, pointsFen });
}

const MEDIAN = 0.5;
const SLOWEST_TWENTIETH = 0.95;

/** How long deliveries of a span took from the payment, by kind of order; the most frequent first. */
export async function fetching(
  context: Context,
  db: Db,
  wanted: Wanted,
): Promise<Output<"operatorFigures", "fetching">> {
  const counts = new Map<string, Map<number, number>>();
  for (const { kind, bucket, count } of await readFetched(
    db,
    spanOf(context.clock.now().getTime(), wanted),
  )) {
    const ofKind = counts.get(kind) ?? new Map<number, number>();
    counts.set(kind, ofKind.set(bucket, count));
  }
  const list = [...counts].map(([kind, buckets]) => ({
    kind,
    count: [...buckets.values()].reduce((sum, count) => sum + count, 0),
    p50Ms: percentileOf(buckets, MEDIAN) ?? 0,
    p95Ms: percentileOf(buckets, SLOWEST_TWENTIETH) ?? 0,
  }));
  return { list: list.toSorted((a, b) => b.count - a.count) };
}
