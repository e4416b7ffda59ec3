/** 待办: the queues that this operator may read, each with what waits in it. */
import { Link } from "@tanstack/react-router";
import {
  Banknote,
  ChevronRight,
  Headset,
  Inbox,
  type LucideIcon,
  MailX,
  MessagesSquare,
  Scale,
  ShieldAlert,
  Undo2,
  UserPlus,
} from "lucide-react";
import type { Pulse } from "../../api/pulse.ts";
import { Card } from "../../parts/page-head.tsx";
import { Skeleton } from "../../parts/state.tsx";
import { IconTile } from "../../parts/tag.tsx";
import styles from "./home.module.css";

type Queue = {
  readonly id: keyof Pulse["counts"];
  readonly label: string;
  readonly text: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly tone: "gold" | "bad" | "sea";
};

const queues: readonly Queue[] = [
  {
    id: "approvals",
    label: "审批箱",
    text: "等您同意，24 小时过期",
    path: "/approvals",
    icon: Inbox,
    tone: "gold",
  },
  {
    id: "desk",
    label: "客服处理（结果未知）",
    text: "最久的在前，有处理时限",
    path: "/desk",
    icon: Headset,
    tone: "bad",
  },
  {
    id: "refunds",
    label: "售后退款",
    text: "待审和渠道失败",
    path: "/refunds",
    icon: Undo2,
    tone: "sea",
  },
  {
    id: "withdrawals",
    label: "提现待审",
    text: "小额自动放行",
    path: "/withdrawals",
    icon: Banknote,
    tone: "sea",
  },
  {
    id: "cases",
    label: "对账差异",
    text: "未结和已提议",
    path: "/books",
    icon: Scale,
    tone: "gold",
  },
  {
    id: "held",
    label: "邀请奖励待审",
    text: "含申诉",
    path: "/invite-review",
    icon: UserPlus,
    tone: "sea",
  },
  {
    id: "risk",
    label: "风控案件",
    text: "命中规则或名单，等裁定",
    path: "/risk",
    icon: ShieldAlert,
    tone: "bad",
  },
  {
    id: "tickets",
    label: "我的工单",
    text: "由您受理，等您回复",
    path: "/tickets",
    icon: MessagesSquare,
    tone: "gold",
  },
  {
    id: "dead",
    label: "死信",
    text: "重试次数用完的消息",
    path: "/jobs",
    icon: MailX,
    tone: "sea",
  },
];

export function Queues({ pulse }: { readonly pulse: Pulse | undefined }) {
  const visible = queues.filter(({ id }) => pulse?.counts[id] !== undefined);
  return (
    <Card title="待办" aside={pulse && `${pulse.alerts} 条提醒未处理`}>
      {!pulse && <Skeleton rows={6} />}
      <ul className={styles.queues}>
        {visible.map(({ id, label, text, path, icon, tone }) => {
          const count = pulse?.counts[id] ?? 0;
          return (
            <li key={id}>
              <Link to={path}>
                <IconTile icon={icon} />
                <span className={styles.queueText}>
                  <b>{label}</b>
                  <small>{text}</small>
                </span>
                <em data-tone={count > 0 ? tone : undefined}>{count >= 100 ? "99+" : count}</em>
                <ChevronRight aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
