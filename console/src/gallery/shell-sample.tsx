/** The shell of the gallery: an operator, pages with badges, and work that a colleague handed on. */
import type { ReactNode } from "react";
import { type Operator, setOperator } from "../api/operator.ts";
import type { PageEntry } from "../parts/shell/page-entry.ts";
import { Shell } from "../parts/shell/shell.tsx";

const SAMPLE_AT = 1_795_000_000_000;

const operator: Operator = {
  uid: "0199dddd-0000-7000-8000-00000000000b",
  name: "林知远",
  nickname: "林知远",
  phone: "138****0005",
  roles: ["运营主管"],
  permissions: [
    "orders:read",
    "orders:handle",
    "orders:refund",
    "withdrawals:review",
    "exports:make",
    "exports:clear",
  ],
  proofAboveFen: 50_000,
};

const load = async () => ({ default: () => null });
const gallery: PageEntry = { path: "/gallery", label: "组件", load };
const pages: readonly PageEntry[] = [
  gallery,
  { path: "/approvals", label: "审批箱", badge: "approvals", load },
  { path: "/orders", label: "订单", group: "交易", permissions: ["orders:read"], load },
  { path: "/refunds", label: "售后退款", group: "交易", badge: "refunds", load },
  { path: "/withdrawals", label: "提现审核", group: "资金", badge: "withdrawals", load },
  { path: "/audit", label: "审计", group: "系统", permissions: ["audit:read"], load },
];

const handed = {
  handoverId: "0199dddd-0000-7000-8000-00000000000c",
  kind: "refund",
  ref: "RF20261124382136142",
  by: { id: "0199dddd-0000-7000-8000-00000000000a", name: "沈若溪" },
  reason: "下班交接，会员在等答复",
  at: SAMPLE_AT,
} as const;

export function ShellSample({ children }: { readonly children: ReactNode }) {
  // The parts read the operator of the tab.
  setOperator(operator);
  return (
    <Shell
      operator={operator}
      pages={pages}
      page={gallery}
      counts={{ approvals: 7, refunds: 12, withdrawals: 1 }}
      alerts={2}
      handed={[handed]}
      isHealthy
      version="v1.0.0"
      onLogout={() => {}}
    >
      {children}
    </Shell>
  );
}
