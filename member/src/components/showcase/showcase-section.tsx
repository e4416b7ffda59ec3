/** A titled section of the showcase. */
import type { ReactNode } from "react";
import styles from "./showcase.module.css";

interface SheetBlockProps {
  readonly title: string;
  readonly children: ReactNode;
  /** For components that have their own card: shown on the grey ground. */
  readonly bare?: boolean | undefined;
}

export const ShowcaseSection = ({ title, children, bare = false }: SheetBlockProps) => (
  <section className={styles.block} aria-label={title}>
    <h2 className="caption regular mb-2">{title}</h2>
    <div
      className={
        bare ? "grid gap-3 min-width-0" : "grid gap-4 min-width-0 bg-surface radius-card padding-4"
      }
    >
      {children}
    </div>
  </section>
);

/** Components side by side, wrapping. */
export const ShowcaseRow = ({ children }: { readonly children: ReactNode }) => (
  <div className="row wrap gap-3">{children}</div>
);
