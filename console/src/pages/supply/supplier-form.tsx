/** What operators keep about a supplier: its values, and the form that changes them. */
import { api, type OutputOf } from "../../api/client.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { Facts } from "../../parts/panel.tsx";
import { Wrapped } from "../../parts/table/columns.tsx";

type Kept = OutputOf<typeof api.operatorSuppliers.detail>;

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "name", label: "名称" },
  { kind: "text", name: "phone", label: "联系电话", isRequired: false },
  {
    kind: "text",
    name: "hours",
    label: "服务时间",
    isRequired: false,
    placeholder: "每天 9:00–21:00",
  },
  {
    kind: "area",
    name: "script",
    label: "电话话术",
    isRequired: false,
    help: "客服联系供应商时照着说：报哪个单号、问什么、不能答应什么",
  },
  {
    kind: "money",
    name: "lowestFen",
    label: "最低预付余额",
    isRequired: false,
    help: "低于这个金额时提醒；不填则只按还够几天提醒",
  },
  {
    kind: "number",
    name: "unknownMax",
    label: "结果未知上限",
    unit: "单",
    isRequired: false,
    help: "超过时提醒；不填则不提醒",
  },
  { kind: "area", name: "reason", label: "原因" },
];

const textOf = (value: FieldValue): string => (typeof value === "string" ? value : "");

export function SupplierForm(props: { readonly kept: Kept; readonly onClose: () => void }) {
  const { supplierId, version, ...initial } = props.kept;
  return (
    <DrawerForm
      title={`修改 ${initial.name}`}
      op={api.operatorSuppliers.change}
      fixed={{ supplierId, sinceVersion: version }}
      initial={initial}
      // An empty text is stored as one.
      toInput={(values) => ({
        ...values,
        phone: textOf(values["phone"]),
        hours: textOf(values["hours"]),
        script: textOf(values["script"]),
      })}
      fields={fields}
      done="已保存"
      reloads={[["operatorSuppliers"], ["operatorSupply"]]}
      onClose={props.onClose}
    />
  );
}

export function KeptFacts({ kept }: { readonly kept: Kept }) {
  const { phone, hours, script, lowestFen, unknownMax } = kept;
  return (
    <Facts
      rows={[
        ["联系电话", phone || EMPTY],
        ["服务时间", hours || EMPTY],
        ["电话话术", script ? <Wrapped key="script">{script}</Wrapped> : EMPTY],
        ["最低预付余额", lowestFen === undefined ? EMPTY : moneyText(lowestFen)],
        ["结果未知上限", unknownMax === undefined ? EMPTY : `${unknownMax} 单`],
      ]}
    />
  );
}
