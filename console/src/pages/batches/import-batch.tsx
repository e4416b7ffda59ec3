/** Imports codes that were issued elsewhere: a dry run first, then the import of what is good. */
import { useState } from "react";
import { api } from "../../api/client.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { countText } from "../../parts/format.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Segments } from "../../parts/tabs.tsx";
import { targetChoices } from "./batch-words.ts";
import { useTargetChoices } from "./target-choices.ts";
import { targetFields, type TargetKind, targetOf } from "./target-fields.ts";

type Import = Parameters<typeof api.operatorBatches.import>[0];
type Report = Awaited<ReturnType<typeof api.operatorBatches.import>>;
const REFUSED_SHOWN = 5;

const faults = {
  bad_form: "格式不对",
  twice_in_file: "文件里重复",
  known: "已经存在",
  ok: "可以导入",
} as const;

/** Shows what the dry run found, and imports the good rows for good. */
function confirmImport({ name, target, file }: Import, { accepted, total, rows }: Report) {
  const refused = rows.filter(({ result }) => result !== "ok");
  const more = refused.length - REFUSED_SHOWN;
  return askReason({
    op: api.operatorBatches.import,
    input: { target, file, dryRun: false, ...(name === undefined ? {} : { name }) },
    title: "导入名单",
    effect: [
      `${countText(total)} 行里 ${countText(accepted)} 张可以导入`,
      ...refused
        .slice(0, REFUSED_SHOWN)
        .map(({ row, result }) => `第 ${row} 行不导入：${faults[result]}`),
      ...(more > 0 ? [`另有 ${countText(more)} 行不导入`] : []),
      "导入后等另一人审批",
    ],
    reasonField: false,
    confirm: `导入 ${countText(accepted)} 张`,
    look: "solid",
    done: "已导入，等另一人审批",
  });
}

const fileFields: readonly FieldSpec[] = [
  { kind: "text", name: "name", label: "批次名" },
  {
    kind: "area",
    name: "file",
    label: "名单",
    help: "CSV，第一行 code，每行一张码",
    placeholder: "code\nAAAA-BBBB-CCCC",
  },
];

export function ImportBatch({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<TargetKind>("points");
  const choices = useTargetChoices(kind);
  return (
    <DrawerForm
      title="导入名单"
      op={api.operatorBatches.import}
      fields={[...fileFields, ...targetFields(kind, choices)]}
      head={<Segments label="兑换成" choices={targetChoices} value={kind} onChange={setKind} />}
      toInput={(values) => ({
        ...(values["name"] === undefined ? {} : { name: String(values["name"]) }),
        target: targetOf(kind, values, choices),
        file: String(values["file"] ?? ""),
        dryRun: true,
      })}
      submit="试运行"
      done="试运行完成，还没有导入"
      onClose={onClose}
      onDone={(report, input) => {
        if (report.accepted > 0) void confirmImport(input, report);
      }}
    />
  );
}
