/** Accounts that are to be closed, and what still stands in the way of each. */
import type { ReactNode } from "react";
import { obstacleWords } from "@yunjing/contract/shared-words";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";

type Row = Item<typeof api.operatorTickets.closings>;

const of = columnsOf<Row>();
const columns = [
  of.person("member", "会员", ({ member }) => ({ name: member.nickname, second: member.memberNo })),
  of.state("state", "状态", { cooling: ["sea", "冷静期"], waiting: ["warn", "有未完成事项"] }),
  of.custom("obstacles", "还有什么未完成", ({ obstacles }) =>
    obstacles.length === 0 ? "—" : obstacles.map(({ kind }) => obstacleWords[kind]).join("、"),
  ),
  of.instant("requestedAt", "申请于", { from: 1200 }),
  of.instant("dueAt", "到期注销"),
];

export const ClosingList = ({ tabs }: { readonly tabs: ReactNode }) => (
  <ResourceTable
    title="注销申请"
    query={() => apiQuery(api.operatorTickets.closings, {})}
    columns={columns}
    rowKey={({ closingId }) => closingId}
    views={tabs}
    empty={{ title: "没有注销申请", text: "会员申请注销后，冷静期内会列在这里。" }}
  />
);
