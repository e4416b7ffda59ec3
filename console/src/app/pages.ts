/** Every page of the console, in the order of the side: its path, name, group and permission. */
import type { PageEntry } from "../parts/shell/page-entry.ts";

export const pages: readonly PageEntry[] = [
  {
    path: "/tickets",
    label: "工单与注销",
    group: "会员",
    permissions: ["tickets:handle"],
    load: () => import("../pages/tickets/tickets.tsx"),
  },
  {
    path: "/batches",
    label: "码批次",
    group: "兑换码",
    permissions: ["codes:read", "codes:make", "exchange:approve"],
    load: () => import("../pages/batches/batches.tsx"),
  },
  {
    path: "/batches/$batchId",
    label: "批次详情",
    group: "兑换码",
    isLinked: false,
    permissions: ["codes:read", "codes:make", "exchange:approve"],
    load: () => import("../pages/batches/batch.tsx"),
  },
  {
    path: "/orders",
    label: "订单",
    group: "交易",
    permissions: ["orders:read"],
    load: () => import("../pages/orders/orders.tsx"),
  },
  {
    path: "/orders/$orderNo",
    label: "订单详情",
    group: "交易",
    isLinked: false,
    permissions: ["orders:read"],
    load: () => import("../pages/orders/order.tsx"),
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
];
