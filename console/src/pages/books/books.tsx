/** 对账与差错: the trial balance, the bills by day, and the differences with their next step. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { moneyText, pointsText } from "../../parts/format.ts";
import { CardRow, Figure, PageHead } from "../../parts/page-head.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { BillList } from "./bill-list.tsx";
import { CaseList } from "./case-list.tsx";

const SPEC = {
  tab: oneOf("open", "proposed", "booked", "dismissed", "healed", "bills"),
  open: text(),
};

export default function BooksPage() {
  const [{ tab = "open" }, setSearch] = useSearchState(SPEC);
  const balance = useQuery(apiQuery(api.operatorBooks.balance, {}));
  const tabs = (
    <Tabs
      label="对账与差错"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "open", label: "未结" },
        { id: "proposed", label: "已提议" },
        { id: "booked", label: "已入账" },
        { id: "dismissed", label: "已驳回" },
        { id: "healed", label: "自愈" },
        ...(may("ledger:adjust") ? [{ id: "bills", label: "账单" } as const] : []),
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead title="对账与差错" text="账本与渠道、供应商账单逐日核对；每条差错写明下一步" />
      {balance.data && (
        <CardRow>
          {balance.data.totals.map(({ asset, members, difference }) => {
            const shown = asset === "CNY" ? moneyText : pointsText;
            return (
              <Figure
                key={asset}
                label={asset === "CNY" ? "试算平衡：资金" : "试算平衡：积分"}
                value={difference === 0 ? "平衡" : `差 ${shown(difference)}`}
                aside={`会员合计 ${shown(members)}`}
                tone={difference === 0 ? "ink" : "bad"}
              />
            );
          })}
        </CardRow>
      )}
      {tab === "bills" ? <BillList tabs={tabs} /> : <CaseList key={tab} tabs={tabs} state={tab} />}
    </FixedPage>
  );
}
