/** A small word that says a state or a property. Colour never says it alone. */
import type { ReactNode } from "react";
import styles from "./tag.module.css";

export type TagTone = "plain" | "sea" | "ok" | "warn" | "bad" | "member" | "white";

interface TagProps {
  readonly tone?: TagTone | undefined;
  readonly children: ReactNode;
}

export const Tag = ({ tone = "plain", children }: TagProps) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
);

/** A count beside an icon or a name; nothing at zero. `label` is what a screen reader hears. */
export function CountBadge({ count, label }: { readonly count: number; readonly label: string }) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} role="img" aria-label={`${label} ${count}`}>
      {count > 99 ? "99+" : count}
    </span>
  );
}
