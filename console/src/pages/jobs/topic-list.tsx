/** 消息队列: what waits in the outbox, by topic. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { durationText, EMPTY } from "../../parts/format.ts";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { topicName } from "./job-words.ts";

type Topic = Item<typeof api.operatorJobs.outbox>;
const of = columnsOf<Topic>();
const columns = [
  of.custom("topic", "主题", ({ topic }) => <TwoLines first={topicName(topic)} second={topic} />),
  of.count("queued", "排队"),
  of.count("due", "已到时间"),
  of.custom(
    "oldest",
    "最久等了",
    ({ oldestMs }) => (oldestMs < 1_000 ? EMPTY : durationText(oldestMs)),
    { align: "right" },
  ),
  of.count("dead", "死信"),
];

export function TopicList(props: {
  readonly tabs: ReactNode;
  readonly onOpen: (topic: string) => void;
}) {
  return (
    <ResourceTable
      title="消息队列"
      query={() => apiQuery(api.operatorJobs.outbox, {})}
      columns={columns}
      rowKey={({ topic }) => topic}
      views={props.tabs}
      onOpen={({ topic }) => props.onOpen(topic)}
      empty={{ title: "没有排队的消息", text: "所有消息都送到了。" }}
    />
  );
}
