/** The text at the end of a list. */
import styles from "./end-text.module.css";

export const EndText = ({ children = "没有更多了" }: { readonly children?: string }) => (
  <p className={styles.end}>{children}</p>
);
