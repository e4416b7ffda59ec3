/** 工单与注销: members' questions, prepared answers, and accounts that are to be closed. */
import { useState } from "react";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { AnswerList } from "./answer-list.tsx";
import { ClosingList } from "./closing-list.tsx";
import { TicketList } from "./ticket-list.tsx";

const SPEC = {
  tab: oneOf("waiting", "free", "mine", "answered", "closed", "answers", "closings"),
  open: text(),
};

const tabs = [
  { id: "waiting", label: "待回复" },
  { id: "free", label: "无人受理" },
  { id: "mine", label: "我的" },
  { id: "answered", label: "已回复" },
  { id: "closed", label: "已关闭" },
  { id: "answers", label: "常用回复" },
  { id: "closings", label: "注销申请" },
] as const;

export default function TicketsPage() {
  const [{ tab = "waiting" }, setSearch] = useSearchState(SPEC);
  // A list keeps its page key and its selection only while its tab is open.
  const [opened, setOpened] = useState(0);
  const views = (
    <Tabs
      label="工单与注销"
      value={tab}
      tabs={tabs}
      onChange={(next) => {
        setOpened(opened + 1);
        setSearch({ tab: next, open: undefined });
      }}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="工单与注销"
        text="先受理再回复；回复会发到会员的「消息」，会员要求时也发短信"
      />
      {tab === "answers" && <AnswerList tabs={views} />}
      {tab === "closings" && <ClosingList tabs={views} />}
      {tab !== "answers" && tab !== "closings" && (
        <TicketList key={opened} tabs={views} tab={tab} />
      )}
    </FixedPage>
  );
}
