/** 对账与差错: the bills by day, the trial balance, and the differences with their next step. */
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { BillList } from "./bill-list.tsx";
import styles from "./books.module.css";
import { CaseList } from "./case-list.tsx";
import { DayGrid } from "./day-grid.tsx";
import { TrialBalance } from "./trial-balance.tsx";

const SPEC = {
  tab: oneOf("open", "proposed", "booked", "dismissed", "healed", "bills"),
  open: text(),
};

export default function BooksPage() {
  const [{ tab = "open" }, setSearch] = useSearchState(SPEC);
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
        { id: "bills", label: "账单" },
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead title="对账与差错" text="账本与渠道、供应商账单逐日核对；每条差错写明下一步" />
      <div className={styles.overview}>
        <DayGrid onOpen={(source, day) => setSearch({ tab: "bills", open: `${source} ${day}` })} />
        <TrialBalance />
      </div>
      {tab === "bills" ? <BillList tabs={tabs} /> : <CaseList key={tab} tabs={tabs} state={tab} />}
    </FixedPage>
  );
}
