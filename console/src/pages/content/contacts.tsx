/** 客服与备案: the service number with its hours, and what members read below the pages. */
import { api, type OutputOf } from "../../api/client.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { put } from "../goods/draft-fields.ts";
import { FieldsForm } from "../goods/fields-form.tsx";
import { KeptEditor } from "./kept-editor.tsx";
import { useKept } from "./use-kept.ts";

type Stored = OutputOf<typeof api.operatorContent.contacts>;
type Contacts = Stored["contacts"];

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "phone", label: "客服电话", help: "不填：会员看到「暂未开通」" },
  { kind: "text", name: "hours", label: "服务时间", isRequired: true },
  { kind: "text", name: "company", label: "公司名称" },
  { kind: "text", name: "icp", label: "备案号", placeholder: "沪ICP备…号" },
  { kind: "text", name: "licence", label: "经营许可证号" },
  { kind: "text", name: "privacyContact", label: "个人信息保护联系方式" },
];
const names = new Map(fields.map(({ name, label }) => [name, label]));
const valuesOf = (contacts: Contacts) =>
  new Map<string, string | undefined>(Object.entries(contacts));
const linesOf = (contacts: Contacts) =>
  new Map([...names].map(([name, label]) => [label, valuesOf(contacts).get(name) ?? ""] as const));

export function ContactsEditor({ stored }: { readonly stored: Stored }) {
  const kept = useKept<Contacts>({ ...stored, value: stored.contacts });
  const { value, sinceVersion, change, round, settle } = kept;
  const save = async () => {
    const done = await askReason({
      op: api.operatorContent.setContacts,
      input: { sinceVersion, contacts: value },
      title: "保存客服与备案",
      effect: ["会员的帮助、设置和协议页立刻显示新内容"],
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
      unstored="现在显示的是安装时的设置"
      onSave={save}
    >
      <FieldsForm
        key={round}
        label="客服与备案"
        fields={fields}
        valueOf={(name) => valuesOf(value).get(name)}
        faultOf={() => undefined}
        onChange={(name, typed) =>
          change(put(value, name, typed ?? (name === "hours" ? "" : undefined)))
        }
      />
    </KeptEditor>
  );
}
