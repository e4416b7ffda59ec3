/** The form of one set of fulfilment terms. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { Notice } from "../../parts/panel.tsx";
import {
  deliveryChoices,
  lateMoneyChoices,
  refundChoices,
  usedInChoices,
} from "../goods/goods-words.ts";

import { LiveContractTexts } from "./contract-texts.tsx";

export type Row = Item<typeof api.operatorContracts.list>;
type Terms = Row["terms"];
type Values = Readonly<Record<string, FieldValue>>;

const FIRST = {
  delivery: "card",
  usedIn: "store",
  slaSeconds: 60,
  refundRule: "before_code",
  lateMoney: "revive",
  isOn: true,
} as const;

const fieldsOf = (row: Row | undefined, labels: readonly string[]): readonly FieldSpec[] => [
  ...(row
    ? []
    : [
        {
          kind: "text",
          name: "code",
          label: "编码",
          help: "小写字母、数字和短横，之后不能改",
          isRequired: true,
        } as const,
      ]),
  { kind: "text", name: "name", label: "名称", isRequired: true },
  {
    kind: "choice",
    name: "delivery",
    path: "terms.delivery",
    label: "发放方式",
    choices: deliveryChoices,
    isRequired: true,
  },
  {
    kind: "choice",
    name: "usedIn",
    path: "terms.usedIn",
    label: "使用方式",
    choices: usedInChoices,
    isRequired: true,
  },
  {
    kind: "many",
    name: "form",
    path: "terms.form",
    label: "会员下单时填写",
    choices: labels.map((label) => [label, label] as const),
    isRequired: false,
  },
  {
    kind: "number",
    name: "slaSeconds",
    path: "terms.slaSeconds",
    label: "履约时限",
    unit: "秒",
    help: "会员读到「支付后约 …内到账」；0 为立即",
    isRequired: true,
  },
  {
    kind: "choice",
    name: "refundRule",
    path: "terms.refundRule",
    label: "退款规则",
    choices: refundChoices,
    isRequired: true,
  },
  {
    kind: "number",
    name: "refundDays",
    path: "terms.refundDays",
    label: "退款期限",
    unit: "天",
    help: "空为不限",
    isRequired: false,
  },
  {
    kind: "number",
    name: "validDays",
    path: "terms.validDays",
    label: "有效期",
    unit: "天",
    help: "空为不限",
    isRequired: false,
  },
  {
    kind: "choice",
    name: "lateMoney",
    path: "terms.lateMoney",
    label: "超时付款",
    choices: lateMoneyChoices,
    isRequired: true,
  },
  { kind: "switch", name: "isOn", label: "可以选用", isRequired: false },
  { kind: "area", name: "reason", label: "原因", isRequired: true },
];

const days = (name: "refundDays" | "validDays", value: FieldValue) =>
  typeof value === "number" ? { [name]: value } : {};

export function ContractForm(props: { readonly row?: Row; readonly onClose: () => void }) {
  const { row } = props;
  const forms = useQuery(apiQuery(api.operatorContracts.forms, {})).data?.list ?? [];
  const termsOf = (values: Values): Terms => ({
    delivery: values["delivery"] as Terms["delivery"],
    usedIn: values["usedIn"] as Terms["usedIn"],
    form: forms.filter(({ label }) => [values["form"] ?? []].flat().includes(label)),
    slaSeconds: Number(values["slaSeconds"]),
    refundRule: values["refundRule"] as Terms["refundRule"],
    lateMoney: values["lateMoney"] as Terms["lateMoney"],
    ...days("refundDays", values["refundDays"]),
    ...days("validDays", values["validDays"]),
  });
  const { form, ...terms } = row?.terms ?? { ...FIRST, form: [] };
  return (
    <DrawerForm
      title={row ? `修改 ${row.name}` : "新增合约"}
      op={api.operatorContracts.set}
      fixed={{ sinceVersion: row?.version ?? 0, ...(row ? { code: row.code } : {}) }}
      initial={{
        ...terms,
        form: form.map(({ label }) => label),
        isOn: true,
        ...(row ? { name: row.name, isOn: row.isOn } : {}),
      }}
      fields={fieldsOf(
        row,
        forms.map(({ label }) => label),
      )}
      head={
        <Notice tone="sea">
          会员读到的使用说明、到账时间和退款规则由这里生成，见下方。保存后，用它的商品在下次发布时更新；已下的订单不变。
        </Notice>
      }
      preview={(values) => <LiveContractTexts terms={termsOf(values)} />}
      toInput={(values) => ({
        ...(row ? {} : { code: String(values["code"] ?? "") }),
        name: String(values["name"] ?? ""),
        terms: termsOf(values),
        isOn: values["isOn"] === true,
        reason: String(values["reason"] ?? ""),
      })}
      done="合约已保存"
      onClose={props.onClose}
    />
  );
}
