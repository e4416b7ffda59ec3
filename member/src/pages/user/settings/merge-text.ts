/** Texts of what a merge moves and of what prevents it. */
import type { MergeReason, MergeContents } from "@yunjing/contract/schemas/merging";
import type { Fact } from "../../../components/facts.tsx";
import { countText, moneyText } from "../../../components/money.ts";

const reasonTexts: Readonly<Record<MergeReason, string>> = {
  status: "其中一个账号当前不可用",
  operator: "工作账号不能合并",
  has_phone: "当前账号已绑定手机号",
  wechat: "该手机号的账号已绑定其他微信",
  orders: "有待支付或未完成的订单",
  refunds: "有退款正在处理",
  holds: "有余额或积分正被订单占用",
  topups: "有充值尚未完成",
  withdrawals: "有提现正在处理",
  frozen: "其中一个账号的资产已被冻结",
  rewards: "有邀请奖励尚未结算",
};

/** Returns one line for each reason. */
export const reasonLines = (reasons: readonly MergeReason[]): string[] =>
  reasons.map((reason) => reasonTexts[reason]);

/** Returns each moved amount with its unit; zero amounts are omitted. */
export function moveFacts(moved: MergeContents): Fact[] {
  const money = (name: string, fen: number): Fact[] =>
    fen > 0 ? [{ name, value: moneyText(fen) }] : [];
  const many = (name: string, count: number, unit: string): Fact[] =>
    count > 0 ? [{ name, value: `${countText(count)} ${unit}` }] : [];
  return [
    ...money("余额", moved.principalFen),
    ...money("赠送金", moved.bonusFen),
    ...money("奖励金", moved.rewardFen),
    ...many("积分", moved.points, "分"),
    ...many("待生效积分", moved.pendingPoints, "分"),
    ...many("待还积分", moved.debtPoints, "分"),
    ...many("优惠券", moved.coupons, "张"),
    ...many("卡券", moved.cards, "张"),
    ...many("订单", moved.orders, "笔"),
    ...many("成长值", moved.growth, "点"),
  ];
}
