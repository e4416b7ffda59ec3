/** The form of the gallery: every kind of field, with an operation that accepts everything. */
import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { DateInput } from "../parts/date-input.tsx";
import { DrawerForm } from "../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../parts/form/field.tsx";
import { Notice } from "../parts/panel.tsx";

const choices = [
  ["a", "甲"],
  ["b", "乙"],
] as const;
const fields: readonly FieldSpec[] = [
  { kind: "text", name: "text", label: "文字", help: "帮助写在下面", isRequired: true },
  { kind: "area", name: "area", label: "多行文字" },
  { kind: "number", name: "number", label: "数字", unit: "天" },
  { kind: "money", name: "money", label: "金额" },
  { kind: "points", name: "points", label: "积分" },
  { kind: "instant", name: "instant", label: "时刻" },
  { kind: "day", name: "day", label: "日期" },
  { kind: "member", name: "member", label: "会员" },
  { kind: "lines", name: "lines", label: "一行一个" },
  { kind: "switch", name: "switch", label: "开关" },
  { kind: "choice", name: "choice", label: "单选", choices },
  { kind: "many", name: "many", label: "多选", choices },
  {
    kind: "text",
    name: "hidden",
    label: "选乙才有",
    isShown: (values) => values["choice"] === "b",
  },
];

/** An operation that accepts everything and sends nothing. */
export const accept = Object.assign(async (input: Readonly<Record<string, unknown>>) => input, {
  topic: "gallery",
  operation: "form",
  route: { method: "POST", path: "/gallery", caller: "operator" } as const,
});

export function FormSample() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="solid" onClick={() => setOpen(true)}>
        打开表单
      </Button>
      {isOpen && (
        <DrawerForm
          title="表单"
          op={accept}
          fields={fields}
          head={<Notice tone="sea">抬头说明改动的意思。</Notice>}
          preview={(values) => <Notice tone="warn">{JSON.stringify(values)}</Notice>}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The fields for a day and for a time that filter a page. */
export function DateSample() {
  const [day, setDay] = useState("2026-11-24");
  const [at, setAt] = useState("2026-11-24 08:30");
  return (
    <>
      <DateInput label="哪天" value={day} max="2026-12-31" onChange={setDay} />
      <DateInput kind="instant" label="截至" value={at} onChange={setAt} />
    </>
  );
}
