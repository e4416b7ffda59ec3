/** Accounts that are to be closed, and what still stands in the way of each. */
import type { ReactNode } from "react";
import type { ObstacleKind } from "@yunjing/contract/schemas/closing";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";

type Row = Item<typeof api.operatorTickets.closings>;

const obstacleWords: Readonly<Record<ObstacleKind, string>> = {
  orders: "未完成的订单",
  refunds: "处理中的退款",
  topups: "处理中的充值",
  withdrawals: "处理中的提现",
  holds: "冻结中的金额",
  principal: "未用完的余额本金",
  rewards: "待解冻的邀请奖励",
  appeals: "待处理的申诉",
  points_debt: "待还的积分",
  reward_debt: "待扣回的奖励",
  frozen: "账户核查",
  batches: "未结束的兑换码批次",
  operator: "运营权限",
};

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
