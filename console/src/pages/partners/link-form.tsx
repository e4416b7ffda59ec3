/** Makes a link of a partner, or changes one: what members see, where it leads, where and when. */
import { api, type Item } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { Notice } from "../../parts/panel.tsx";

export type Partner = Item<typeof api.operatorPartners.list>;
export type PartnerLink = Partner["links"][number];
type Values = Readonly<Record<string, FieldValue>>;

const artworks = [
  ["bag", "购物袋"],
  ["car", "汽车"],
  ["scooter", "电动车"],
  ["pump", "加油机"],
  ["phone", "手机"],
  ["video", "视频"],
  ["film", "电影"],
  ["ticket", "票券"],
  ["coffee", "咖啡"],
  ["burger", "汉堡"],
  ["bowl", "餐食"],
  ["gift", "礼物"],
  ["coins", "钱币"],
] as const;
const tints = [
  ["peach", "桃"],
  ["sand", "沙"],
  ["gold", "金"],
  ["sea", "海蓝"],
  ["ice", "冰蓝"],
  ["teal", "青"],
  ["green", "绿"],
  ["plum", "紫"],
] as const;

/** The choices of a field, and what the link has now when that is none of them. */
const withCurrent = (spec: FieldSpec, current: string | undefined): FieldSpec =>
  spec.kind !== "choice" || current === undefined || spec.choices.some(([id]) => id === current)
    ? spec
    : { ...spec, choices: [...spec.choices, [current, "现在的"]] };

const fields: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "linkId",
    label: "链接编号",
    help: "小写字母、数字和连字符，字母开头；创建后不能改",
  },
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
  { kind: "choice", name: "artwork", label: "图标", choices: artworks },
  { kind: "choice", name: "tint", label: "底色", choices: tints },
  {
    kind: "lines",
    name: "cityCodes",
    label: "城市编码",
    help: "行政区划代码，如 310100 是上海；一行一个，不填为全国",
  },
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
      fields={fields
        .filter(({ name }) => name !== "linkId")
        .map((spec) => {
          if (spec.name === "artwork") return withCurrent(spec, link.artwork);
          return spec.name === "tint" ? withCurrent(spec, link.tint) : spec;
        })}
      initial={shown}
      toInput={toInput}
      head={<Notice tone="sea">修改后立即生效；已打开的页面不受影响。</Notice>}
      done="已保存"
      onClose={onClose}
    />
  );
}
