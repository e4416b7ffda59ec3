/** Makes a link of a partner, or changes one: what members see, where it leads, where and when. */
import { api, type Item } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { Notice } from "../../parts/panel.tsx";

export type Partner = Item<typeof api.operatorPartners.list>;
export type PartnerLink = Partner["links"][number];
type Values = Readonly<Record<string, FieldValue>>;

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "linkId", label: "链接编号", help: "创建后不能改" },
  { kind: "text", name: "title", label: "标题", help: "会员会看到" },
  { kind: "text", name: "brandName", label: "品牌" },
  {
    kind: "choice",
    name: "kind",
    label: "打开方式",
    choices: [
      ["h5", "网页"],
      ["mini", "微信小程序"],
      ["deeplink", "外部应用"],
    ],
  },
  { kind: "area", name: "target", label: "地址", help: "只能用已允许的主机或小程序" },
  { kind: "text", name: "tip", label: "提示语", help: "会员会看到" },
  { kind: "text", name: "artwork", label: "图标" },
  { kind: "text", name: "tint", label: "底色" },
  { kind: "lines", name: "cityCodes", label: "城市编码", help: "一行一个；不填为全国" },
  { kind: "instant", name: "startsAt", label: "开始" },
  { kind: "instant", name: "endsAt", label: "结束" },
  { kind: "switch", name: "isOn", label: "开启" },
  { kind: "area", name: "reason", label: "原因" },
];

const toInput = (values: Values) => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  tip: String(values["tip"] ?? ""),
  isOn: values["isOn"] === true,
  cityCodes: typeof values["cityCodes"] === "object" ? [...values["cityCodes"]] : [],
});

/** `link` is the link to change; without it a new one is made for `partnerId`. */
export function LinkForm(props: {
  readonly partnerId: string;
  readonly link: PartnerLink | undefined;
  readonly onClose: () => void;
}) {
  const { partnerId, link, onClose } = props;
  if (!link)
    return (
      <DrawerForm
        title="新增链接"
        op={api.operatorPartners.setLink}
        fixed={{ partnerId, sinceVersion: 0 }}
        fields={fields}
        initial={{ kind: "h5", artwork: "bag", tint: "sea" }}
        toInput={toInput}
        submit="新增链接"
        done="已新增"
        onClose={onClose}
      />
    );
  const { linkId, version: sinceVersion, partnerId: _, ...shown } = link;
  return (
    <DrawerForm
      title={`修改「${link.title}」`}
      op={api.operatorPartners.setLink}
      fixed={{ partnerId, linkId, sinceVersion }}
      fields={fields.filter(({ name }) => name !== "linkId")}
      initial={shown}
      toInput={toInput}
      head={<Notice tone="sea">修改后立即生效；已打开的页面不受影响。</Notice>}
      done="已保存"
      onClose={onClose}
    />
  );
}
