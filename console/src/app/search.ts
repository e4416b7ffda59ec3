/** Connects ⌘K with the operators' search; the text goes in the body and is in no address. */
import { ownValue } from "@yunjing/contract/own-value";
import { api } from "../api/client.ts";
import { stateWords } from "../pages/batches/batch-words.ts";
import { codeStates } from "../pages/codes/code-words.ts";
import { memberStates } from "../pages/members/member-words.ts";
import { displayTextTone, refundStates } from "../pages/orders/order-texts.ts";
import { supplierStates } from "../parts/record/attempt-words.ts";
import { type Found, type FoundKind, setSearcher } from "../parts/shell/search-results.ts";
import type { Tone } from "../parts/tag.tsx";

const labels: Readonly<Record<FoundKind, string>> = {
  member: "会员",
  order: "订单",
  code: "兑换码",
  supplierOrder: "供应商单号",
  withdrawal: "提现",
  batch: "码批次",
  campaign: "活动",
  benefit: "权益",
};

type Words = Readonly<Record<string, readonly [Tone, string]>>;
const paymentStates: Words = {
  PREPARED: ["outline", "待支付"],
  CLOSED: ["sand", "已关闭"],
};
const states: Partial<Readonly<Record<FoundKind, Words>>> = {
  member: memberStates,
  code: codeStates,
  supplierOrder: { ...paymentStates, ...refundStates, ...supplierStates },
  batch: stateWords,
};

/** The tone and the word of a state; the state of an order comes as a word. */
function stateOf(kind: FoundKind, state: string | undefined): Found["state"] {
  if (!state) return undefined;
  if (kind === "order") return [displayTextTone(state), state];
  return ownValue(states[kind] ?? {}, state) ?? ["outline", state];
}

const LENGTH_MIN = 2;

/** Registers the search with the search dialog. */
export function connectSearch(): void {
  setSearcher(async (q, signal) => {
    if (q.length < LENGTH_MIN) return [];
    const { groups } = await api.operatorSearch.search({ q }, { signal });
    return groups.map(({ kind, items }) => ({
      kind,
      label: labels[kind],
      items: items.map((item) => ({ ...item, state: stateOf(kind, item.state) })),
    }));
  });
}
