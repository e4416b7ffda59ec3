/** 账本: postings by number, member, account and kind; the statement of an account; balances at an instant. */
import type { ReactNode } from "react";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { BalanceAt } from "./balance-at.tsx";
import { PostingList } from "./posting-list.tsx";
import { StatementList } from "./statement-list.tsx";

const SPEC = { tab: oneOf("postings", "statement", "balance"), open: text(80) };

export default function LedgerPage() {
  const [{ tab = "postings" }, setSearch] = useSearchState(SPEC);
  const tabs = (
    <Tabs
      label="账本"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "postings", label: "分录" },
        { id: "statement", label: "账户对账单" },
        { id: "balance", label: "时点余额" },
      ]}
    />
  );
  const head = (actions?: ReactNode) => (
    <PageHead
      title="账本"
      text="只读；每条分录从一个账户到另一个账户，所有账户合计为 0"
      actions={actions}
    />
  );
  if (tab === "balance") return <BalanceAt tabs={tabs} head={head} />;
  return (
    <FixedPage>
      {head()}
      {tab === "statement" ? <StatementList tabs={tabs} /> : <PostingList tabs={tabs} />}
    </FixedPage>
  );
}
