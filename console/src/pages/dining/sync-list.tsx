/** 同步记录: when the supplier's lists were read, by whom, and what changed. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { durationText } from "../../parts/format.ts";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { runText } from "./dining-words.ts";

type Row = Item<typeof api.operatorDining.syncRuns>;

const of = columnsOf<Row>();
const columns = [
  of.instant("startedAt", "开始"),
  of.custom("took", "用时", ({ startedAt, endedAt }) => durationText(endedAt - startedAt)),
  of.custom("who", "由谁", ({ startedBy }) => startedBy?.name ?? "定时任务"),
  of.custom("state", "结果", ({ isDone }) =>
    isDone ? <StateTag tone="ok">完成</StateTag> : <StateTag tone="bad">没有完成</StateTag>,
  ),
  of.custom("counts", "内容", runText),
];

export const SyncList = ({ tabs }: { readonly tabs: ReactNode }) => (
  <ResourceTable
    title="同步记录"
    query={(paging) => apiQuery(api.operatorDining.syncRuns, paging)}
    columns={columns}
    rowKey={({ runId }) => runId}
    views={tabs}
    empty={{ title: "最近 30 天没有同步", text: "定时任务每 10 分钟同步一次，也可以立即同步。" }}
  />
);
