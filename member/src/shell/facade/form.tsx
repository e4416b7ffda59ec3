/**
 * Asks for several texts at once (D04): what is wrong is written under its field, and nothing typed
 * is ever lost to a failure.
 */
import { useRef, useState } from "react";
import { ApiFailure, wordsFor } from "../../device/failure.ts";
import { DialogBox, DialogClose, DialogText } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import { notice } from "./facade.ts";
import { firstValues, type FormErrors, formErrors, keptValues } from "./form-rules.ts";
import type { FormAsk, FormValues } from "./looks.ts";
import { TextBox } from "./text-box.tsx";

type Props = { ask: FormAsk; settle: (values?: FormValues) => void };

const failureWords = (failure: unknown): string =>
  failure instanceof Error && !(failure instanceof ApiFailure) && failure.message
    ? failure.message
    : wordsFor(failure);

/** The typed values, what is wrong with them, and how they are sent: once at a time. */
function useForm({ fields, submit }: FormAsk, settle: Props["settle"]) {
  const [typed, setTyped] = useState(() => firstValues(fields));
  const [errors, setErrors] = useState<FormErrors>({});
  const [isBusy, setBusy] = useState(false);
  const type = (name: string, value: string) => {
    if (value === typed[name]) return;
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const sendGood = (values: FormValues) =>
    Promise.resolve(values)
      .then(submit)
      .then(
        () => settle(values),
        (failure: unknown) => notice({ content: failureWords(failure), type: "error" }),
      );
  /** Answers the name of the first field that is wrong. */
  const send = async (): Promise<string | undefined> => {
    if (isBusy) return undefined;
    setBusy(true);
    const values = keptValues(fields, typed);
    const found = await formErrors(fields, values);
    setErrors(found);
    const wrong = fields.find(({ name }) => found[name] !== undefined)?.name;
    if (wrong === undefined) await sendGood(values);
    setBusy(false);
    return wrong;
  };
  return { typed, errors, isBusy, type, send };
}

export function FormDialog({ ask, settle }: Props) {
  const { title, intro, confirmText, fields } = ask;
  const { typed, errors, isBusy, type, send } = useForm(ask, settle);
  const element = useRef<HTMLFormElement>(null);
  const submit = async () => {
    const wrong = await send();
    const field = wrong === undefined ? null : element.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <DialogBox title={title} role="dialog" isDescribed={intro !== ""} onDismiss={() => settle()}>
      {intro !== "" && <DialogText look="intro">{intro}</DialogText>}
      <form
        ref={element}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {fields.map((field) => (
          <TextBox
            key={field.name}
            name={field.name}
            label={field.label}
            kind={field.type ?? "text"}
            value={typed[field.name] ?? ""}
            onInput={(value) => type(field.name, value)}
            lengthMax={field.maxlength}
            placeholder={field.placeholder}
            isRequired={field.require ?? false}
            error={errors[field.name]}
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
            {isBusy ? "正在提交" : confirmText}
          </button>
        </div>
      </form>
      <DialogClose onClose={() => settle()} />
    </DialogBox>
  );
}
