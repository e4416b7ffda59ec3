/** Small marks: a state's dot, a count, a key of the keyboard, a person's initial, an icon's tile. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./tag.module.css";

/**
 * `ok` done, `sea` under way, `warn` a person or time is needed, `bad` failed, `plum` money goes
 * back, `sand` over, `outline` not begun.
 */
export type Tone = "ok" | "sea" | "warn" | "bad" | "plum" | "sand" | "outline";

export function StateTag(props: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={props.tone}>
      {props.children}
    </span>
  );
}

/** 需两人: two persons have to agree. */
export function TwoPersons() {
  return <span className={styles.two}>需两人</span>;
}

/** A member's level, in gold. */
export function LevelTag(props: { readonly children: ReactNode }) {
  return <span className={styles.two}>{props.children}</span>;
}

/** How many wait; gold only for what waits for the operator's own decision. */
export function Count(props: { readonly value: number; readonly look?: "quiet" | "gold" | "sea" }) {
  const text = props.value > 999 ? "999+" : String(props.value);
  return (
    <span className={styles.count} data-look={props.look ?? "quiet"}>
      {text}
    </span>
  );
}

export function Key(props: { readonly children: ReactNode }) {
  return <kbd className={styles.key}>{props.children}</kbd>;
}

/** The first character of a name on a round ground. */
export function Initial(props: { readonly name: string }) {
  return (
    <span className={styles.initial} aria-hidden="true">
      {[...props.name][0] ?? "?"}
    </span>
  );
}

/** An icon on a square ground, before the two lines of an entry. */
export function IconTile({ icon: Icon }: { readonly icon: LucideIcon }) {
  return (
    <span className={styles.tile}>
      <Icon aria-hidden="true" />
    </span>
  );
}
