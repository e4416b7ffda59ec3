/** 死信: messages that were given up after their last attempt, sent again one by one or together. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { useFresh } from "../../api/pulse.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { text, useSearchState } from "../../parts/table/search-state.ts";
import { topicName } from "./job-words.ts";

type Row = Item<typeof api.operatorQueues.dead>;
/** So many messages of a topic are sent again at once. */
const TOPIC_MAX = 500;
const SPEC = { topic: text(60), open: text(40) };

const of = columnsOf<Row>();
const columns = [
  of.instant("createdAt", "产生时间"),
  of.custom("topic", "主题", ({ topic }) => <TwoLines first={topicName(topic)} second={topic} />),
  of.custom("attempt", "已试", ({ attempt }) => `${attempt} 次`, { align: "right" }),
  of.text("lastError", "最后的错误"),
  of.no("memberNo", "会员", { from: 1200 }),
];

const resend = (row: Row) =>
  askReason({
    op: api.operatorQueues.resend,
    input: { messageId: row.messageId },
    title: "再送一次",
    effect: [`${topicName(row.topic)}，立即再送一次`, "处理方按消息号去重，送两次只有一次效果"],
    confirm: "再送一次",
    done: "已重新排队",
  });

const resendTopic = (topic: string, dead: number) =>
  askReason({
    op: api.operatorQueues.resendTopic,
    input: { topic },
    title: "整个主题再送",
    effect: [
      `${topicName(topic)}的 ${dead} 条，最多 ${TOPIC_MAX} 条，旧的在前`,
      "仍然失败的会回到死信",
    ],
    confirm: `再送 ${Math.min(dead, TOPIC_MAX)} 条`,
    done: "已重新排队",
  });

export function DeadList({ tabs }: { readonly tabs: ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { topic } = values;
  const topics = useQuery(apiQuery(api.operatorQueues.dead, { pageSize: 20 })).data?.topics ?? [];
  const chosen = topics.find((one) => one.topic === topic);
  const { topic: apiTopic, operation } = api.operatorQueues.dead;
  const fresh = useFresh("dead", { topic: apiTopic, operation, unit: "条死信" });
  return (
    <>
      {chosen && may("jobs:manage") && (
        <Notice
          tone="sea"
          action={
            <Button size="small" onClick={() => void resendTopic(chosen.topic, chosen.dead)}>
              再送这个主题的 {Math.min(chosen.dead, TOPIC_MAX)} 条
            </Button>
          }
        >
          {topicName(chosen.topic)}有 {chosen.dead} 条死信；查明原因后再送
        </Notice>
      )}
      <ResourceTable
        title="死信"
        query={(paging) =>
          apiQuery(api.operatorQueues.dead, { ...(topic && { topic }), ...paging })
        }
        columns={columns}
        rowKey={({ messageId }) => messageId}
        fresh={topic === undefined ? fresh : undefined}
        views={tabs}
        filters={
          <FilterBar
            values={values}
            onChange={setSearch}
            filters={[
              {
                key: "topic",
                label: "主题",
                choices: topics.map(
                  (one) => [one.topic, `${topicName(one.topic)}（${one.dead}）`] as const,
                ),
              },
            ]}
          />
        }
        isFiltered={topic !== undefined}
        onClear={() => setSearch({ topic: undefined })}
        panel={(key, row, close) => (
          <Panel
            title={row ? topicName(row.topic) : "死信"}
            text={row ? `${row.topic} · ${key}` : key}
            onClose={close}
            foot={
              row &&
              may("jobs:manage") && (
                <Button look="solid" onClick={() => void resend(row)}>
                  再送一次
                </Button>
              )
            }
          >
            {row ? (
              <>
                <Notice tone="bad">{row.lastError || "没有留下错误"}</Notice>
                <Section title="消息">
                  <Facts
                    rows={[
                      ["产生时间", timeText(row.createdAt)],
                      ["已试", `${row.attempt} 次`],
                      [
                        "会员",
                        row.memberNo === undefined ? (
                          EMPTY
                        ) : (
                          <MemberLink key="member" memberNo={row.memberNo} />
                        ),
                      ],
                    ]}
                  />
                </Section>
              </>
            ) : (
              <Empty title="不在死信里" text="可能已经再送。" />
            )}
          </Panel>
        )}
        empty={{ title: "没有死信", text: "所有消息都送到了，或还在自动重试。" }}
      />
    </>
  );
}
