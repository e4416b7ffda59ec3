/** The form of an agreement beside the text as members will read it. */
import { agreementNames } from "@yunjing/contract/agreements";
import type { Agreement, AgreementKind } from "@yunjing/contract/schemas/agreements";
import { may } from "../../api/operator.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { FieldsForm } from "../goods/fields-form.tsx";
import { bodyOf, sectionsOf } from "./agreement-text.ts";
import styles from "./content.module.css";

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "title", label: "标题", isRequired: true },
  { kind: "area", name: "intro", label: "引言", help: "写在第一节之前，可以不填" },
  {
    kind: "area",
    name: "body",
    label: "正文",
    help: "「# 」开头的一行是一节的标题，其余每行是一段",
    isRequired: true,
  },
];

const valueOf = ({ title, intro, sections }: Agreement, name: string): string => {
  if (name === "body") return bodyOf(sections);
  return name === "title" ? title : intro;
};
function withValue(text: Agreement, name: string, value: string): Agreement {
  if (name === "body") return { ...text, sections: sectionsOf(value) };
  return name === "title" ? { ...text, title: value } : { ...text, intro: value };
}

const Preview = ({ text }: { readonly text: Agreement }) => (
  <section className={styles.preview} aria-label="会员会读到" tabIndex={0}>
    <h2>{text.title}</h2>
    {text.intro !== "" && <p>{text.intro}</p>}
    {text.sections.map(({ title, text: lines }, at) => (
      <section key={`${at} ${title}`}>
        <h3>{title}</h3>
        {lines.map((line, row) => (
          <p key={`${row} ${line}`}>{line}</p>
        ))}
      </section>
    ))}
  </section>
);

export function AgreementForm(props: {
  readonly kind: AgreementKind;
  readonly text: Agreement;
  /** Counts how often the whole text was replaced: the fields then begin anew. */
  readonly round: number;
  readonly onChange: (text: Agreement) => void;
}) {
  const { kind, text, round, onChange } = props;
  return (
    <fieldset className={styles.agreement} disabled={!may("catalog:edit", "content:edit")}>
      <FieldsForm
        key={round}
        label={agreementNames[kind]}
        fields={fields}
        valueOf={(name) => valueOf(text, name)}
        faultOf={() => undefined}
        onChange={(name, value) =>
          onChange(withValue(text, name, typeof value === "string" ? value : ""))
        }
      />
      <Preview text={text} />
    </fieldset>
  );
}
