/** Every page of the console, in the order of the side: its path, name, group and permission. */
import type { PageEntry } from "../parts/shell/page-entry.ts";

export const pages: readonly PageEntry[] = [
  {
    path: "/members",
    label: "会员",
    group: "会员",
    permissions: ["members:read"],
    load: () => import("../pages/members/members.tsx"),
  },
  {
    path: "/members/$memberNo",
    label: "会员",
    group: "会员",
    isLinked: false,
    permissions: ["members:read"],
    load: () => import("../pages/members/member.tsx"),
  },
  {
    path: "/codes",
    label: "查一张码",
    group: "兑换码",
    permissions: ["codes:read"],
    load: () => import("../pages/codes/codes.tsx"),
  },
  {
    path: "/codes/$codeId",
    label: "兑换码轨迹",
    group: "兑换码",
    isLinked: false,
    permissions: ["codes:read"],
    load: () => import("../pages/codes/code.tsx"),
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
