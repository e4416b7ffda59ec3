/** The prompt dialog for one text or number (D06); Escape, back and 返回 dismiss it. */
import { type SubmitEvent, useState } from "react";
import { CONFIRM_TEXT, DIALOG_TITLE, LENGTH_UNLIMITED, PROMPT_CANCEL_TEXT } from "./defaults.ts";
import { DialogBox } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import type { PromptAnswer, PromptRequest } from "./dialog-types.ts";
import { promptAnswer } from "./prompt-answer.ts";
import { TextControl } from "./text-control.tsx";

type PromptProps = { ask: PromptRequest; settle: (answer: PromptAnswer) => void };

export function Prompt({ ask, settle }: PromptProps) {
  const { title = DIALOG_TITLE, type = "text", maxlength = LENGTH_UNLIMITED } = ask;
  const [text, setText] = useState(String(ask.content ?? ask.defaultValue ?? ""));
  const [error, setError] = useState<string>();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const answered = promptAnswer(type, text);
    if ("answer" in answered) return settle(answered.answer);
    setError(answered.error);
    return event.currentTarget.querySelector<HTMLElement>("[name='prompt']")?.focus();
  };

  return (
    <DialogBox title={title} role="dialog" onDismiss={() => settle(undefined)}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextControl
          name="prompt"
          label={title}
          isLabelHidden
          type={type}
          value={text}
          placeholder={ask.placeholder}
          maxlength={maxlength}
          hasCounter={ask.hasCounter}
          error={error}
          onChange={(typed) => {
            setText(typed);
            if (typed !== text) setError(undefined);
          }}
        />
        <div className={styles.buttons}>
          <button type="button" className={styles.button} onClick={() => settle(undefined)}>
            {ask.cancelText ?? PROMPT_CANCEL_TEXT}
          </button>
          <button type="submit" className={styles.button} data-tone="sea">
            {ask.confirmText ?? CONFIRM_TEXT}
          </button>
        </div>
      </form>
    </DialogBox>
  );
}
