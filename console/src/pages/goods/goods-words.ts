/** The words of goods: states, drawings, grounds, and how a benefit is delivered, used and refunded. */
import type { Tone } from "../../parts/tag.tsx";

type Choice = readonly [value: string, label: string];

export const statusWords: Readonly<Record<string, readonly [Tone, string]>> = {
  draft: ["outline", "未上架"],
  review: ["warn", "待审"],
  on: ["ok", "在售"],
  off: ["sand", "已下架"],
  archived: ["sand", "已归档"],
};

/** The built-in drawings that goods, brands and categories may have. */
export const artworkChoices: readonly Choice[] = [
  ["bag", "购物袋"],
  ["gift", "礼盒"],
  ["coffee", "咖啡"],
  ["latte", "拿铁"],
  ["tea", "奶茶"],
  ["juice", "果汁"],
  ["cola", "可乐"],
  ["icecream", "冰淇淋"],
  ["cake", "蛋糕"],
  ["bread", "面包"],
  ["bucket", "炸鸡桶"],
  ["burger", "汉堡"],
  ["fries", "薯条"],
  ["pizza", "披萨"],
  ["bowl", "面食"],
  ["hotpot", "火锅"],
  ["sushi", "寿司"],
  ["sandwich", "三明治"],
  ["film", "电影"],
  ["popcorn", "爆米花"],
  ["ticket", "票券"],
  ["video", "视频会员"],
  ["music", "音乐会员"],
  ["book", "读书"],
  ["member", "会员"],
  ["phone", "手机"],
  ["sim", "话费卡"],
  ["databag", "流量"],
  ["car", "打车"],
  ["scooter", "外卖"],
  ["bike", "单车"],
  ["metrocard", "公交地铁"],
  ["pump", "加油"],
  ["parking", "停车"],
  ["carwash", "洗车"],
  ["plane", "机票"],
  ["train", "火车"],
  ["giftcard", "礼品卡"],
  ["coupon", "优惠券"],
  ["groceries", "生鲜"],
  ["cart", "超市"],
  ["stores", "门店"],
];

export const tintChoices: readonly Choice[] = [
  ["peach", "蜜桃"],
  ["sand", "沙色"],
  ["gold", "金色"],
  ["sea", "海蓝"],
  ["ice", "冰蓝"],
  ["teal", "青色"],
  ["green", "绿色"],
  ["plum", "梅紫"],
];

export const deliveryChoices: readonly Choice[] = [
  ["card", "卡密（券码）"],
  ["topup", "直充"],
  ["movie", "电影票"],
];
export const usedInChoices: readonly Choice[] = [
  ["store", "到店出示"],
  ["online", "线上使用"],
  ["account", "充入账号"],
  ["cinema", "影院取票"],
  ["order", "本站下单"],
];
export const refundChoices: readonly Choice[] = [
  ["unused_auto", "未使用随时退"],
  ["before_code", "查看券码前可退"],
  ["manual", "客服审核后退"],
  ["never", "不支持退款"],
];
export const lateMoneyChoices: readonly Choice[] = [
  ["revive", "恢复订单"],
  ["refund", "原路退回"],
];
export const stockChoices: readonly Choice[] = [
  ["supplier", "供应商库存"],
  ["own", "自有库存"],
  ["unlimited", "不限"],
];

/** Returns the choices with the value in use, when it is none of them. */
export const withValue = (choices: readonly Choice[], value: string | undefined) =>
  value === undefined || choices.some(([known]) => known === value)
    ? choices
    : [...choices, [value, value] as const];
