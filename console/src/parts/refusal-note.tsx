/** The sentence of a failed call, in a form, a prompt or a login step. */
import { CircleAlert } from "lucide-react";
import { sentenceFor } from "../api/failure.ts";
import styles from "./refusal-note.module.css";

/** Shows nothing without a failure. `boxed` draws a red box around it. */
export function RefusalNote(props: { readonly failure: unknown; readonly boxed?: boolean }) {
  if (props.failure === undefined) return null;
  return (
    <p className={styles.note} data-boxed={props.boxed || undefined} role="alert">
      <CircleAlert aria-hidden="true" />
      {sentenceFor(props.failure)}
    </p>
  );
}
