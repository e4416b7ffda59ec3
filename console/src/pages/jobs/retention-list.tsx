/** 保存期限: what is kept for how long, and the files of what was archived. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { countText, dayText, EMPTY } from "../../parts/format.ts";
import { columnsOf, TwoLines, Wrapped } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";

type Policy = Item<typeof api.operatorJobs.retention>;
type Archive = Item<typeof api.operatorJobs.archives>;

const thenWords = {
  kept: "一直保留",
  archived: "归档到压缩文件",
  removed: "删除",
} satisfies Record<Policy["then"], string>;

const policy = columnsOf<Policy>();
const policyColumns = [
  policy.custom("what", "内容", ({ what }) => <Wrapped>{what}</Wrapped>),
  policy.custom("kept", "在数据库中", ({ keptDays }) =>
    keptDays === undefined ? "不限" : `${countText(keptDays)} 天`,
  ),
  policy.custom("then", "之后", ({ then }) => thenWords[then]),
  policy.custom("archived", "已归档", ({ archivedRows }) =>
    archivedRows === undefined ? EMPTY : `${countText(archivedRows)} 行`,
  ),
  policy.custom("why", "依据", ({ why }) => <Wrapped>{why}</Wrapped>),
];

export const RetentionList = (props: { readonly tabs: ReactNode }) => (
  <ResourceTable
    title="保存期限"
    query={() => apiQuery(api.operatorJobs.retention, {})}
    columns={policyColumns}
    rowKey={({ what }) => what}
    views={props.tabs}
    empty={{ title: "没有保存规则", text: "产品没有声明保存期限。" }}
  />
);

const sourceWords = {
  audit: "操作审计",
  event: "变更记录",
  "recon-run": "对账记录",
} satisfies Record<Archive["source"], string>;

const archive = columnsOf<Archive>();
const archiveColumns = [
  archive.instant("createdAt", "归档时间"),
  archive.custom("source", "内容", ({ source }) => sourceWords[source]),
  archive.custom(
    "span",
    "时间范围",
    ({ fromAt, toAt }) => `${dayText(fromAt)} 至 ${dayText(toAt)}`,
  ),
  archive.count("rows", "行数"),
  archive.custom("file", "文件与 SHA-256", ({ key, hash }) => (
    <TwoLines first={key} second={hash} />
  )),
];

export const ArchiveList = (props: { readonly tabs: ReactNode }) => (
  <ResourceTable
    title="归档文件"
    query={() => apiQuery(api.operatorJobs.archives, {})}
    columns={archiveColumns}
    rowKey={({ key }) => key}
    views={props.tabs}
    empty={{ title: "还没有归档", text: "每天 03:20 归档超过保存期限的记录。" }}
  />
);
