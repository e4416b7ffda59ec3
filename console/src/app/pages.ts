/** Every page of the console, in the order of the side: its path, name, group and permission. */
import type { PageEntry } from "../parts/shell/page-entry.ts";

export const pages: readonly PageEntry[] = [
  {
    path: "/card-stock",
    label: "卡密库存",
    group: "供应",
    permissions: ["supply:manage"],
    load: () => import("../pages/supply/card-stock.tsx"),
  },
  {
    path: "/settlements",
    label: "结算与损失",
    group: "供应",
    permissions: ["supply:manage"],
    load: () => import("../pages/supply/settlements.tsx"),
  },
  {
    path: "/withdrawals",
    label: "提现审核",
    group: "资金",
    permissions: ["withdrawals:review"],
    badge: "withdrawals",
    load: () => import("../pages/withdrawals/withdrawals.tsx"),
  },
  {
    path: "/operators",
    label: "运营与角色",
    group: "系统",
    permissions: ["operators:manage"],
    load: () => import("../pages/system/operators.tsx"),
  },
  {
    path: "/audit",
    label: "审计记录",
    group: "系统",
    permissions: ["audit:read"],
    load: () => import("../pages/system/audit.tsx"),
  },
];
