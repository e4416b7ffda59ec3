/** What operators read for the places, verdicts, lists and subjects of risk. */
import { type api, type Item } from "../../api/client.ts";

type Rule = Item<typeof api.operatorRisk.rules>;
type Entry = Item<typeof api.operatorRisk.lists>;

export const places = {
  registration: "注册",
  coupon: "领券",
  code: "兑换码",
  payment: "付款",
  withdrawal: "提现",
} as const satisfies Record<Rule["place"], string>;

export const verdicts = {
  watch: "记案件，放行",
  review: "转人工审核",
  refuse: "拒绝",
} as const satisfies Record<Rule["verdict"], string>;

export const modes = {
  off: ["sand", "关"],
  dry: ["sea", "试运行"],
  on: ["ok", "启用"],
} as const satisfies Record<Rule["mode"], readonly [tone: string, label: string]>;

export const lists = {
  block: ["bad", "拦截"],
  watch: ["warn", "关注"],
  allow: ["ok", "放行"],
} as const satisfies Record<Entry["kind"], readonly [tone: string, label: string]>;

export const subjectKinds = {
  member: "会员",
  phone: "手机号",
  device: "设备",
  network: "网络",
} as const satisfies Record<Entry["subjectKind"], string>;

/** What each list does, for prompts and forms. */
export const listEffects = {
  block: "注册、领券、兑换、付款和提现都拒绝；会员只读到稍后再试，不会读到原因",
  watch: "照常放行，每次记入案件",
  allow: "照常放行，规则不再判断",
} as const satisfies Record<Entry["kind"], string>;

/** Choices of a form from a table of words. */
export const choicesOf = (
  words: Readonly<Record<string, string | readonly [string, string]>>,
): readonly (readonly [string, string])[] =>
  Object.entries(words).map(([value, word]) => [value, typeof word === "string" ? word : word[1]]);
