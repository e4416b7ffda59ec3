/** The filters of the withdrawal lists and the words of their states. */
import { ownValue } from "@yunjing/contract/own-value";
import type { api, Item } from "../../api/client.ts";
import { EMPTY } from "../../parts/format.ts";
import { exactSpan, exactSpanSpec } from "../../parts/table/exact-span.ts";
import type { Filter } from "../../parts/table/filter-bar.tsx";
import { noFilters, oneOf, text } from "../../parts/table/search-state.ts";
import { fromOf, spanFilter, spanParser } from "../../parts/table/span-filter.ts";
import type { Tone } from "../../parts/tag.tsx";

export type WithdrawalRow = Item<typeof api.operatorWithdrawals.list>;

/** The member as a row shows him: the masked phone, or the name without one, and the number. */
export const personOf = ({ member }: Pick<WithdrawalRow, "member">) => ({
  name: member.phone || member.nickname,
  second: member.memberNo,
});

export const FILTER_SPEC = {
  span: spanParser,
  amount: oneOf("0", "200", "2000"),
  keyword: text(64),
  ...exactSpanSpec,
};
export const NO_FILTERS = noFilters(FILTER_SPEC);
export const PLACEHOLDER = "提现单号、会员号";

export const filters: readonly Filter<"span" | "amount">[] = [
  spanFilter("申请时间"),
  {
    key: "amount",
    label: "金额",
    choices: [
      ["0", "200 元及以下"],
      ["200", "200–2,000 元"],
      ["2000", "2,000 元以上"],
    ],
  },
];

const amounts = {
  "0": { toFen: 20_000 },
  "200": { fromFen: 20_001, toFen: 200_000 },
  "2000": { fromFen: 200_001 },
} as const;

/** The filter of the operation. */
export const filterOf = (values: {
  readonly span?: Parameters<typeof fromOf>[0];
  readonly amount?: keyof typeof amounts;
  readonly keyword?: string;
  readonly from?: string;
  readonly to?: string;
}) => ({
  ...(values.span && { from: fromOf(values.span) }),
  ...(values.amount && amounts[values.amount]),
  ...(values.keyword && { keyword: values.keyword }),
  ...exactSpan(values),
});

export const stateWords: Readonly<Record<string, readonly [Tone, string]>> = {
  REVIEWING: ["warn", "待审核"],
  PAYING: ["sea", "打款中"],
  WAIT_USER_CONFIRM: ["sea", "等会员确认收款"],
  SUCCESS: ["ok", "已到账"],
  RETURNED: ["plum", "已退回奖励金"],
  CANCELLED: ["sand", "会员已取消"],
};

const alarms: Readonly<Record<string, string>> = {
  amount: "渠道的金额与我方不同",
  paid_after_return: "已退回，渠道又说已付",
  failed_after_paid: "已到账，渠道又说失败",
};

/** What contradicts what, in words. */
export const alarmText = (alarm: string): string => ownValue(alarms, alarm) ?? alarm;

const channelWords: Readonly<Record<string, string>> = {
  ACCEPTED: "已受理",
  PROCESSING: "处理中",
  WAIT_USER_CONFIRM: "等会员确认",
  TRANSFERING: "转账中",
  SUCCESS: "成功",
  FAIL: "失败",
  CANCELING: "撤回中",
  CANCELLED: "已撤回",
  NOT_FOUND: "查不到这一单",
};

/** The channel's last status in words; an error code stays as it is, for the channel's support. */
export const channelText = (word: string | undefined): string =>
  word === undefined ? EMPTY : (ownValue(channelWords, word) ?? word);
