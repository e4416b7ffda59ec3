/** Draws the open prompt of `askReason`; the shell holds one. */
import { useQueryClient } from "@tanstack/react-query";
import Modal from "antd/es/modal";
import { Dot } from "lucide-react";
import { useId, useState, useSyncExternalStore } from "react";
import { fieldOf, hasCode, sentenceFor } from "../../api/failure.ts";
import { pulseKey } from "../../api/pulse.ts";
import { Button } from "../button.tsx";
import { RefusalNote } from "../refusal-note.tsx";
import { limitsOfOperation } from "../form/limits.ts";
import { faultOf, unitOf } from "../form/check-field.ts";
import { focusField } from "../form/focus-field.ts";
import { Field, isRefusedField, pathOf, type Typed, valueOf } from "../form/field.tsx";
import { useReturnFocus } from "../return-focus.ts";
import { tell } from "../toast.tsx";
import {
  onPromptChange,
  openPrompt,
  type OpenPrompt,
  recentReasons,
  rememberReason,
} from "./ask-reason.ts";
import styles from "./prompt.module.css";
import { useProof } from "./proof.tsx";
import { needsProof } from "./step-up.ts";

const REASON_MIN = 2;
const REASON_MAX = 200;

/** The longest reason that the operation takes. */
const reasonMax = (operation: string, field: string): number =>
  limitsOfOperation(operation).get(field)?.maxLength ?? REASON_MAX;

type PromptState = {
  readonly reason: string;
  readonly typed: Readonly<Record<string, Typed>>;
};

/** What a press of the button needs first; undefined when nothing is missing. */
function faultsOf(prompt: OpenPrompt, state: PromptState): Readonly<Record<string, string>> {
  const { fields = [], reasonField = "reason" } = prompt.ask;
  const limits = limitsOfOperation(prompt.operation);
  const entries = fields.flatMap((spec) => {
    const limit = { ...limits.get(pathOf(spec)), ...(spec.isRequired ? { isRequired: true } : {}) };
    const value = valueOf(spec, state.typed[spec.name]);
    const fault = faultOf(value, limit as object, unitOf(spec.kind));
    return fault === undefined ? [] : [[spec.name, fault] as const];
  });
  const length = state.reason.trim().length;
  if (reasonField !== false) {
    const most = reasonMax(prompt.operation, reasonField);
    if (length < REASON_MIN || length > most)
      entries.push(["reason", `请写 ${REASON_MIN}–${most} 字，现在 ${length} 字`]);
  }
  return Object.fromEntries(entries);
}

function Prompt({ prompt }: { readonly prompt: OpenPrompt }) {
  const { ask, operation } = prompt;
  const { fields = [], reasonField = "reason", look = "solid" } = ask;
  const queries = useQueryClient();
  const id = useId();
  useReturnFocus();
  const [state, setState] = useState<PromptState>({ reason: "", typed: {} });
  const proof = useProof(needsProof(prompt.route, ask));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const faults = isTried ? faultsOf(prompt, state) : {};
  const refused = fieldOf(failure);
  const close = () => !isBusy && prompt.end(undefined);

  const send = async () => {
    const values = Object.fromEntries(
      fields.map((spec) => [spec.name, valueOf(spec, state.typed[spec.name])]),
    );
    const reason = reasonField === false ? {} : { [reasonField]: state.reason.trim() };
    await proof.prove();
    return prompt.run({ ...values, ...reason }, prompt.key);
  };
  const submit = async () => {
    setTried(true);
    const [faulty] = Object.keys(faultsOf(prompt, state));
    if (faulty !== undefined) {
      focusField(faulty);
      return;
    }
    if (!proof.isComplete) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const outcome = await send();
      if (reasonField !== false) rememberReason(operation, state.reason.trim());
      tell(ask.done ?? `已${ask.title}`);
      for (const queryKey of [...(ask.reloads ?? [[prompt.topic]]), pulseKey])
        void queries.invalidateQueries({ queryKey });
      prompt.end(outcome);
    } catch (refusal) {
      proof.noteRefusal(refusal);
      if (hasCode(refusal, "STATE_CHANGED"))
        void queries.invalidateQueries({ queryKey: [prompt.topic] });
      setFailure(refusal);
      setBusy(false);
      const field = fieldOf(refusal);
      if (field === reasonField) focusField("reason");
      else focusField(fields.find((spec) => isRefusedField(spec, field))?.name ?? "");
    }
  };
  return (
    <Modal
      open
      width={480}
      title={<span className={styles.title}>{ask.title}</span>}
      onCancel={close}
      mask={{ closable: false }}
      keyboard={!isBusy}
      footer={null}
      destroyOnHidden
    >
      {/* Enter in a field never submits: the write needs its button. */}
      <form
        className={styles.prompt}
        onSubmit={(event) => event.preventDefault()}
        aria-describedby={`${id}-effect`}
      >
        <ul id={`${id}-effect`} className={styles.effect}>
          {ask.effect.map((line, place) => (
            // Lines are constant while the prompt is open.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <Dot aria-hidden="true" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
        {fields.map((spec) => (
          <Field
            key={spec.name}
            spec={spec}
            typed={state.typed[spec.name]}
            fault={
              faults[spec.name] ??
              (isRefusedField(spec, refused) ? sentenceFor(failure) : undefined)
            }
            onChange={(value) => {
              // The mark of the server's refusal belongs to the value that was sent.
              if (isRefusedField(spec, refused)) setFailure(undefined);
              setState((old) => ({ ...old, typed: { ...old.typed, [spec.name]: value } }));
            }}
          />
        ))}
        {reasonField !== false && (
          <>
            <Field
              spec={{
                kind: "area",
                name: "reason",
                label: "原因",
                isRequired: true,
                placeholder: `${REASON_MIN}–${reasonMax(operation, reasonField)} 字，写入审计记录`,
                help: ask.reasonHelp,
              }}
              typed={state.reason}
              fault={
                faults["reason"] ?? (refused === reasonField ? sentenceFor(failure) : undefined)
              }
              onChange={(value) => setState((old) => ({ ...old, reason: String(value) }))}
            />
            <Recent
              operation={operation}
              onPick={(reason) => setState((old) => ({ ...old, reason }))}
            />
          </>
        )}
        {proof.box(isTried)}
        <RefusalNote failure={failure} boxed />
        <div className={styles.foot}>
          <Button onClick={close} disabled={isBusy}>
            取消
          </Button>
          <Button look={look} busy={isBusy && "提交中…"} onClick={() => void submit()}>
            {ask.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Recent(props: { readonly operation: string; readonly onPick: (reason: string) => void }) {
  const reasons = recentReasons(props.operation);
  if (reasons.length === 0) return null;
  return (
    <div className={styles.recent} role="group" aria-label="最近用过的原因">
      {reasons.map((reason) => (
        <button key={reason} type="button" onClick={() => props.onPick(reason)}>
          {reason}
        </button>
      ))}
    </div>
  );
}

export function PromptHost() {
  const prompt = useSyncExternalStore(onPromptChange, openPrompt);
  return prompt ? <Prompt key={prompt.key} prompt={prompt} /> : null;
}
