/** The form of a new batch: its target, its count, and what it will be worth as a liability. */
import { worthOfUse } from "@yunjing/contract/batch-worth";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { countText, moneyText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";
import { Segments } from "../../parts/tabs.tsx";
import { targetChoices } from "./batch-words.ts";
import styles from "./batches.module.css";
import { useTargetChoices } from "./target-choices.ts";
import { targetFields, type TargetKind, targetOf, type Values } from "./target-fields.ts";

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "name", label: "批次名" },
  { kind: "number", name: "count", label: "张数", unit: "张" },
  { kind: "number", name: "usesPerCode", label: "每码可用次数", unit: "次" },
  { kind: "number", name: "perMember", label: "每人可用同一码", unit: "次" },
  {
    kind: "choice",
    name: "activation",
    label: "激活",
    choices: [
      ["now", "批准即激活"],
      ["on_sale", "售出后按序号激活"],
    ],
  },
  { kind: "area", name: "note", label: "备注" },
];

const countOf = (value: Values[string]): number => Math.max(Number(value ?? 0) || 0, 0);

const activationOf = (value: Values[string]): "now" | "on_sale" =>
  value === "on_sale" ? "on_sale" : "now";

type LiabilityProps = { readonly target: BatchTarget; readonly values: Values };

/** Says what all codes are worth. */
function Liability({ target, values }: LiabilityProps) {
  const uses = countOf(values["count"]) * Math.max(countOf(values["usesPerCode"]), 1);
  const worth = worthOfUse(target);
  return (
    <Notice tone="sea">
      批准后最多 {countText(uses)} 次兑换
      {worth === undefined || Number.isNaN(worth)
        ? "；没有面值，负债按实际兑换计"
        : `，负债 ${moneyText(worth * uses)}`}
      。
    </Notice>
  );
}

type NewBatchProps = {
  readonly onClose: () => void;
  readonly onMade: (batchId: string) => void;
};

export function NewBatch({ onClose, onMade }: NewBatchProps) {
  const [kind, setKind] = useState<TargetKind>("points");
  const choices = useTargetChoices(kind);
  return (
    <DrawerForm
      title="新建批次"
      op={api.operatorBatches.create}
      fields={[...fields.slice(0, 1), ...targetFields(kind, choices), ...fields.slice(1)]}
      initial={{ usesPerCode: 1, perMember: 1, activation: "now" }}
      head={
        <div className={styles.targets}>
          <Segments label="兑换成" choices={targetChoices} value={kind} onChange={setKind} />
        </div>
      }
      preview={(values) => <Liability target={targetOf(kind, values, choices)} values={values} />}
      toInput={(values) => ({
        name: String(values["name"] ?? ""),
        target: targetOf(kind, values, choices),
        count: Number(values["count"]),
        usesPerCode: countOf(values["usesPerCode"]) || 1,
        perMember: countOf(values["perMember"]) || 1,
        activation: activationOf(values["activation"]),
        ...(values["note"] === undefined ? {} : { note: String(values["note"]) }),
      })}
      submit="存为草稿"
      done="已存为草稿，提交后由另一人审批"
      onClose={onClose}
      onDone={({ batchId }) => onMade(batchId)}
    />
  );
}
