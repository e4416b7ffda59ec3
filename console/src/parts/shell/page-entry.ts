/** One page of the console as the navigation and the router know it. */
import type { ComponentType } from "react";
import type { OperatorPermission } from "../../api/operator.ts";

export const groups = [
  "交易",
  "商品与页面",
  "会员",
  "营销",
  "兑换码",
  "供应",
  "资金",
  "风控",
  "开放平台",
  "系统",
] as const;
export type Group = (typeof groups)[number];

/** The counts of `GET /pulse` that stand beside a page's name. */
export type Badge =
  | "approvals"
  | "desk"
  | "refunds"
  | "withdrawals"
  | "cases"
  | "invoices"
  | "held"
  | "risk"
  | "tickets"
  | "dead";

export type PageEntry = {
  /** Below /console: `/withdrawals`, `/orders/$orderNo`. */
  readonly path: string;
  readonly label: string;
  /** Missing for the first two pages and for pages that no link of the side leads to. */
  readonly group?: Group;
  /** False for a page that is opened from another one: it has no link of its own. */
  readonly isLinked?: false;
  /** One of these is needed; without it every operator may open the page. */
  readonly permissions?: readonly OperatorPermission[];
  readonly badge?: Badge;
  /** Works at 390 px too; the others ask for a computer below 1024 px. */
  readonly fitsPhones?: true;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
};
