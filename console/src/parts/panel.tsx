/**
 * The panel beside a list: a head, a body that answers the decision in order, and a foot with no at
 * the left and yes at the right.
 */
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useReturnFocus } from "./return-focus.ts";
import styles from "./panel.module.css";

type PanelProps = {
  readonly title: ReactNode;
  readonly tags?: ReactNode;
  /** The second line: numbers, people, where it comes from. */
  readonly text?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
  /** The name for screen readers, when the title is not a plain text. */
  readonly label?: string;
};

export function Panel({ title, tags, text, onClose, children, foot, label }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useReturnFocus();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const name = label ?? (typeof title === "string" ? title : "详情");
  return (
    <aside className={styles.panel} aria-label={name}>
      <header className={styles.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {title}
            {tags}
          </h2>
          {text && <p>{text}</p>}
        </div>
        <button type="button" className={styles.close} onClick={onClose} aria-label="关闭">
          <X aria-hidden="true" />
        </button>
      </header>
      <div className={styles.body} tabIndex={0} role="region" aria-label={`${name}内容`}>
        {children}
      </div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </aside>
  );
}

/** One section of a panel, or with `level` 2 of a page, with a small title. */
export function Section(props: {
  readonly title?: string;
  readonly level?: 2 | 3;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const Heading = props.level === 2 ? "h2" : "h3";
  return (
    <section className={styles.section}>
      {props.title && (
        <div className={styles.sectionHead}>
          <Heading>{props.title}</Heading>
          {props.aside && <span>{props.aside}</span>}
        </div>
      )}
      {props.children}
    </section>
  );
}

/** Names and values, one a line; `total` is the last line. */
export function Facts(props: {
  readonly rows: readonly (readonly [label: string, value: ReactNode, note?: ReactNode])[];
  readonly total?: readonly [label: string, value: ReactNode];
}) {
  if (props.rows.length === 0 && !props.total)
    return (
      <div className={styles.facts}>
        <p>无</p>
      </div>
    );
  return (
    <dl className={styles.facts}>
      {props.rows.map(([label, value, note], place) => (
        // Two rows may have the same label, such as two batches of one name.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={`${label} ${place}`}>
          <dt>
            {label}
            {note && <small>{note}</small>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
      {props.total && (
        <div className={styles.total}>
          <dt>{props.total[0]}</dt>
          <dd>{props.total[1]}</dd>
        </div>
      )}
    </dl>
  );
}

/** One sentence on a tinted ground: what to know before deciding. */
export function Notice(props: {
  readonly tone: "warn" | "bad" | "sea" | "ok";
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles.notice} data-tone={props.tone} role="note">
      {props.icon}
      <div>{props.children}</div>
      {props.action}
    </div>
  );
}
