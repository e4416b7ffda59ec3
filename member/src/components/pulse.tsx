/** A running bar: an outcome is awaited, and nobody knows how long it takes. */
import styles from "./pulse.module.css";

/** `label` is what is awaited, for whoever only hears it. */
export const Pulse = ({ label }: { readonly label: string }) => (
  <span className={styles.pulse} role="progressbar" aria-label={label} />
);
