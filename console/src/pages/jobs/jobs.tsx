/** 任务与死信: scheduled jobs, the outbox by topic, and messages that were given up. */
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { DeadList } from "./dead-list.tsx";
import { JobList } from "./job-list.tsx";
import { ArchiveList, RetentionList } from "./retention-list.tsx";
import { TopicList } from "./topic-list.tsx";

const SPEC = { tab: oneOf("dead", "jobs", "topics", "retention", "archives") };

export default function JobsPage() {
  const [{ tab = "dead" }, setSearch] = useSearchState(SPEC);
  const tabs = (
    <Tabs
      label="任务与死信"
      value={tab}
      tabs={[
        { id: "dead", label: "死信" },
        { id: "topics", label: "消息队列" },
        { id: "jobs", label: "任务" },
        { id: "retention", label: "保存期限" },
        { id: "archives", label: "归档文件" },
      ]}
      onChange={(next) => setSearch({ tab: next })}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="任务与死信"
        text="失败的消息自动重试，次数用完就停在死信；任务暂停后在所有服务器停止"
      />
      {tab === "dead" && <DeadList tabs={tabs} />}
      {tab === "topics" && <TopicList tabs={tabs} onOpen={() => setSearch({ tab: "dead" })} />}
      {tab === "retention" && <RetentionList tabs={tabs} />}
      {tab === "archives" && <ArchiveList tabs={tabs} />}
      {tab === "jobs" && <JobList tabs={tabs} />}
    </FixedPage>
  );
}
