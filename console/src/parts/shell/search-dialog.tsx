/** ⌘K: one field over every kind of record and every page; loaded when it is first opened. */
import { useNavigate } from "@tanstack/react-router";
import Modal from "antd/es/modal";
import { Command } from "cmdk";
import {
  BadgePercent,
  Banknote,
  Boxes,
  CornerDownLeft,
  CornerDownRight,
  type LucideIcon,
  QrCode,
  ReceiptText,
  Search,
  Store,
  Truck,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { groupedNumber } from "../format.ts";
import { useReturnFocus } from "../return-focus.ts";
import { parseSearch } from "../table/address.ts";
import { IconTile, Initial, Key, StateTag } from "../tag.tsx";
import { takeKeys } from "./keys-before-focus.ts";
import { mayOpen } from "./nav.tsx";
import type { PageEntry } from "./page-entry.ts";
import styles from "./search-dialog.module.css";
import { findAnything, type Found, type FoundGroup, type FoundKind } from "./search-results.ts";

const WAIT_MS = 200;
const PAGES_MAX = 5;

const icons: Readonly<Record<Exclude<FoundKind, "member">, LucideIcon>> = {
  order: ReceiptText,
  code: QrCode,
  supplierOrder: Truck,
  withdrawal: Banknote,
  batch: Boxes,
  campaign: BadgePercent,
  benefit: Store,
};

/** What the chips beside the field leave in the list. */
type Part = "all" | "order" | "member" | "code" | "page";
const parts: readonly (readonly [Part, string])[] = [
  ["all", "全部"],
  ["order", "订单"],
  ["member", "会员"],
  ["code", "兑换码"],
  ["page", "去哪里"],
];

/** Order numbers in groups, also within a text. */
const grouped = (text: string): string => text.replaceAll(/\b\d{19}\b/g, groupedNumber);

function Line(props: {
  readonly id: string;
  readonly picture: ReactNode;
  readonly title: string;
  readonly text?: string | undefined;
  readonly state?: Found["state"];
  readonly onSelect: () => void;
}) {
  const { id, picture, title, text, state, onSelect } = props;
  return (
    <Command.Item value={id} onSelect={onSelect}>
      {picture}
      <span className={styles.text}>
        <b>
          {grouped(title)}
          {state && <StateTag tone={state[0]}>{state[1]}</StateTag>}
        </b>
        {text && <small>{grouped(text)}</small>}
      </span>
      <CornerDownLeft aria-hidden="true" className={styles.enter} />
    </Command.Item>
  );
}

function Foot() {
  return (
    <p className={styles.foot}>
      <span>
        <Key>↑</Key> <Key>↓</Key> 选择
      </span>
      <span>
        <Key>↵</Key> 打开
      </span>
      <span>
        <Key>Tab</Key> 换类别
      </span>
      <span>只搜您有权查看的；后四位须输全，手机号不支持模糊查找</span>
    </p>
  );
}

export default function SearchDialog(props: {
  readonly pages: readonly PageEntry[];
  readonly onClose: () => void;
}) {
  const { pages, onClose } = props;
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [part, setPart] = useState<Part>("all");
  const [found, setFound] = useState<readonly FoundGroup[]>([]);
  useReturnFocus();
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(() => {
      void findAnything(typed, control.signal)
        .catch(() => [])
        .then((groups) => control.signal.aborted || setFound(groups));
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [typed]);
  const open = (to: string) => {
    onClose();
    const [path = "/", search = ""] = to.split("?");
    void navigate({ to: path, search: parseSearch(search) });
  };
  const named = pages
    .filter((page) => page.isLinked !== false && mayOpen(page))
    .filter(({ label, group }) => `${group ?? ""}${label}`.includes(typed.trim()))
    .slice(0, PAGES_MAX);
  const groups = found.filter(({ kind }) => part === "all" || part === kind);
  const places = part === "all" || part === "page" ? named : [];
  return (
    <Modal
      open
      width={720}
      title={<span className="visually-hidden">搜索</span>}
      styles={{ header: { margin: 0 }, container: { padding: 0, overflow: "hidden" } }}
      footer={null}
      closable={false}
      onCancel={onClose}
      destroyOnHidden
    >
      <Command shouldFilter={false} label="搜索" className={styles.command}>
        <div className={styles.field}>
          <Search aria-hidden="true" />
          <Command.Input
            autoFocus
            value={typed}
            onValueChange={setTyped}
            onFocus={() => {
              const before = takeKeys();
              if (before !== "") setTyped((text) => text + before);
            }}
            placeholder="订单号 · 手机后四位 · 会员号 · 码尾号 · 供应商单号"
          />
          {parts.map(([id, label]) => (
            <button
              key={id}
              type="button"
              className={styles.part}
              aria-pressed={id === part}
              onClick={() => setPart(id)}
            >
              {label}
            </button>
          ))}
        </div>
        <Command.List className={styles.list} label="搜索结果">
          {groups.map(({ kind, label, items }) => (
            <Command.Group key={kind} heading={label}>
              {items.map((item) => (
                <Line
                  {...item}
                  key={item.id}
                  picture={
                    kind === "member" ? (
                      <Initial name={item.title} />
                    ) : (
                      <IconTile icon={icons[kind]} />
                    )
                  }
                  onSelect={() => open(item.to)}
                />
              ))}
            </Command.Group>
          ))}
          {places.length > 0 && (
            <Command.Group heading="去哪里">
              {places.map((page) => (
                <Line
                  key={page.path}
                  id={`page ${page.path}`}
                  picture={<IconTile icon={CornerDownRight} />}
                  title={page.label}
                  text={page.group}
                  onSelect={() => open(page.path)}
                />
              ))}
            </Command.Group>
          )}
          {places.length === 0 && groups.length === 0 && (
            <p className={styles.nothing}>没有找到，请输入完整的单号或后四位</p>
          )}
        </Command.List>
        <Foot />
      </Command>
    </Modal>
  );
}
