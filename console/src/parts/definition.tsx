/** The meaning of a figure behind ⓘ; opens by click and by keyboard. */
import { Info } from "lucide-react";
import styles from "./definition.module.css";

export function Definition(props: { readonly title: string; readonly text: string }) {
  return (
    <details className={styles.definition}>
      <summary aria-label={`${props.title}的定义`}>
        <Info aria-hidden="true" />
      </summary>
      <p>{props.text}</p>
    </details>
  );
}
