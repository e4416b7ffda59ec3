/** Sample goods, coupons and orders for the showcase. */
import type { BannerItem } from "../banner-slide.tsx";
import type { BenefitCardProps } from "../benefit-card.tsx";
import type { CouponTicketProps } from "../coupon-ticket.tsx";
import type { ZoneCardProps } from "../zone-card.tsx";

export const noop = () => undefined;

export const banners: readonly BannerItem[] = [
  {
    id: "breakfast",
    title: "吃过早餐再赶路",
    subtitle: "上海 412 家门店，10:00 前可取",
    priceFen: 990,
    priceNote: "起，烟肉堡配拿铁",
    tint: "sand",
    artworks: ["muffin", "coffee"],
    onPress: noop,
  },
  {
    id: "film",
    title: "周末看场电影",
    subtitle: "全国影院通兑",
    priceFen: 2680,
    priceNote: "2D 通兑票",
    tint: "sea",
    artworks: ["film", "popcorn"],
    onPress: noop,
  },
];

export const tiles = [
  ["点餐", "bucket", "peach"],
  ["打车", "car", "sea"],
  ["外卖", "scooter", "teal"],
  ["电影", "film", "ice"],
  ["话费充值", "phone", "sand"],
  ["会员卡", "video", "plum"],
  ["优惠券", "ticket", "peach"],
  ["加油", "pump", "teal"],
  ["积分兑换", "coins", "gold"],
  ["兑换码", "codebox", "green"],
] as const;

export const zoneCards: readonly ZoneCardProps[] = [
  { title: "香辣鸡腿堡套餐", artwork: "burger", also: "fries", tint: "peach", priceFen: 1990 },
  { title: "芋泥波波奶茶", artwork: "tea", tint: "plum", priceFen: 990, marketPriceFen: 1900 },
  { title: "2D 电影通兑票", artwork: "film", also: "popcorn", tint: "sea", priceFen: 2680 },
  { title: "生椰拿铁大杯", artwork: "latte", tint: "sand", priceFen: 880, marketPriceFen: 1600 },
];

export const brands = [
  { name: "肯德基", count: 26, artwork: "bucket", tint: "peach" },
  { name: "麦当劳", count: 18, artwork: "fries", tint: "sand" },
  { name: "瑞幸咖啡", count: 14, artwork: "coffee", tint: "sea" },
  { name: "喜茶", count: 9, artwork: "cheesetea", tint: "plum" },
] as const;

export const benefits: readonly BenefitCardProps[] = [
  {
    title: "吮指原味鸡 4 块 + 薯条（中）",
    brand: "肯德基",
    artwork: "bucket",
    also: "fries",
    tint: "peach",
    tags: ["门店自取", "3 分钟出码"],
    priceFen: 2990,
    marketPriceFen: 5200,
    isMemberPrice: true,
    exchangedCount: 24_300,
  },
  {
    title: "29 元任选饮品券",
    brand: "瑞幸咖啡",
    artwork: "coffee",
    tint: "green",
    tags: ["卡密", "全国可用"],
    priceFen: 1290,
    marketPriceFen: 2900,
    state: "sold_out",
    exchangedCount: 6530,
  },
  {
    title: "100 元代金券，周末通用",
    brand: "西贝莜面村",
    artwork: "bowl",
    tint: "teal",
    tags: [],
    priceFen: 8200,
    marketPriceFen: 10_000,
    state: "not_here",
    unavailable: "上海暂无可用门店",
    exchangedCount: 1204,
  },
  {
    title: "云鲸毛绒公仔",
    brand: "云鲸好物",
    artwork: "plush",
    tint: "ice",
    tags: ["顺丰包邮"],
    priceFen: 990,
    points: 2600,
  },
];

export const coupons: readonly CouponTicketProps[] = [
  {
    title: "点餐满减券",
    value: { offFen: 2000 },
    threshold: "满 50 可用",
    scope: "肯德基、麦当劳、瑞幸等 12 个品牌",
    until: "今天 23:59 到期",
    isUrgent: true,
    tag: "今天到期",
    action: { text: "去使用", onPress: noop },
  },
  {
    title: "金鲸会员月券",
    value: { rate: 8.8 },
    threshold: "最高减 15",
    scope: "电影、点餐、卡券通用",
    until: "2026-11-30 到期",
    isMember: true,
    tag: "会员",
    action: { text: "去使用", onPress: noop },
  },
  {
    title: "饮品券",
    value: { offFen: 300 },
    threshold: "满 15 可用",
    scope: "喜茶、奈雪的茶",
    until: "2026-10-31 已过期",
    state: "expired",
  },
];
