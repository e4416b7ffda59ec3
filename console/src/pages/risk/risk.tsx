/** 规则与名单: cases that wait, the rules in dry run and on, and the lists. */
import { useState } from "react";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { CaseList } from "./case-list.tsx";
import { EntryForm, EntryList } from "./entry-list.tsx";
import { RuleList } from "./rule-list.tsx";

const SPEC = { tab: oneOf("cases", "rules", "lists") };
const contents = { cases: CaseList, rules: RuleList, lists: EntryList } as const;

export default function RiskPage() {
  const [{ tab = "cases" }, setSearch] = useSearchState(SPEC);
  const [isAdding, setAdding] = useState(false);
  const Content = contents[tab];
  return (
    <FixedPage>
      <PageHead
        title="规则与名单"
        text="判断注册、领券、兑换码、付款和提现；看到的设备与网络都只是代号，追不到个人"
        actions={
          tab === "lists" &&
          may("risk:edit") && (
            <Button look="solid" onClick={() => setAdding(true)}>
              加入名单
            </Button>
          )
        }
      />
      <Content
        tabs={
          <Tabs
            label="规则与名单"
            value={tab}
            tabs={[
              { id: "cases", label: "案件" },
              { id: "rules", label: "规则" },
              { id: "lists", label: "名单" },
            ]}
            onChange={(next) => setSearch({ tab: next })}
          />
        }
      />
      {isAdding && <EntryForm onClose={() => setAdding(false)} />}
    </FixedPage>
  );
}
