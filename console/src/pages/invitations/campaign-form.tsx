/** Creates an invitation campaign, or changes one: its time, budget, and what each side gets. */
import { api, type Item } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { moneyText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";

export type InviteCampaign = Item<typeof api.operatorInvitations.campaigns>;
type Gift = InviteCampaign["inviter"];
type Values = Readonly<Record<string, FieldValue>>;

const sides = { inviter: "邀请人", invitee: "被邀请人" } as const;
type Side = keyof typeof sides;

/** Where each field stands within the gift of a side. */
const places = {
  Kind: "kind",
  Percent: "percent",
  CapFen: "capFen",
  Points: "points",
  Template: "templateId",
  CostFen: "costFen",
} as const;

const giftFields = (side: Side): readonly FieldSpec[] => {
  const is = (kind: Gift["kind"]) => (values: Values) => values[`${side}Kind`] === kind;
  const field = (name: keyof typeof places, label: string) =>
    ({
      name: `${side}${name}`,
      path: `${side}.${places[name]}`,
      label: `${sides[side]}${label}`,
      isRequired: true,
    }) as const;
  return [
    {
      ...field("Kind", "得什么"),
      kind: "choice",
      choices: [
        ["cash", "首单返现"],
        ["points", "积分"],
        ["coupon", "优惠券"],
        ["none", "没有"],
      ],
    },
    {
      ...field("Percent", "返现比例"),
      kind: "number",
      unit: "%",
      help: "首单实付的 1–50%",
      isShown: is("cash"),
    },
    { ...field("CapFen", "最多返"), kind: "money", isShown: is("cash") },
    { ...field("Points", "积分"), kind: "points", isShown: is("points") },
    { ...field("Template", "优惠券活动编号"), kind: "text", isShown: is("coupon") },
    {
      ...field("CostFen", "每张成本"),
      kind: "money",
      help: "从预算里扣",
      isShown: is("coupon"),
    },
  ];
};

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "name", label: "活动名称", help: "会员会看到；不能诱导分享" },
  { kind: "instant", name: "startsAt", label: "开始" },
  { kind: "instant", name: "endsAt", label: "结束" },
  { kind: "money", name: "budgetFen", label: "预算" },
  ...giftFields("inviter"),
  ...giftFields("invitee"),
  {
    kind: "number",
    name: "monthCap",
    label: "每人每月",
    unit: "人",
    help: "超出的奖励转人工审核",
  },
  { kind: "area", name: "reason", label: "原因" },
];

const numberIn = (values: Values, name: string): number => Number(values[name]);

function giftOf(values: Values, side: Side): Gift {
  switch (values[`${side}Kind`]) {
    case "cash":
      return {
        kind: "cash",
        percent: numberIn(values, `${side}Percent`),
        capFen: numberIn(values, `${side}CapFen`),
      };
    case "points":
      return { kind: "points", points: numberIn(values, `${side}Points`) };
    case "coupon":
      return {
        kind: "coupon",
        templateId: String(values[`${side}Template`]),
        costFen: numberIn(values, `${side}CostFen`),
      };
    default:
      return { kind: "none" };
  }
}

const toInput = (values: Values) => ({
  name: String(values["name"]),
  startsAt: numberIn(values, "startsAt"),
  endsAt: numberIn(values, "endsAt"),
  budgetFen: numberIn(values, "budgetFen"),
  monthCap: numberIn(values, "monthCap"),
  reason: String(values["reason"]),
  inviter: giftOf(values, "inviter"),
  invitee: giftOf(values, "invitee"),
});

function giftInitial(side: Side, gift: Gift): Values {
  const named = (entries: Values): Values =>
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${side}${name}`, value]));
  switch (gift.kind) {
    case "cash":
      return named({ Kind: "cash", Percent: gift.percent, CapFen: gift.capFen });
    case "points":
      return named({ Kind: "points", Points: gift.points });
    case "coupon":
      return named({ Kind: "coupon", Template: gift.templateId, CostFen: gift.costFen });
    case "none":
      return named({ Kind: "none" });
    default:
      return gift satisfies never;
  }
}

/** `row` is the campaign to change; without it a new one is created. */
export function InviteCampaignForm(props: {
  readonly row?: InviteCampaign | undefined;
  readonly onClose: () => void;
}) {
  const { row, onClose } = props;
  if (!row)
    return (
      <DrawerForm
        title="新建邀请活动"
        op={api.operatorInvitations.create}
        fields={fields}
        initial={{ inviterKind: "cash", inviteeKind: "none" }}
        toInput={toInput}
        submit="创建活动"
        done="已创建"
        onClose={onClose}
      />
    );
  const { campaignId, isOn, version: sinceVersion } = row;
  return (
    <DrawerForm
      title={`修改 ${row.name}`}
      op={api.operatorInvitations.change}
      fixed={{ campaignId, isOn, sinceVersion }}
      fields={fields}
      initial={{
        name: row.name,
        startsAt: row.startsAt,
        endsAt: row.endsAt,
        budgetFen: row.budgetFen,
        monthCap: row.monthCap,
        ...giftInitial("inviter", row.inviter),
        ...giftInitial("invitee", row.invitee),
      }}
      toInput={toInput}
      head={
        <Notice tone="sea">
          已用 {moneyText(row.usedFen)}。修改规则只影响新绑定，已绑定的按原规则。
        </Notice>
      }
      done="已保存为新版本"
      onClose={onClose}
    />
  );
}
