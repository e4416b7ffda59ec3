/** The top: where one is, the search, what waits for me, alerts, help, and who is logged in. */
import { Link } from "@tanstack/react-router";
import { Bell, CircleHelp, Inbox, Search } from "lucide-react";
import { useState } from "react";
import type { Operator } from "../../api/operator.ts";
import { MenuHolder } from "../menu.tsx";
import menu from "../menu.module.css";
import { Initial, Key } from "../tag.tsx";
import type { PageEntry } from "./page-entry.ts";
import styles from "./top-bar.module.css";

type TopBarProps = {
  readonly operator: Operator;
  readonly page: PageEntry | undefined;
  /** The list that a page of one object belongs to. */
  readonly parent: PageEntry | undefined;
  /** What waits in the inbox; undefined for an operator without one. */
  readonly waiting: number | undefined;
  readonly alerts: number;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  readonly onLogout: () => void;
};

/** Paths as plain texts: the route table is made of the list of pages, which has no types. */
const APPROVALS: string = "/approvals";
const ALERTS: string = "/alerts";

const rolesText = ({ roles }: Operator): string =>
  roles.includes("admin") ? "管理员" : roles.join("、") || "运营";

function Me(props: { readonly operator: Operator; readonly onLogout: () => void }) {
  const { operator, onLogout } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuHolder isOpen={isOpen} onClose={() => setOpen(false)}>
      <button
        type="button"
        className={styles.me}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Initial name={operator.name} />
        <span>
          <b>{operator.name}</b>
          <small>{rolesText(operator)}</small>
        </span>
      </button>
      {isOpen && (
        <div className={menu.menu}>
          <button type="button" onClick={onLogout}>
            退出登录
          </button>
        </div>
      )}
    </MenuHolder>
  );
}

export function TopBar(props: TopBarProps) {
  const { operator, page, parent, waiting, alerts, onSearch, onHelp, onLogout } = props;
  return (
    <header className={styles.bar}>
      <div className={styles.crumbs}>
        {page?.group && (
          <>
            <span>{page.group}</span>
            <i aria-hidden="true">/</i>
          </>
        )}
        {parent && (
          <>
            <Link to={parent.path}>{parent.label}</Link>
            <i aria-hidden="true">/</i>
          </>
        )}
        <b>{page?.label ?? "运营后台"}</b>
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search aria-hidden="true" />
        <span className={styles.wide}>订单号 · 手机后四位 · 会员号 · 码尾号 · 供应商单号</span>
        <span className={styles.narrow}>搜订单、会员、码、供应商单号</span>
        <Key>⌘K</Key>
      </button>
      {waiting !== undefined && (
        <Link to={APPROVALS} className={styles.icon} aria-label={`审批箱，${waiting} 件等我同意`}>
          <Inbox aria-hidden="true" />
          {waiting > 0 && <em>{waiting}</em>}
        </Link>
      )}
      <Link to={ALERTS} className={styles.icon} aria-label={`提醒，${alerts} 条未读`}>
        <Bell aria-hidden="true" />
        {alerts > 0 && <em>{alerts}</em>}
      </Link>
      <button type="button" className={styles.icon} onClick={onHelp} aria-label="快捷键">
        <CircleHelp aria-hidden="true" />
      </button>
      <Me operator={operator} onLogout={onLogout} />
    </header>
  );
}
