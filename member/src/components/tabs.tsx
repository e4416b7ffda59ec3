/**
 * A choice among views in two styles: a segmented control, or labels with a short line under them.
 */
import { type KeyboardEvent, useId, useRef } from "react";
import styles from "./tabs.module.css";

export interface TabItem {
  readonly id: string;
  readonly text: string;
  readonly count?: number | undefined;
}

interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
  readonly appearance?: "segmented" | "lined" | undefined;
  /** The id of the panel that these tabs control. */
  readonly panelId?: string | undefined;
}

const stepOf = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** Arrow keys change the choice; only the chosen tab is in the tab order. */
export function Tabs({
  label,
  items,
  value,
  onChoose,
  appearance = "segmented",
  panelId,
}: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = stepOf.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const at = items.findIndex((item) => item.id === value);
    const next = (at + step + items.length) % items.length;
    const target = items[next];
    if (!target) return;
    onChoose(target.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div
      ref={list}
      className={styles.tabs}
      data-look={appearance}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
    >
      {items.map((item) => (
        <button
          key={item.id}
          id={`${base}-${item.id}`}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={item.id === value}
          aria-controls={panelId}
          tabIndex={item.id === value ? 0 : -1}
          onClick={() => onChoose(item.id)}
        >
          {item.text}
          {item.count === undefined ? "" : ` ${item.count}`}
        </button>
      ))}
    </div>
  );
}
