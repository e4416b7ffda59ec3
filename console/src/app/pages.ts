/** Every page of the console, in the order of the side: its path, name, group and permission. */
import type { PageEntry } from "../parts/shell/page-entry.ts";

export const pages: readonly PageEntry[] = [
  { path: "/", label: "工作台", load: () => import("../pages/home/home.tsx") },
  {
    path: "/approvals",
    label: "审批箱",
    badge: "approvals",
    fitsPhones: true,
    load: () => import("../pages/approvals/approvals.tsx"),
  },
  {
    path: "/alerts",
    label: "提醒",
    isLinked: false,
    load: () => import("../pages/alerts/alerts.tsx"),
  },
  {
    path: "/desk",
    label: "客服处理",
    group: "交易",
    permissions: ["orders:handle"],
    badge: "desk",
    load: () => import("../pages/desk/desk.tsx"),
  },
  {
    path: "/refunds",
    label: "售后退款",
    group: "交易",
    permissions: ["orders:refund"],
    badge: "refunds",
    load: () => import("../pages/refunds/refunds.tsx"),
  },
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
    path: "/jobs",
    label: "任务与死信",
    group: "系统",
    permissions: ["jobs:read", "jobs:manage"],
    badge: "dead",
    load: () => import("../pages/jobs/jobs.tsx"),
  },
];
