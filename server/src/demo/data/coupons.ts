/** The demo's coupon campaigns; all figures are invented, money in fen. */
import type { TemplateDraft } from "../../domain/coupons/actions.ts";

const DAY_MS = 86_400_000;

type CouponSpec = Pick<TemplateDraft, "templateId" | "title" | "rules" | "validity"> & {
  readonly scope: string;
  readonly tips?: readonly string[];
  readonly isMember?: true;
  readonly useAt?: TemplateDraft["looks"]["useAt"];
  readonly perMember?: number;
  readonly perDay?: number;
  readonly audience?: TemplateDraft["audience"];
  readonly isHidden?: true;
  /** Days from now until claiming begins. */
  readonly startsInDays?: number;
  readonly total?: number;
  readonly budgetFen?: number;
};

const days = (count: number): TemplateDraft["validity"] => ({ mode: "claim", days: count });
const inCategory = (code: string) => ({ categories: [code] });
const MEALTIMES = [
  { from: "10:00", to: "14:00" },
  { from: "17:00", to: "21:00" },
];
/** Level prices are common in this shop: a coupon that excludes them is the exception. */
const level = { withLevelPrice: true };
const stacks = { stackGroup: "brand", stacksWith: ["member"] };

const couponSpecs: readonly CouponSpec[] = [
  {
    templateId: "new-ten",
    title: "新人满减券",
    scope: "全场权益通用",
    validity: days(7),
    audience: { joinedWithinDays: 30 },
    rules: { type: "amount", valueFen: 1_000, thresholdFen: 2_000, ...level },
    tips: ["新会员注册 30 天内可领"],
  },
  {
    templateId: "meal-twenty",
    title: "点餐满减券",
    scope: "肯德基、麦当劳、瑞幸等点餐",
    validity: days(1),
    perMember: 3,
    perDay: 1,
    total: 20_000,
    rules: {
      type: "amount",
      valueFen: 2_000,
      thresholdFen: 5_000,
      only: inCategory("meal"),
      ...level,
    },
  },
  {
    templateId: "gold-month",
    title: "金鲸会员月券",
    scope: "电影、点餐、卡券通用",
    validity: days(30),
    isMember: true,
    audience: { grades: [3, 4, 5, 6] },
    rules: {
      type: "percent",
      percent: 88,
      capFen: 1_500,
      ...level,
      only: { categories: ["movie", "meal", "drink", "coupon"] },
      stackGroup: "member",
      stacksWith: ["brand"],
    },
    tips: ["可与会员价同享"],
  },
  {
    templateId: "phone-five",
    title: "话费充值券",
    scope: "三网话费 30 元及以上",
    validity: days(15),
    total: 5_000,
    budgetFen: 2_500_000,
    rules: {
      type: "amount",
      valueFen: 500,
      thresholdFen: 3_000,
      only: inCategory("phone"),
      ...level,
    },
    useAt: { categoryCode: "phone" },
  },
  {
    templateId: "delivery-eight",
    title: "外卖满减券",
    scope: "外卖",
    validity: days(7),
    perMember: 5,
    perDay: 1,
    rules: {
      type: "amount",
      valueFen: 800,
      thresholdFen: 3_000,
      only: inCategory("delivery"),
      ...level,
      hours: MEALTIMES,
    },
    tips: ["午间 10:00–14:00、晚间 17:00–21:00 可用"],
  },
  {
    templateId: "movie-eight",
    title: "电影票立减券",
    scope: "2D、巨幕通兑票",
    validity: days(14),
    total: 3_000,
    rules: { type: "amount", valueFen: 800, only: inCategory("movie"), ...level, ...stacks },
  },
  {
    templateId: "movie-eighty",
    title: "电影票 8 折券",
    scope: "电影",
    validity: days(30),
    budgetFen: 4_500_000,
    rules: { type: "percent", percent: 80, capFen: 1_500, only: inCategory("movie"), ...stacks },
    tips: ["不与会员价同享"],
  },
  {
    templateId: "ride-twelve",
    title: "打车满减券",
    scope: "快车、优享",
    validity: days(29),
    rules: {
      type: "amount",
      valueFen: 1_200,
      thresholdFen: 6_000,
      only: inCategory("ride"),
      ...level,
    },
  },
  {
    templateId: "ride-weekend",
    title: "周末打车立减券",
    scope: "打车，周末可用",
    validity: days(30),
    perMember: 2,
    rules: { type: "amount", valueFen: 500, only: inCategory("ride"), ...level, weekdays: [6, 7] },
  },
  {
    templateId: "drink-three",
    title: "饮品券",
    scope: "喜茶、奈雪的茶、瑞幸",
    validity: days(20),
    perMember: 4,
    perDay: 2,
    rules: {
      type: "amount",
      valueFen: 300,
      thresholdFen: 600,
      only: inCategory("drink"),
      ...level,
    },
  },
  {
    templateId: "video-price",
    title: "视频会员特惠券",
    scope: "视频黄金会员月卡",
    validity: days(10),
    total: 800,
    useAt: { benefitId: "video-iqiyi" },
    rules: {
      type: "fixed_price",
      valueFen: 990,
      only: { benefits: ["video-iqiyi"] },
      ...level,
    },
  },
  {
    templateId: "twelve-twelve",
    title: "双 12 全场券",
    scope: "全场权益，充值与加油除外",
    validity: days(3),
    startsInDays: 12,
    total: 10_000,
    rules: {
      type: "amount",
      valueFen: 1_500,
      thresholdFen: 9_900,
      ...level,
      except: { categories: ["phone", "fuel"] },
    },
  },
  {
    templateId: "bread-flash",
    title: "烘焙秒杀券",
    scope: "巴黎贝甜、好利来",
    validity: days(5),
    total: 1,
    rules: { type: "amount", valueFen: 1_000, only: { brands: ["paris", "holiland"] }, ...level },
  },
  {
    templateId: "coffee-free",
    title: "咖啡兑换券",
    scope: "冰美式大杯，兑换一杯",
    validity: days(60),
    isHidden: true,
    useAt: { benefitId: "luckin-americano" },
    rules: {
      type: "exchange",
      capFen: 1_500,
      only: { benefits: ["luckin-americano"] },
      ...level,
    },
  },
  {
    templateId: "coupon-ten",
    title: "10 元无门槛券",
    scope: "全场权益通用",
    validity: days(30),
    isHidden: true,
    rules: { type: "amount", valueFen: 1_000, ...level },
  },
  {
    templateId: "shop-pack",
    title: "超市满减券",
    scope: "超市购物",
    validity: days(30),
    isHidden: true,
    useAt: { categoryCode: "coupon" },
    rules: {
      type: "amount",
      valueFen: 3_000,
      thresholdFen: 19_900,
      only: inCategory("coupon"),
      ...level,
    },
  },
];

