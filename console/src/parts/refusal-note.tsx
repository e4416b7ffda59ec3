/** The sentence of a refused login step. */
import { CircleAlert } from "lucide-react";
import { sentenceFor } from "../../api/failure.ts";
import styles from "./login.module.css";

export function LoginFailure(props: { readonly failure: unknown }) {
  if (props.failure === undefined) return null;
  return (
    <p className={styles.failure} role="alert">
      <CircleAlert aria-hidden="true" />
      {sentenceFor(props.failure)}
    </p>
  );
}
