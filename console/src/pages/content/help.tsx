/** 帮助文章: the articles in their order at the left, one article's form at the right. */
import { builtInHelp } from "@yunjing/contract/help-articles";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, type OutputOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { EntryButtons } from "../../parts/move-buttons.tsx";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { Gate } from "../../parts/gate.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { put } from "../goods/draft-fields.ts";
import { FieldsForm } from "../goods/fields-form.tsx";
import styles from "./content.module.css";
import { KeptEditor } from "./kept-editor.tsx";
import { useKept } from "./use-kept.ts";

type Stored = OutputOf<typeof api.operatorContent.help>;
type Article = Stored["list"][number];

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "text", label: "问题", isRequired: true },
  { kind: "text", name: "topic", label: "分类", help: "同一分类的文章放在一起", isRequired: true },
  { kind: "lines", name: "words", label: "搜索词", help: "每行一个，会员也能搜到" },
  { kind: "area", name: "answer", label: "回答", help: "空一行分段", isRequired: true },
  { kind: "text", name: "linkText", label: "按钮文字", help: "和页面地址一起填，或都不填" },
  { kind: "text", name: "linkUrl", label: "页面地址", placeholder: "/pages/user/orders" },
];

function valueOf(article: Article, name: string): FieldValue {
  const { text, topic, words, answer, link } = article;
  const values: Readonly<Record<string, FieldValue>> = { text, topic, words };
  if (name === "answer") return answer.join("\n\n");
  if (name === "linkText") return link?.text;
  return name === "linkUrl" ? link?.url : new Map(Object.entries(values)).get(name);
}

function withValue(article: Article, name: string, value: FieldValue): Article {
  const text = typeof value === "string" ? value : "";
  if (name === "words") return { ...article, words: [value ?? []].flat().map(String) };
  if (name === "answer") return { ...article, answer: text.split(/\n\s*\n/).filter(Boolean) };
  if (name !== "linkText" && name !== "linkUrl") return put(article, name, text);
  const { link = { text: "", url: "" } } = article;
  const next = name === "linkText" ? { ...link, text } : { ...link, url: text };
  return put(article, "link", next.text === "" && next.url === "" ? undefined : next);
}

const linesOf = (list: readonly Article[]) =>
  new Map([
    ["顺序", list.map(({ text }) => text).join("、")],
    ...list.map(({ id, topic, text, answer, words, link }) => {
      const line = [topic, text, ...answer, words.join("、"), link?.text ?? "", link?.url ?? ""];
      return [`文章 ${id}`, line.filter(Boolean).join(" · ")] as const;
    }),
  ]);

const ID_BYTES = 5;
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return `help-${Array.from(bytes, (byte) => byte.toString(36)).join("")}`;
}

export function HelpEditor({ stored }: { readonly stored: Stored }) {
  const isBuiltIn = stored.sinceVersion === 0;
  const kept = useKept<readonly Article[]>({
    ...stored,
    value: isBuiltIn ? builtInHelp : stored.list,
  });
  const { value: list, sinceVersion, change, round, settle } = kept;
  const [chosenId, setChosen] = useState<string>();
  const chosen = list.find(({ id }) => id === chosenId) ?? list[0];
  const save = async () => {
    const done = await askReason({
      op: api.operatorContent.setHelp,
      input: { sinceVersion, list: list.map((article) => ({ ...article })) },
      title: "保存帮助文章",
      effect: [`会员的帮助页立刻显示这 ${list.length} 篇`],
      confirm: "保存",
      done: "已保存",
    });
    if (done) settle("theirs");
  };
  return (
    <KeptEditor
      stored={stored}
      kept={kept}
      linesOf={linesOf}
      unstored="现在显示的是内置文章，保存后以这里为准"
      onSave={save}
      action={
        <Button
          icon={<Plus />}
          onClick={() => {
            const id = newId();
            const topic = chosen?.topic ?? "";
            change([...list, { id, topic, text: "", answer: [], words: [] }]);
            setChosen(id);
          }}
        >
          加一篇
        </Button>
      }
    >
      <div className={styles.help}>
        <ol className={styles.articles} aria-label="文章">
          {list.map(({ id, topic, text }, at) => (
            <li key={id} data-chosen={id === chosen?.id || undefined}>
              <button
                type="button"
                aria-current={id === chosen?.id || undefined}
                onClick={() => setChosen(id)}
              >
                <span>{text || "没有标题"}</span>
                <small>{topic || "没有分类"}</small>
              </button>
              {id === chosen?.id && (
                <Gate may="catalog:publish">
                  <EntryButtons list={list} at={at} name={text} onChange={change} />
                </Gate>
              )}
            </li>
          ))}
        </ol>
        <div>
          {chosen && (
            <FieldsForm
              key={`${chosen.id} ${round}`}
              label={chosen.text || "新文章"}
              fields={fields}
              valueOf={(name) => valueOf(chosen, name)}
              faultOf={() => undefined}
              onChange={(name, value) =>
                change(
                  list.map((one) => (one.id === chosen.id ? withValue(one, name, value) : one)),
                )
              }
            />
          )}
        </div>
      </div>
    </KeptEditor>
  );
}
