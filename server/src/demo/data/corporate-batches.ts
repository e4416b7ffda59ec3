/**
 * The batches that corporate customers ordered in the demo's past, through the demo's dealers. All
 * figures are invented; money in fen.
 */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { demoTargets } from "../../domain/exchange/actions.ts";

export type CorporateBatch = {
  readonly name: string;
  readonly target: Omit<BatchTarget, "validUntil">;
  readonly count: number;
  /** Days before the last day of the past. */
  readonly madeDaysAgo: number;
  readonly validDays: number;
  /** Redeemed by now, of a hundred. */
  readonly redeemedPercent: number;
  /** `draft` was never submitted, `waiting` waits for a checker; both have no codes to redeem. */
  readonly state: "active" | "frozen" | "waiting" | "draft";
  /** The dealer who ordered it; absent: the demo's first one. */
  readonly dealer?: "dealer" | "southDealer" | "westDealer";
};

const choice = (skuId: string, title: string, faceFen: number): CorporateBatch["target"] => ({
  target: "benefit",
  title,
  faceFen,
  choices: [{ skuId, title }],
});

const kfcFifty = choice("kfc-cash-50", "肯德基 50 元代金券", 5_000);
const phoneFifty = choice("phone-mobile-50", "移动话费 50 元", 5_000);

export const corporateBatches: readonly CorporateBatch[] = [
  {
    name: "平安银行双十一 肯德基 50 元",
    target: kfcFifty,
    count: 50,
    madeDaysAgo: 13,
    validDays: 90,
    redeemedPercent: 76,
    state: "active",
  },
  {
    name: "招商银行掌上生活 500 积分",
    dealer: "southDealer",
    target: demoTargets["points-500"],
    count: 1_000,
    madeDaysAgo: 46,
    validDays: 180,
    redeemedPercent: 9,
    state: "active",
  },
  {
    name: "中国人寿客户节 20 元余额",
    dealer: "westDealer",
    target: demoTargets["balance-20"],
    count: 120,
    madeDaysAgo: 38,
    validDays: 180,
    redeemedPercent: 65,
    state: "active",
  },
  {
    name: "顺丰速运员工福利 生活好礼三选一",
    target: demoTargets["choice-3"],
    count: 800,
    madeDaysAgo: 30,
    validDays: 180,
    redeemedPercent: 1,
    state: "active",
  },
  {
    name: "京东企业购 话费 50 元",
    target: phoneFifty,
    count: 500,
    madeDaysAgo: 22,
    validDays: 180,
    redeemedPercent: 2,
    state: "active",
  },
  {
    name: "中国移动焕新礼 视频会员季卡",
    target: choice("video-iqiyi-quarter", "视频会员季卡", 4_190),
    count: 400,
    madeDaysAgo: 17,
    validDays: 120,
    redeemedPercent: 1,
    state: "active",
  },
  {
    name: "华为云开发者日 2D 电影票",
    dealer: "southDealer",
    target: choice("movie-2d", "2D 电影通兑票", 2_680),
    count: 300,
    madeDaysAgo: 34,
    validDays: 120,
    redeemedPercent: 3,
    state: "active",
  },
  {
    name: "万科物业业主答谢 10 元券",
    target: demoTargets["coupon-10"],
    count: 300,
    madeDaysAgo: 26,
    validDays: 120,
    redeemedPercent: 12,
    state: "active",
  },
  {
    name: "比亚迪试驾礼 京东购物卡 100 元",
    dealer: "southDealer",
    target: choice("jd-cash-100", "京东购物卡 100 元", 10_000),
    count: 200,
    madeDaysAgo: 9,
    validDays: 90,
    redeemedPercent: 0,
    state: "frozen",
  },
  {
    name: "交通银行最红星期五 外卖红包",
    dealer: "westDealer",
    target: choice("waimai-pack", "外卖红包 6 张", 1_290),
    count: 400,
    madeDaysAgo: 52,
    validDays: 30,
    redeemedPercent: 2,
    state: "active",
  },
  {
    name: "建设银行年终回馈 肯德基 50 元",
    target: kfcFifty,
    count: 600,
    madeDaysAgo: 0,
    validDays: 180,
    redeemedPercent: 0,
    state: "waiting",
  },
  {
    name: "滴滴企业版司机关怀 话费 50 元",
    target: phoneFifty,
    count: 300,
    madeDaysAgo: 1,
    validDays: 180,
    redeemedPercent: 0,
    state: "draft",
  },
];

/** Bank transfers of the dealers, each for a share of what is owed for the month before. */
export const dealerPayments = [
  { dealer: "dealer", daysAgo: 40, sharePercent: 100, slip: "HD20260041588" },
  { dealer: "dealer", daysAgo: 10, sharePercent: 60, slip: "HD20260057203" },
  { dealer: "southDealer", daysAgo: 12, sharePercent: 100, slip: "HN20260031170" },
  { dealer: "westDealer", daysAgo: 9, sharePercent: 40, slip: "XB20260008842" },
] as const;
