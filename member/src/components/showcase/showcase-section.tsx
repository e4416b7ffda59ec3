/** A titled stretch of the living sheet. */
import type { ReactNode } from "react";
import styles from "./showcase.module.css";

interface SheetBlockProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Parts that bring their own card stand on the grey ground. */
  readonly bare?: boolean | undefined;
}

export const ShowcaseSection = ({ title, children, bare = false }: SheetBlockProps) => (
  <section className={styles.block} aria-label={title}>
    <h2 className={styles.title}>{title}</h2>
    <div className={bare ? styles.bare : styles.card}>{children}</div>
  </section>
);

/** Parts side by side, wrapping. */
export const ShowcaseRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.line}>{children}</div>
);
