/** The height of a page whose list scrolls by itself: head and figures stay, the list takes the rest. */
import type { ReactNode } from "react";
import styles from "./fixed-page.module.css";

export function FixedPage(props: { readonly children: ReactNode }) {
  return <div className={styles.page}>{props.children}</div>;
}
