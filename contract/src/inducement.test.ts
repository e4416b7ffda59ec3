/** Tests I13: the wording that is forbidden and allowed where something is shared. */
import { expect, test } from "vitest";
import { inducementIn } from "./inducement.ts";

test.each([
  "分享得红包",
  "分享到朋友圈领 20 元",
  "转发领优惠券",
  "邀请得现金",
  "邀请好友，立得 10 元现金",
  "邀 请 得 现 金",
  "推荐有礼",
  "拉新送积分",
  "发送给好友即可领取礼包",
  "分享后才能查看",
  "转发解锁全部权益",
  "不转发就看不到",
  "集满 38 个赞",
  "好友助力，免费拿",
  "躺赚佣金，月入过万",
  "发展下线，二级分销",
  "速转！",
  "红包已到账，分享后提现",
  "分享·得·¥5",
])("I13 %s is forbidden", (text) => {
  expect(inducementIn(text)).toBeDefined();
});

test.each([
  "请你来看看",
  "分享给朋友",
  "复制链接",
  "点餐、打车、电影，会员价一处办",
  "邀请明细",
  "还没有邀请好友",
  "朋友完成首单并过了售后期，奖励才会到账；退掉的部分不算。",
  "同一个手机号、同一台手机只算一次，奖励只有一级。",
  "积分兑换",
  "领券中心",
  "请先登录",
  "满 30 元减 5 元",
  "优惠券已领取。分享给朋友",
  "活动已下线",
])("I13 %s is allowed", (text) => {
  expect(inducementIn(text)).toBeUndefined();
});

test("I13 an operator sees the forbidden words", () => {
  expect(inducementIn("周末活动：邀请好友得现金，多邀多得")).toEqual({
    rule: "分享换利益",
    phrase: "邀请好友得现金",
  });
});
