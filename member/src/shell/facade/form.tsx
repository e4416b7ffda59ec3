/**
 * The form dialog (D04): asks for several texts; errors are shown under their fields, a failed
 * submit is shown over the form, and no input is lost.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CONFIRM_TEXT, DIALOG_TITLE } from "./defaults.ts";
import { DialogBox } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import { notice } from "./facade.ts";
import {
  checkForm,
  initialValues,
  firstInvalidField,
  type FormErrors,
  asPromise,
  SUBMIT_FAILED,
  trimmedValues,
  messageOfThrown,
} from "./form-validation.ts";
import type { FormRequest, FormValues } from "./dialog-types.ts";
import { TextControl } from "./text-control.tsx";

type FormProps = { ask: FormRequest; settle: (values: FormValues | undefined) => void };

export function Form({ ask, settle }: FormProps) {
  const { title = DIALOG_TITLE, intro, fields } = ask;
  const { values, errors, isBusy, change, submit } = useForm({ ask, settle });
  return (
    <DialogBox
      title={title}
      role="dialog"
      description={intro && <p className="caption">{intro}</p>}
      onDismiss={() => settle(undefined)}
    >
      <form className={styles.form} noValidate onSubmit={submit} aria-busy={isBusy}>
        {fields.map((field) => (
          <TextControl
            key={field.name}
            name={field.name}
            label={field.label}
            type={field.type ?? "text"}
            value={ownValue(values, field.name) ?? ""}
            placeholder={field.placeholder}
            maxlength={field.maxlength}
            hasCounter={field.hasCounter}
            isRequired={field.require}
            error={ownValue(errors, field.name)}
            onChange={(value) => change(field.name, value)}
          />
        ))}
        <div className={styles.buttons}>
          <button
            type="submit"
            className={styles.button}
            data-tone="sea"
            aria-disabled={isBusy}
            aria-busy={isBusy}
          >
            {isBusy ? (ask.busyText ?? "正在提交") : (ask.confirmText ?? CONFIRM_TEXT)}
          </button>
        </div>
      </form>
    </DialogBox>
  );
}

function useForm({ ask, settle }: FormProps) {
  const { fields } = ask;
  const [values, setValues] = useState(() => initialValues(fields));
  const [errors, setErrors] = useState<FormErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const inFlight = useRef(false);

  const change = (name: string, value: string) => {
    if (value === ownValue(values, name)) return;
    setValues((held) => ({ ...held, [name]: value }));
    setErrors(({ [name]: _gone, ...left }) => left);
  };

  /** Resolves with the accepted values; undefined when a field was invalid or the submit failed. */
  const send = async (drawn: HTMLFormElement): Promise<FormValues | undefined> => {
    const trimmed = trimmedValues(values);
    const found = await checkForm(fields, trimmed);
    // Rendered before the focus moves there, so that a screen reader reads the error with the
    // field.
    flushSync(() => setErrors(found));
    const wrong = firstInvalidField(fields, found);
    if (wrong !== undefined) {
      const control = drawn.elements.namedItem(wrong);
      if (control instanceof HTMLElement) control.focus();
      return undefined;
    }
    return asPromise(() => ask.submit?.(trimmed)).then(
      () => trimmed,
      async (thrown: unknown) => {
        // The button under the notice no longer says that it is sending.
        setIsBusy(false);
        await notice({ type: "error", content: messageOfThrown(thrown, SUBMIT_FAILED) });
        return undefined;
      },
    );
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    setIsBusy(true);
    const drawn = event.currentTarget;
    const sending = send(drawn).finally(() => {
      inFlight.current = false;
      setIsBusy(false);
    });
    void sending.then((taken) => taken && settle(taken));
  };

  return { values, errors, isBusy, change, submit };
}
