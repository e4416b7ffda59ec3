/** 对账与差错: the bills by day, the trial balance, and the differences with their next step. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { countOf, Tabs } from "../../parts/tabs.tsx";
import { BillList } from "./bill-list.tsx";
import styles from "./books.module.css";
import { CaseList } from "./case-list.tsx";
import { DayGrid } from "./day-grid.tsx";
import { TrialBalance } from "./trial-balance.tsx";

const SPEC = {
  tab: oneOf("open", "proposed", "booked", "dismissed", "healed", "bills"),
  open: text(),
};

const COUNTED_EVERY_MS = 15_000;

export default function BooksPage() {
  const [{ tab = "open" }, setSearch] = useSearchState(SPEC);
  const counts = useQuery({
    ...apiQuery(api.operatorBooks.counts, {}),
    refetchInterval: COUNTED_EVERY_MS,
  }).data;
  const tabs = (
    <Tabs
      label="对账与差错"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "open", label: "未结", count: countOf(counts?.open) },
        { id: "proposed", label: "已提议", count: countOf(counts?.proposed) },
        { id: "booked", label: "已入账" },
        { id: "dismissed", label: "已驳回" },
        { id: "healed", label: "自愈" },
        { id: "bills", label: "账单" },
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="对账与差错"
        text="账本定时自查，渠道与供应商的账单每天逐笔核对；差错不会自己改账，由一人提议、另一人同意"
      />
      <div className={styles.overview}>
        <DayGrid onOpen={(source, day) => setSearch({ tab: "bills", open: `${source} ${day}` })} />
        <TrialBalance />
      </div>
      {tab === "bills" ? <BillList tabs={tabs} /> : <CaseList key={tab} tabs={tabs} state={tab} />}
    </FixedPage>
  );
}
