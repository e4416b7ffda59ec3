/** Which installation this is: 演示, 预发, or production, which has no badge. */
import styles from "./environment.module.css";

export type Environment = "demo" | "staging" | "production";

/** The server writes it into the page. */
export function environment(): Environment {
  const known = document.documentElement.dataset["environment"];
  return known === "production" || known === "staging" ? known : "demo";
}

const words = { demo: "演示", staging: "预发" } as const;

export function EnvironmentBadge() {
  const here = environment();
  return here === "production" ? null : (
    <span className={styles.badge} data-environment={here}>
      {words[here]}
    </span>
  );
}
