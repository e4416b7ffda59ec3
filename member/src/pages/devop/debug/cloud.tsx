/**
 * Form for manual cloud calls: a function, an object's method, or a collection with a condition.
 */
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { Choice } from "../../../components/choice.tsx";
import { Field } from "../../../components/field.tsx";
import {
  answerText,
  examples,
  type CallKind,
  type ErrorDisplay,
  type CloudCallInput,
} from "./cloud-call.ts";
import styles from "./debug.module.css";

const kinds: readonly { readonly id: CallKind; readonly name: string }[] = [
  { id: "function", name: "函数" },
  { id: "object", name: "云对象" },
  { id: "database", name: "数据库" },
];
const errorDisplays: readonly { readonly id: ErrorDisplay; readonly name: string }[] = [
  { id: "modal", name: "弹窗" },
  { id: "retry", name: "可重试" },
  { id: "toast", name: "轻提示" },
];
const textLabels: Readonly<Record<CallKind, string>> = {
  function: "参数（JSON）",
  object: "参数（JSON 列表）",
  database: "条件（JQL 或 JSON）",
};
/** Maximum length of a JQL text; the server accepts no longer one. */
const TEXT_MAX = 2_000;

export function CloudCalls() {
  const [typed, setTyped] = useState<CloudCallInput>(examples.function);
  const [answer, setAnswer] = useState<string>();
  const { kind, name, method, text, shown } = typed;
  const change = (changes: Partial<CloudCallInput>) => setTyped({ ...typed, ...changes });
  const choose = (id: string) => {
    const found = kinds.find((one) => one.id === id);
    if (found) setTyped(examples[found.id]);
    setAnswer(undefined);
  };
  const call = async () => {
    setAnswer(undefined);
    setAnswer(await answerText(typed));
  };
  return (
    <>
      <Section title="云调用" note="以当前登录身份">
        <div className="grid gap-4">
          <Choice
            label="调用什么"
            appearance="slots"
            items={kinds}
            value={kind}
            onChoose={choose}
          />
          <Field
            label={kind === "database" ? "集合" : "名称"}
            value={name}
            onInput={(value) => change({ name: value })}
          />
          {kind === "object" && (
            <Field label="方法" value={method} onInput={(value) => change({ method: value })} />
          )}
          <Field
            label={textLabels[kind]}
            value={text}
            lengthMax={TEXT_MAX}
            onInput={(value) => change({ text: value })}
          />
          {kind === "object" && (
            <Choice
              label="失败时"
              appearance="slots"
              items={errorDisplays}
              value={shown}
              onChoose={(id) =>
                change({ shown: errorDisplays.find((one) => one.id === id)?.id ?? "modal" })
              }
            />
          )}
          <Button block onPress={call} busyText="调用中">
            调用
          </Button>
        </div>
      </Section>
      {answer !== undefined && (
        <Section title="回答">
          <pre className={styles.agent} role="status">
            {answer}
          </pre>
        </Section>
      )}
    </>
  );
}