const firstOf = (list: readonly string[] | undefined) => (list?.length === 1 ? list[0] : undefined);

/** Returns the destination of 去使用 when the campaign sets none: the one category it is for. */
function useAtOf({ rules, useAt }: CouponSpec): TemplateDraft["looks"]["useAt"] {
  const categoryCode = firstOf(rules.only?.categories);
  return useAt ?? (categoryCode === undefined ? {} : { categoryCode });
}

export type DemoCoupon = {
  readonly draft: TemplateDraft;
  readonly total?: number;
  readonly budgetFen?: number;
};

/** Returns 10:00 in Shanghai, so many days from now. */
const tenOClock = (now: Date, inDays: number): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) + inDays) * DAY_MS + 2 * 3_600_000);

/** Returns the campaigns as drafts of a maker at `now`. */
export const demoCoupons = (now: Date): readonly DemoCoupon[] =>
  couponSpecs.map((one, sort) => ({
    draft: {
      templateId: one.templateId,
      title: one.title,
      rules: one.rules,
      validity: one.validity,
      audience: one.audience ?? {},
      sort,
      looks: {
        look: one.isMember ? "member" : "plain",
        scopeText: one.scope,
        tips: one.tips ?? [],
        useAt: useAtOf(one),
      },
      limits: {
        perMember: one.perMember ?? 1,
        ...(one.perDay === undefined ? {} : { perDay: one.perDay }),
      },
      isListed: !one.isHidden,
      ...(one.startsInDays === undefined ? {} : { claimFrom: tenOClock(now, one.startsInDays) }),
    },
    ...(one.total === undefined ? {} : { total: one.total }),
    ...(one.budgetFen === undefined ? {} : { budgetFen: one.budgetFen }),
  }));

/** A pack of four coupons of the campaigns above, in the claim centre after its first coupon. */
export const demoPack = {
  draft: {
    templateId: "weekend-pack",
    title: "周末吃喝券包",
    validity: days(14),
    audience: {},
    sort: 0,
    looks: { look: "plain", scopeText: "电影、饮品和外卖，一次领齐", tips: [], useAt: {} },
    limits: { perMember: 1 },
    isListed: true,
  },
  parts: [
    { templateId: "movie-eight", count: 1 },
    { templateId: "drink-three", count: 2 },
    { templateId: "delivery-eight", count: 1 },
  ],
  total: 2_000,
  budgetFen: 3_000_000,
} as const;
