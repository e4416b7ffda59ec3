/** The members of the demo's past: names, phones, and the day each of them joined. */
import {
  applyWechatProfile,
  findOrCreateMemberByPhone,
  findOrCreateMemberByWechat,
} from "../../domain/members/actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { faceOf } from "../face.ts";
import { type Choice, createChoice } from "./choice.ts";
import type { PastEnvironment } from "./environment.ts";

/** The hundred commonest surnames are enough for three hundred people. */
const SURNAMES =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严覃武戴莫孔向汤";
const GIVEN = [
  ..."静 敏 伟 强 磊 洋 艳 勇 军 杰 娟 涛 超 明 霞 平 刚 颖 琳 博 宁 悦 昊 蕾 欣 桐 岚 航 睿 婷".split(
    " ",
  ),
  ..."思远 雨桐 子涵 浩然 欣怡 梓萱 宇轩 诗雨 佳怡 俊杰 嘉宁 一诺 若曦 晓彤 文博 雅婷 志远 海燕 建国 秀英 晨曦 景行 书瑶 知行 可欣 天佑 明轩 清妍 云帆 慧敏".split(
    " ",
  ),
] as const;
/** Nicknames as people choose them where their name is not asked for. */
const NICKNAMES = [
  ..."小鹿 阿May 橙子汽水 南风 Kiki 不吃香菜 山里来信 七月流火 Leo 一只梨 鱼丸粗面 慢慢来 Cici 老王家的猫 今天也要早起".split(
    " ",
  ),
  ..."加冰少糖 Momo 晚风 豆包不甜 海边的卡夫 小满 地铁一号线 Jason 橘子海 早睡冠军 多肉葡萄 西瓜皮 Vivian 四月 打工的鲸".split(
    " ",
  ),
] as const;

export type Person = {
  /** From 0; also the order in which they are known here. */
  readonly place: number;
  readonly phone: string;
  /** Joined by WeChat, invited by the demo's first member: friends are shown by their surname then. */
  readonly isFriend?: true;
  /** The place of the inviter, where it is not the demo's first member. */
  readonly invitedBy?: number;
  /** Where the person shares a device with others. */
  readonly device?: string;
  readonly name: string;
  /** Days before the last day of the past. */
  readonly joinedDaysAgo: number;
};

/** Differs from the phones of the demo's accounts. */
const phoneOf = (place: number): string => `13${String(800_100_000 + place * 37).padStart(9, "0")}`;

const letter = (choice: Choice, letters: string): string =>
  [...letters][choice.below([...letters].length)] ?? "";

function nameOf(choice: Choice): string {
  if (choice.isIn(22)) return NICKNAMES[choice.below(NICKNAMES.length)] ?? "小鹿";
  return letter(choice, SURNAMES) + (GIVEN[choice.below(GIVEN.length)] ?? "静");
}

/** Friends of the demo's first member, and how long ago they joined. */
const FRIENDS = [
  ["陈思远", 52],
  ["林小满", 45],
  ["李雨桐", 37],
  ["周子涵", 30],
  ["王佳怡", 23],
  ["赵景行", 16],
  ["何清妍", 10],
  ["孙可欣", 5],
  ["吴航", 2],
] as const;
/** The place of the first of them. */
export const FRIENDS_FROM = 1_000;

/** Friends who joined within so many days. */
export const friendsOf = (days: number): Person[] =>
  FRIENDS.map(([name, joinedDaysAgo], at) => ({
    place: FRIENDS_FROM + at,
    phone: phoneOf(FRIENDS_FROM + at),
    name,
    joinedDaysAgo,
    isFriend: true as const,
  })).filter(({ joinedDaysAgo }) => joinedDaysAgo < days);

/** The place of the first of the friends who share a device. */
export const SHARED_DEVICE_FROM = 2_000;
const SHARED_DEVICE_NAMES = ["钱多", "钱进", "钱来", "钱富"] as const;
const SHARED_DEVICE_DAYS_AGO = 12;

/**
 * Four friends whom one member invites from one device within an hour: their rewards wait for review.
 * There are none in a past of so few days that the rewards would still be frozen.
 */
export const friendsOnOneDevice = (days: number): Person[] =>
  days <= SHARED_DEVICE_DAYS_AGO
    ? []
    : SHARED_DEVICE_NAMES.map((name, at) => ({
        place: SHARED_DEVICE_FROM + at,
        phone: phoneOf(SHARED_DEVICE_FROM + at),
        name,
        joinedDaysAgo: SHARED_DEVICE_DAYS_AGO,
        isFriend: true as const,
        invitedBy: 0,
        device: "past-shared",
      }));

/** Registrations grow: the later half of the days brings two thirds of the members. */
export function peopleOf(seed: string, count: number, days: number): Person[] {
  const choice = createChoice(`${seed}:people`);
  return Array.from({ length: count }, (_, place) => ({
    place,
    phone: phoneOf(place),
    name: nameOf(choice),
    joinedDaysAgo: Math.min(days - 1, Math.floor(days * (1 - Math.sqrt((place + 0.5) / count)))),
  }));
}

/** The device and the network address of a person: each has their own address. */
export const whereOf = ({ place, device = `past-${place}` }: Person) => ({
  device,
  address: `10.${20 + (place % 200)}.${Math.floor(place / 200)}.${1 + (place % 250)}`,
});

/** Registers a person now: by SMS, or a friend by WeChat with the code of the inviter. */
export async function register(
  { time: { context }, db, product, partners }: PastEnvironment,
  person: Person,
  inviteCode: string | undefined,
): Promise<string> {
  const { phone, name, isFriend } = person;
  const from = { ...whereOf(person), inviteCode: isFriend && inviteCode };
  const { appId } = partners.payChannel.account;
  const openid = `past-${phone}`;
  return transaction(db, async (tx) => {
    const { memberId, isNew } = isFriend
      ? await findOrCreateMemberByWechat(context, tx, { appId, openid, unionid: undefined })
      : await findOrCreateMemberByPhone(context, tx, phone);
    if (!isNew) return memberId;
    // WeChat gives name and face at the login, before the inviter's list shows them.
    const profile = { nickname: name, avatarUrl: faceOf(`${name} ${phone}`) };
    await applyWechatProfile(context, tx, product.profile, {
      memberId,
      appId,
      profile,
      over: "all",
    });
    const newcomer = isFriend
      ? ({ ...from, memberId, channel: "wechat" } as const)
      : ({ ...from, memberId, channel: "sms", phone } as const);
    await product.newcomers.onRegistered(tx, newcomer);
    return memberId;
  });
}
