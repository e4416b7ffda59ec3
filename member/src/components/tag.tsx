/**
 * A short label for a state or a property. The text carries the meaning, never the colour alone.
 */
import type { ReactNode } from "react";
import styles from "./tag.module.css";

export type TagTone = "plain" | "sea" | "ok" | "warn" | "bad" | "member" | "white";

const toneClasses: Readonly<Record<TagTone, string>> = {
  plain: "bg-ground ink-700",
  sea: "bg-sea-50 sea-700",
  ok: `${styles.ok}`,
  warn: "tone-warn",
  bad: "tone-bad",
  member: "bg-sea-950 gold-300",
  white: "bg-surface sea-900 strong",
};

interface TagProps {
  readonly tone?: TagTone | undefined;
  readonly children: ReactNode;
}

export const Tag = ({ tone = "plain", children }: TagProps) => (
  <span className={`${styles.tag} ${toneClasses[tone]}`}>{children}</span>
);

/** A count beside an icon or a name; renders nothing at zero. `label` is for screen readers. */
export function CountBadge({ count, label }: { readonly count: number; readonly label: string }) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} role="img" aria-label={`${label} ${count}`}>
      {count > 99 ? "99+" : count}
    </span>
  );
}
