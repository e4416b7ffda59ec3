/** The head of a page: its title, its state, one sentence, and the actions at the right. */
import { useEffect, type ReactNode } from "react";
import styles from "./page.module.css";

type PageHeadProps = {
  readonly title: string;
  readonly tags?: ReactNode;
  /** One sentence: what is special here. */
  readonly text?: ReactNode;
  /** At most one filled button. */
  readonly actions?: ReactNode;
};

export function PageHead({ title, tags, text, actions }: PageHeadProps) {
  useEffect(() => {
    const isProduction = document.documentElement.dataset["environment"] === "production";
    document.title = `${isProduction ? "" : "【演示】"}${title} · 云鲸权益`;
  }, [title]);
  return (
    <header className={styles.head}>
      <div className={styles.headText}>
        <h1>
          {title}
          {tags}
        </h1>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** A white sheet with an optional head line. */
export function Card(props: {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.card}>
      {props.title && (
        <div className={styles.cardHead}>
          <h2>{props.title}</h2>
          {props.aside && <div className={styles.aside}>{props.aside}</div>}
        </div>
      )}
      {props.children}
    </section>
  );
}

/** Cards side by side that share the width. */
export function CardRow(props: { readonly children: ReactNode }) {
  return <div className={styles.row}>{props.children}</div>;
}

/** A figure with its name and a second line, for the row above a list. */
export function Figure(props: {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly aside?: ReactNode;
  readonly tone?: "ink" | "warn" | "bad";
  /** Where the aside stands; below the value without it. */
  readonly asideAt?: "right";
}) {
  const tone = props.tone === "warn" ? styles.warn : props.tone === "bad" ? styles.bad : "";
  return (
    <section className={`${styles.card} ${styles.figure} ${tone}`}>
      <div className={styles.figureLabel}>{props.label}</div>
      <div className={styles.figureLine} data-aside={props.asideAt}>
        <strong>{props.value}</strong>
        {props.aside && <span>{props.aside}</span>}
      </div>
    </section>
  );
}
