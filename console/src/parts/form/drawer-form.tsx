/**
 * A form in a drawer: it checks the contract's limits, shows the server's refusal at its field,
 * keeps what was typed on failure, and asks before it is closed with changes.
 */
import type { Call } from "@yunjing/contract/calls";
import { useQueryClient } from "@tanstack/react-query";
import Drawer from "antd/es/drawer";
import { type ReactNode, useEffect, useState } from "react";
import { newIdempotencyKey } from "../../api/client.ts";
import { fieldOf, sentenceFor } from "../../api/failure.ts";
import { pulseKey } from "../../api/pulse.ts";
import { Button } from "../button.tsx";
import { RefusalNote } from "../refusal-note.tsx";
import { useProof } from "../prompt/proof.tsx";
import { needsProof } from "../prompt/step-up.ts";
import { useReturnFocus } from "../return-focus.ts";
import { tell } from "../toast.tsx";
import type { FieldValue } from "./check-field.ts";
import styles from "./drawer-form.module.css";
import { focusField } from "./focus-field.ts";
import { Field, type FieldSpec, isRefusedField } from "./field.tsx";
import { type FormDraft, readForm, typedForm } from "./read-form.ts";

type DrawerFormProps<I, O> = {
  readonly title: string;
  readonly op: Call<I, O>;
  readonly fields: readonly FieldSpec[];
  /** Fields of the input without a control: ids, versions. */
  readonly fixed?: Partial<I>;
  /** What stands in the fields at first. */
  readonly initial?: Readonly<Record<string, FieldValue>>;
  /** Makes the input from the values, where fields and input differ. */
  readonly toInput?: (values: Readonly<Record<string, FieldValue>>) => Partial<I>;
  readonly submit?: string;
  readonly done?: string;
  readonly onClose: () => void;
  readonly onDone?: (output: O, input: I) => void;
  /** Drawn above the fields: what the change means. */
  readonly head?: ReactNode;
  /** Drawn below the fields: what the typed values amount to. */
  readonly preview?: (values: Readonly<Record<string, FieldValue>>) => ReactNode;
  /** Keys of the queries to load again; by default all of the operation's topic. */
  readonly reloads?: readonly (readonly unknown[])[];
};

const drafts = new Map<string, FormDraft>();

export function DrawerForm<I, O>(props: DrawerFormProps<I, O>) {
  const { title, op, fixed, initial = {}, onClose } = props;
  const operation = `${op.topic}.${op.operation}`;
  const draftKey = `${operation}:${JSON.stringify(fixed ?? {})}`;
  const queries = useQueryClient();
  useReturnFocus();
  const [start] = useState(() => typedForm(props.fields, initial));
  const [draft, setDraft] = useState<FormDraft>(() => drafts.get(draftKey) ?? start);
  const [key] = useState(newIdempotencyKey);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const proof = useProof(needsProof(op.route));
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start);
  const refused = fieldOf(failure);

  useEffect(() => {
    if (!isDirty) {
      drafts.delete(draftKey);
      return;
    }
    // A draft survives an ended session; a closed tab asks first.
    drafts.set(draftKey, draft);
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [draft, draftKey, isDirty]);

  const { fields, values, faultIn } = readForm(operation, props.fields, draft);
  const leave = () => {
    drafts.delete(draftKey);
    onClose();
  };
  const submit = async () => {
    setTried(true);
    const first = fields.find((spec) => faultIn(spec) !== undefined);
    if (first) {
      focusField(first.name);
      return;
    }
    if (!proof.isComplete) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const typed = props.toInput ? props.toInput(values) : values;
      // The limits were checked above; the server checks the whole.
      const input = { ...fixed, ...typed } as I;
      await proof.prove();
      const output = await op(input, { idempotencyKey: key });
      tell(props.done ?? "已保存");
      for (const queryKey of [...(props.reloads ?? [[op.topic]]), pulseKey])
        void queries.invalidateQueries({ queryKey });
      props.onDone?.(output, input);
      leave();
    } catch (refusal) {
      proof.noteRefusal(refusal);
      setFailure(refusal);
      setBusy(false);
      const field = fieldOf(refusal);
      focusField(fields.find((spec) => isRefusedField(spec, field))?.name ?? "");
    }
  };
  return (
    <Drawer
      open
      size={480}
      title={title}
      onClose={() => (isDirty ? setLeaving(true) : leave())}
      // At the right, where every panel has it.
      closable={{ placement: "end" }}
      mask={{ closable: !isDirty }}
      destroyOnHidden
      footer={
        isLeaving ? (
          <div className={styles.foot} role="alertdialog" aria-label="放弃未保存的内容？">
            <span>有未保存的内容</span>
            <Button onClick={() => setLeaving(false)}>继续填写</Button>
            <Button look="danger" onClick={leave}>
              放弃
            </Button>
          </div>
        ) : (
          <div className={styles.foot}>
            <Button onClick={() => (isDirty ? setLeaving(true) : leave())}>取消</Button>
            <Button look="solid" busy={isBusy && "提交中…"} onClick={() => void submit()}>
              {props.submit ?? "保存"}
            </Button>
          </div>
        )
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {props.head}
        {fields.map((spec) => (
          <Field
            key={spec.name}
            spec={spec}
            typed={draft[spec.name]}
            fault={
              (isTried ? faultIn(spec) : undefined) ??
              (isRefusedField(spec, refused) ? sentenceFor(failure) : undefined)
            }
            onChange={(typed) => {
              // The mark of the server's refusal belongs to the value that was sent.
              if (isRefusedField(spec, refused)) setFailure(undefined);
              setDraft((old) => ({ ...old, [spec.name]: typed }));
            }}
          />
        ))}
        {props.preview?.(values)}
        {proof.box(isTried)}
        <RefusalNote failure={failure} boxed />
      </form>
    </Drawer>
  );
}
