/** ⌘K: one field over every kind of record and every page; loaded when it is first opened. */
import { useNavigate } from "@tanstack/react-router";
import Modal from "antd/es/modal";
import { Command } from "cmdk";
import { CornerDownLeft, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { parseSearch } from "../table/address.ts";
import { Key } from "../tag.tsx";
import { mayOpen } from "./nav.tsx";
import type { PageEntry } from "./page-entry.ts";
import styles from "./search-dialog.module.css";
import { findAnything, type FoundGroup } from "./search-results.ts";

const WAIT_MS = 200;
const PAGES_MAX = 5;

/** Opened in this session, in memory only: it is gone at logout. */
const recent: string[] = [];

export default function SearchDialog(props: {
  readonly pages: readonly PageEntry[];
  readonly onClose: () => void;
}) {
  const { pages, onClose } = props;
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [groups, setGroups] = useState<readonly FoundGroup[]>([]);
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(() => {
      void findAnything(typed, control.signal)
        .catch(() => [])
        .then((found) => control.signal.aborted || setGroups(found));
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [typed]);
  const open = (to: string) => {
    recent.unshift(to);
    onClose();
    const [path = "/", search = ""] = to.split("?");
    void navigate({ to: path, search: parseSearch(search) });
  };
  const named = pages
    .filter((page) => page.isLinked !== false && mayOpen(page))
    .filter(({ label, group }) => `${group ?? ""}${label}`.includes(typed.trim()))
    .slice(0, PAGES_MAX);
  return (
    <Modal open width={640} footer={null} closable={false} onCancel={onClose} destroyOnHidden>
      <Command shouldFilter={false} label="搜索" className={styles.command}>
        <div className={styles.field}>
          <Search aria-hidden="true" />
          <Command.Input
            autoFocus
            value={typed}
            onValueChange={setTyped}
            placeholder="订单号 · 手机后四位 · 会员号 · 码尾号 · 供应商单号"
          />
          <Key>Esc</Key>
        </div>
        <Command.List className={styles.list} label="搜索结果">
          {groups.map(({ label, items }) => (
            <Command.Group key={label} heading={label}>
              {items.map((item) => (
                <Command.Item key={item.id} value={item.id} onSelect={() => open(item.to)}>
                  <span className={styles.text}>
                    <b>{item.title}</b>
                    {item.text && <small>{item.text}</small>}
                  </span>
                  {item.state && <span>{item.state}</span>}
                  <CornerDownLeft aria-hidden="true" />
                </Command.Item>
              ))}
            </Command.Group>
          ))}
          {named.length > 0 && (
            <Command.Group heading="去哪里">
              {named.map((page) => (
                <Command.Item
                  key={page.path}
                  value={`page ${page.path}`}
                  onSelect={() => open(page.path)}
                >
                  <span className={styles.text}>
                    <b>{page.label}</b>
                    {page.group && <small>{page.group}</small>}
                  </span>
                  <CornerDownLeft aria-hidden="true" />
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {named.length === 0 && groups.length === 0 && (
            <p className={styles.nothing}>没有找到，请输入完整的单号或后四位</p>
          )}
        </Command.List>
      </Command>
    </Modal>
  );
}
