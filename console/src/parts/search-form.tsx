/** A field with a button that searches at once: by a phone, a number or a code. */
import { type ReactNode, useState } from "react";
import { sentenceFor } from "../api/failure.ts";
import { Button, type Look } from "./button.tsx";
import styles from "./search-form.module.css";

export function SearchForm(props: {
  /** Names the field for screen readers, and stands in it without a `placeholder`. */
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength: number;
  /** The number of characters that allow a search; 0 when absent. */
  readonly minLength?: number;
  readonly isNumeric?: boolean;
  /** `wide` in a card of its own, `fill` as wide as a panel. */
  readonly size?: "wide" | "fill";
  readonly button: string;
  readonly busy?: string;
  readonly look?: Look;
  /** Its failure is passed to `onFault` as a sentence. */
  readonly onSearch: (typed: string) => Promise<void>;
  readonly onFault: (sentence: string) => void;
  /** What stands behind the button. */
  readonly children?: (typed: string) => ReactNode;
}) {
  const { label, placeholder = label, maxLength, minLength = 0, isNumeric, size } = props;
  const { button, busy = button, look = "solid", onSearch, onFault, children } = props;
  const [typed, setTyped] = useState("");
  const [isBusy, setBusy] = useState(false);
  const search = async () => {
    setBusy(true);
    await onSearch(typed).catch((failure: unknown) => onFault(sentenceFor(failure)));
    setBusy(false);
  };
  return (
    <form
      className={styles.search}
      data-size={size}
      onSubmit={(event) => {
        event.preventDefault();
        void search();
      }}
    >
      <input
        aria-label={label}
        placeholder={placeholder}
        inputMode={isNumeric ? "numeric" : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button look={look} submits busy={isBusy && busy} disabled={typed.trim().length < minLength}>
        {button}
      </Button>
      {children?.(typed)}
    </form>
  );
}
