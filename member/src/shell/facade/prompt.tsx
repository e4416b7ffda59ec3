/** Asks for one text (D06): a line, several lines, or a number. */
import { useState } from "react";
import { NO_LIMIT } from "../../device/text-input.ts";
import { askedValue } from "./asked-value.ts";
import { DialogBox } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import type { PromptAsk } from "./looks.ts";
import { TextBox } from "./text-box.tsx";

type Props = { ask: PromptAsk; settle: (answer?: string | number) => void };

export function Prompt({ ask, settle }: Props) {
  const { title, placeholder, content, type, maxlength, cancelText, confirmText } = ask;
  const [typed, setTyped] = useState(content);
  const [error, setError] = useState<string>();
  const answer = () => {
    const asked = askedValue(typed, ask);
    if ("error" in asked) setError(asked.error);
    else settle(asked.value);
  };
  return (
    <DialogBox title={title} role="dialog" onDismiss={() => settle()}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          answer();
        }}
      >
        <TextBox
          label={title}
          isLabelHidden
          kind={type}
          value={typed}
          onInput={(text) => {
            setTyped(text);
            setError(undefined);
          }}
          lengthMax={maxlength}
          placeholder={placeholder}
          error={error}
          isCounted={type === "textarea" && maxlength !== NO_LIMIT}
        />
        <div className={styles.buttons}>
          <button type="button" className={styles.button} onClick={() => settle()}>
            {cancelText}
          </button>
          <button type="submit" className={styles.button} data-tone="sea">
            {confirmText}
          </button>
        </div>
      </form>
    </DialogBox>
  );
}
