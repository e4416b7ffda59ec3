/** The filters of the withdrawal lists and the words of their states. */
import type { api, Item } from "../../api/client.ts";
import type { Filter } from "../../parts/table/filter-bar.tsx";
import { oneOf, text } from "../../parts/table/search-state.ts";
import type { Tone } from "../../parts/tag.tsx";

export type WithdrawalRow = Item<typeof api.operatorWithdrawals.list>;

export const FILTER_SPEC = {
  span: oneOf("1", "7", "30"),
  amount: oneOf("0", "200", "2000"),
  keyword: text(64),
};
export const NO_FILTERS = { span: undefined, amount: undefined, keyword: undefined };
export const PLACEHOLDER = "提现单号、会员号";

export const filters: readonly Filter<"span" | "amount">[] = [
  {
    key: "span",
    label: "申请时间",
    choices: [
      ["1", "近 24 小时"],
      ["7", "近 7 天"],
      ["30", "近 30 天"],
    ],
  },
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
const DAY_MS = 86_400_000;

/** The filter of the operation; a span starts at a full minute, so that its key stays for a while. */
export const filterOf = (values: {
  readonly span?: "1" | "7" | "30";
  readonly amount?: keyof typeof amounts;
  readonly keyword?: string;
}) => ({
  ...(values.span && {
    from: Math.floor(Date.now() / 60_000) * 60_000 - Number(values.span) * DAY_MS,
  }),
  ...(values.amount && amounts[values.amount]),
  ...(values.keyword && { keyword: values.keyword }),
});

export const stateWords: Readonly<Record<string, readonly [Tone, string]>> = {
  REVIEWING: ["warn", "待审核"],
  PAYING: ["sea", "打款中"],
  WAIT_USER_CONFIRM: ["sea", "等会员确认收款"],
  SUCCESS: ["ok", "已到账"],
  RETURNED: ["plum", "已退回奖励金"],
  CANCELLED: ["sand", "会员已取消"],
};
