/** The words of goods: states, drawings, grounds, and how a benefit is delivered, used and refunded. */
import type { ArtworkName, ArtworkTint } from "@yunjing/contract/artwork";
import type { Tone } from "../../parts/tag.tsx";

type Choice = readonly [value: string, label: string];

export const statusWords: Readonly<Record<string, readonly [Tone, string]>> = {
  draft: ["outline", "未上架"],
  review: ["warn", "待审"],
  on: ["ok", "在售"],
  off: ["sand", "已下架"],
  archived: ["sand", "已归档"],
};

/** The drawings that goods, brands and categories may have, those most used first. */
const artworkNames: Readonly<Record<ArtworkName, string>> = {
  bag: "购物袋",
  gift: "礼盒",
  coffee: "咖啡",
  latte: "拿铁",
  tea: "奶茶",
  juice: "果汁",
  cola: "可乐",
  icecream: "冰淇淋",
  cake: "蛋糕",
  bread: "面包",
  bucket: "炸鸡桶",
  burger: "汉堡",
  fries: "薯条",
  pizza: "披萨",
  bowl: "面食",
  hotpot: "火锅",
  sushi: "寿司",
  sandwich: "三明治",
  film: "电影",
  popcorn: "爆米花",
  ticket: "票券",
  video: "视频会员",
  music: "音乐会员",
  book: "读书",
  member: "会员",
  phone: "手机",
  sim: "话费卡",
  databag: "流量",
  car: "打车",
  scooter: "外卖",
  bike: "单车",
  metrocard: "公交地铁",
  pump: "加油",
  parking: "停车",
  carwash: "洗车",
  plane: "机票",
  train: "火车",
  giftcard: "礼品卡",
  coupon: "优惠券",
  groceries: "生鲜",
  cart: "超市",
  stores: "门店",
  coins: "积分币",
  codebox: "兑换码",
  muffin: "玛芬",
  wrap: "卷饼",
  fish: "鱼堡",
  dbl: "双层汉堡",
  drumstick: "鸡腿",
  wings: "鸡翅",
  nuggets: "鸡块",
  eggtart: "蛋挞",
  porridge: "粥",
  youtiao: "油条",
  hashbrown: "薯饼",
  salad: "沙拉",
  corn: "玉米",
  familybucket: "全家桶",
  croissant: "可颂",
  buns: "包子",
  donut: "甜甜圈",
  sundae: "圣代",
  soymilk: "豆浆",
  americano: "美式咖啡",
  icetea: "冰茶",
  cheesetea: "芝士茶",
  mango: "芒果饮",
  matcha: "抹茶",
  lemontea: "柠檬茶",
  bus: "公交",
  mappin: "地点",
  headphones: "耳机",
  note: "音符",
  glasses: "观影眼镜",
  videocard: "视频卡",
  wallet: "钱包",
  coupons: "券包",
  clock: "时钟",
  crown: "皇冠",
  umbrella: "雨伞",
  bottle: "水杯",
  tote: "帆布袋",
  cable: "数据线",
  soap: "洗护",
  plush: "毛绒玩具",
  mug: "马克杯",
  powerbank: "充电宝",
  towel: "毛巾",
};
export const artworkChoices: readonly Choice[] = Object.entries(artworkNames);

const tintNames: Readonly<Record<ArtworkTint, string>> = {
  peach: "蜜桃",
  sand: "沙色",
  gold: "金色",
  sea: "海蓝",
  ice: "冰蓝",
  teal: "青色",
  green: "绿色",
  plum: "梅紫",
};
export const tintChoices: readonly Choice[] = Object.entries(tintNames);

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
