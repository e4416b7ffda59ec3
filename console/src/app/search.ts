/** Connects ⌘K with the operators' search; the text goes in the body and is in no address. */
import { api } from "../api/client.ts";
import type { OutputOf } from "../api/client.ts";
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

const LENGTH_MIN = 2;

/** Registers the search with the search dialog. */
export function connectSearch(): void {
  setSearcher(async (q, signal) => {
    if (q.length < LENGTH_MIN) return [];
    const { groups } = await api.operatorSearch.search({ q }, { signal });
    return groups.map(({ kind, items }) => ({ label: labels[kind], items }));
  });
}
