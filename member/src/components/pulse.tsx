/** A running bar: a result of unknown duration is awaited. */
import styles from "./pulse.module.css";

/** `label` names what is awaited, for screen readers. */
export const Pulse = ({ label }: { readonly label: string }) => (
  <span className={styles.pulse} role="progressbar" aria-label={label} />
);
