/** Short messages at the top: what was done (`status`), or what failed (`alert`). */
import { CircleAlert, CircleCheck } from "lucide-react";
import { useSyncExternalStore } from "react";
import styles from "./toast.module.css";

type Message = { readonly id: number; readonly text: string; readonly isFailure: boolean };

const SHOWN_MS = 4_000;
const FAILURE_MS = 8_000;
let messages: readonly Message[] = [];
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly Message[]): void {
  messages = next;
  listeners.forEach((listener) => listener());
}

function add(text: string, isFailure: boolean): void {
  last += 1;
  const id = last;
  show([...messages, { id, text, isFailure }]);
  setTimeout(
    () => show(messages.filter((message) => message.id !== id)),
    isFailure ? FAILURE_MS : SHOWN_MS,
  );
}

/** Says what was done: 「已批准，2 秒内到账」. */
export const tell = (text: string): void => add(text, false);
/** Says what failed, outside of a form or a prompt. */
export const tellFailure = (text: string): void => add(text, true);

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => messages,
  );
  const of = (isFailure: boolean) => shown.filter((message) => message.isFailure === isFailure);
  return (
    <div className={styles.toasts}>
      <div role="status">
        {of(false).map(({ id, text }) => (
          <p key={id} className={styles.toast}>
            <CircleCheck aria-hidden="true" />
            {text}
          </p>
        ))}
      </div>
      <div role="alert">
        {of(true).map(({ id, text }) => (
          <p key={id} className={`${styles.toast} ${styles.failure}`}>
            <CircleAlert aria-hidden="true" />
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}
