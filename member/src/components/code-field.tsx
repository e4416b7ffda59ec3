/**
 * The only field for an exchange code: groups our own format while typing and shows any other code
 * unchanged.
 */
import { type ChangeEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import {
  caretAfter,
  codeProgress,
  normalizeTypedCode,
  remainingPlaces,
  formatTypedCode,
} from "./typed-code.ts";
import styles from "./code-field.module.css";
import { FieldNote } from "./field.tsx";

interface CodeFieldProps {
  /** The stored code: upper case, without spaces. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly label?: string | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * React moves the caret to the end of a rewritten text; a correction in the middle must not move
 * it.
 */
function useStableCaret(input: RefObject<HTMLInputElement | null>, shown: string) {
  const symbolsBefore = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (symbolsBefore.current === null) return;
    const at = caretAfter(shown, symbolsBefore.current);
    input.current?.setSelectionRange(at, at);
    symbolsBefore.current = null;
  });
  return (element: HTMLInputElement) => {
    const caret = element.selectionStart ?? element.value.length;
    symbolsBefore.current = element.value.slice(0, caret).replace(/\s/g, "").length;
  };
}

const isComposed = (event: Event): boolean => "isComposing" in event && event.isComposing === true;

const usualHint = "不分大小写，空格会自动去掉";
const typoHint = "请核对，可能有一位输错了";

/** Keyboard settings for codes: capitals, no correction, no autocompletion. */
const keyboard = {
  type: "text",
  inputMode: "text",
  autoCapitalize: "characters",
  autoComplete: "off",
  autoCorrect: "off",
  spellCheck: false,
  enterKeyHint: "search",
} as const;

/**
 * Pinyin keyboards compose letters before they enter them, so the text is not regrouped until
 * composition ends.
 */
export function CodeField({ value, onInput, label = "兑换码", hint, error }: CodeFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [composing, setComposing] = useState<string | null>(null);
  const shown = composing ?? formatTypedCode(value);
  const keepCaret = useStableCaret(input, shown);
  const progress = codeProgress(value);
  const take = (element: HTMLInputElement) => {
    keepCaret(element);
    onInput(normalizeTypedCode(element.value));
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (isComposed(event.nativeEvent)) setComposing(event.currentTarget.value);
    else take(event.currentTarget);
  };
  return (
    <div className="min-width-0">
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-wrong={error ? "" : undefined}>
        <span className={styles.ghost} aria-hidden="true">
          <span>{shown}</span>
          <b>{composing === null ? remainingPlaces(value) : ""}</b>
        </span>
        <input
          {...keyboard}
          ref={input}
          id={id}
          className={styles.input}
          value={shown}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={change}
          onCompositionEnd={(event) => {
            setComposing(null);
            take(event.currentTarget);
          }}
        />
      </div>
      <div className="flex between items-start gap-3">
        <FieldNote
          id={`${id}-note`}
          error={error}
          hint={progress.isTypoLikely ? typoHint : (hint ?? usualHint)}
        />
        <span className="flex-none text-12 ink-700 mt-2">{progress.countText}</span>
      </div>
    </div>
  );
}
