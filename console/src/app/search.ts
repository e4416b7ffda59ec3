/** Connects ⌘K with the operators' search; the text goes in the body and is in no address. */
import { ownValue } from "@yunjing/contract/own-value";
import { api } from "../api/client.ts";
import type { OutputOf } from "../api/client.ts";
import { stateWords } from "../pages/batches/batch-words.ts";
import { codeStates } from "../pages/codes/code-words.ts";
import { memberStates } from "../pages/members/member-words.ts";
import { refundStates, supplierStates } from "../pages/orders/order-texts.ts";
import { setSearcher } from "../parts/shell/search-results.ts";

type Kind = OutputOf<typeof api.operatorSearch.search>["groups"][number]["kind"];

const labels: Readonly<Record<Kind, string>> = {
  member: "会员",
  order: "订单",
  code: "兑换码",
  supplierOrder: "供应商单号",
  withdrawal: "提现",
  batch: "码批次",
  campaign: "活动",
  benefit: "权益",
};

type Words = Readonly<Record<string, readonly [unknown, string]>>;
const paymentStates: Words = {
  PREPARED: ["outline", "待支付"],
  CLOSED: ["sand", "已关闭"],
};
/** The words of the states; an order's state comes as a word. */
const states: Partial<Readonly<Record<Kind, Words>>> = {
  member: memberStates,
  code: codeStates,
  supplierOrder: { ...paymentStates, ...refundStates, ...supplierStates },
  batch: stateWords,
};

function withWord<T extends { readonly state?: string }>(kind: Kind, item: T): T {
  const word = item.state && ownValue(states[kind] ?? {}, item.state)?.[1];
  return word ? { ...item, state: word } : item;
}

const LENGTH_MIN = 2;

/** Registers the search with the search dialog. */
export function connectSearch(): void {
  setSearcher(async (q, signal) => {
    if (q.length < LENGTH_MIN) return [];
    const { groups } = await api.operatorSearch.search({ q }, { signal });
    return groups.map(({ kind, items }) => ({
      label: labels[kind],
      items: items.map((item) => withWord(kind, item)),
    }));
  });
}
