/** The side: brand, environment, the two first pages, and ten groups of which one is open. */
import { Link, useLocation } from "@tanstack/react-router";
import {
  BadgePercent,
  ChevronDown,
  ChevronRight,
  Inbox,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  QrCode,
  ReceiptText,
  ShieldAlert,
  SlidersHorizontal,
  Store,
  Truck,
  Users,
} from "lucide-react";
import { useState } from "react";
import { may } from "../../api/operator.ts";
import { classNames } from "../class-names.ts";
import { Count } from "../tag.tsx";
import { Whale } from "../whale.tsx";
import { EnvironmentBadge } from "./environment.tsx";
import styles from "./nav.module.css";
import { type Badge, type Group, groups, type PageEntry } from "./page-entry.ts";

const icons: Readonly<Record<Group, LucideIcon>> = {
  交易: ReceiptText,
  商品与页面: Store,
  会员: Users,
  营销: BadgePercent,
  兑换码: QrCode,
  供应: Truck,
  资金: Landmark,
  风控: ShieldAlert,
  开放平台: Plug,
  系统: SlidersHorizontal,
};

export type Counts = Readonly<Partial<Record<Badge, number>>>;

export const mayOpen = ({ permissions }: PageEntry): boolean =>
  permissions === undefined || may(...permissions);

/** Returns true for the page of an address, and for pages below it. */
const isHere = (page: PageEntry, path: string): boolean =>
  path === page.path || (page.path !== "/" && path.startsWith(`${page.path}/`));

export function Nav(props: {
  readonly pages: readonly PageEntry[];
  readonly counts: Counts;
  readonly isHealthy: boolean | undefined;
  readonly version: string;
}) {
  const { pages, counts, isHealthy, version } = props;
  const { pathname } = useLocation();
  const linked = pages.filter((page) => page.isLinked !== false && mayOpen(page));
  const here = linked.find((page) => isHere(page, pathname));
  const [opened, setOpened] = useState<Group | undefined>(undefined);
  const openGroup = opened ?? here?.group;
  const link = (page: PageEntry, icon?: LucideIcon) => {
    const Icon = icon;
    const count = page.badge && counts[page.badge];
    return (
      <Link
        to={page.path}
        className={classNames(icon ? styles.top : styles.page, page === here && styles.here)}
        aria-current={page === here ? "page" : undefined}
        title={page.label}
      >
        {Icon && <Icon aria-hidden="true" />}
        <span>{page.label}</span>
        {count ? (
          <Count value={count} look={page.badge === "approvals" ? "gold" : "quiet"} />
        ) : null}
      </Link>
    );
  };
  const first = linked.filter(({ group }) => group === undefined);
  return (
    <nav className={styles.side} aria-label="后台导航">
      <div className={styles.brand}>
        <Whale look="light" size={30} />
        <strong>云鲸权益</strong>
        <EnvironmentBadge />
      </div>
      <div className={styles.scroll}>
        <ul>
          {first.map((page) => (
            <li key={page.path}>{link(page, page.path === "/" ? LayoutDashboard : Inbox)}</li>
          ))}
        </ul>
        <hr />
        <ul>
          {groups.map((group) => {
            const children = linked.filter((page) => page.group === group);
            const [child] = children;
            if (!child) return null;
            const Icon = icons[group];
            const isOpen = group === openGroup;
            const Arrow = isOpen ? ChevronDown : ChevronRight;
            return (
              <li key={group}>
                <button
                  type="button"
                  className={classNames(styles.group, here?.group === group && styles.inGroup)}
                  aria-expanded={isOpen}
                  onClick={() => setOpened(isOpen ? undefined : group)}
                >
                  <Icon aria-hidden="true" />
                  <span>{group}</span>
                  <Arrow aria-hidden="true" className={styles.arrow} />
                </button>
                <Link to={child.path} className={styles.rail} title={group} aria-label={group}>
                  <Icon aria-hidden="true" />
                </Link>
                {isOpen && (
                  <ul className={styles.children}>
                    {children.map((page) => (
                      <li key={page.path}>{link(page)}</li>
                    ))}
                  </ul>
                )}
              </li>
            );
          })}
        </ul>
      </div>
      <div className={styles.foot}>
        <i data-healthy={isHealthy !== false || undefined} aria-hidden="true" />
        <span>{isHealthy === false ? "服务异常" : "服务正常"}</span>
        <span>{version}</span>
      </div>
    </nav>
  );
}
