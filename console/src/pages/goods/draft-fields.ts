/** The fields of a draft that the editor shows, with how each is read from the draft and put into it. */
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import type { DraftHands } from "../../parts/use-draft.ts";
import type { api, OutputOf } from "../../api/client.ts";
import {
  artworkChoices,
  lateMoneyChoices,
  refundChoices,
  tintChoices,
  usedInChoices,
  withValue,
} from "./goods-words.ts";

export type Goods = OutputOf<typeof api.operatorGoods.detail>;
export type Draft = Goods["draft"];
/** What the server answers about a stored draft. */
export type Saved = Pick<Goods, "checks" | "preview" | "sinceVersion" | "savedAt">;
export type Hands = DraftHands<Draft, Saved>;
export type DraftSku = Draft["skus"][number];

/** One part of a draft: the draft itself, its limits, or its contract. */
type Part = "draft" | "limits" | "contract";
export type DraftField = { readonly part: Part; readonly spec: FieldSpec };

const LISTS = new Set(["tags", "searchWords", "regionCodes"]);

/** Returns an object with one value set; undefined takes the field away. */
export function put<T extends object>(target: T, name: string, value: unknown): T {
  const rest = Object.entries(target).filter(([known]) => known !== name);
  const next = value === undefined ? rest : [...rest, [name, value]];
  return Object.fromEntries(next) as T;
}

const partOf = (draft: Draft, part: Part): object => (part === "draft" ? draft : draft[part]);

export function valueIn(draft: Draft, { part, spec }: DraftField): FieldValue {
  const value: unknown = new Map<string, unknown>(Object.entries(partOf(draft, part))).get(
    spec.name,
  );
  return value as FieldValue;
}

/** Returns the draft with a value; an empty text stays, an empty list is a list. */
export function withField(draft: Draft, { part, spec }: DraftField, value: FieldValue): Draft {
  const isText = spec.name === "title";
  const stored = value ?? (LISTS.has(spec.name) ? [] : isText ? "" : undefined);
  if (part === "draft") return put(draft, spec.name, stored);
  return { ...draft, [part]: put(draft[part], spec.name, stored) };
}

type Choices = readonly (readonly [string, string])[];
export type Names = { readonly brands: Choices; readonly categories: Choices };

const of =
  (part: Part) =>
  (spec: FieldSpec): DraftField => ({ part, spec });

/** 展示. */
export const showFields = (draft: Draft, { brands, categories }: Names): readonly DraftField[] =>
  (
    [
      { kind: "text", name: "title", label: "名称", isRequired: true },
      { kind: "text", name: "subtitle", label: "副标题" },
      { kind: "choice", name: "brandCode", label: "品牌", choices: brands, isRequired: true },
      {
        kind: "choice",
        name: "categoryCode",
        label: "分类",
        choices: categories,
        isRequired: true,
      },
      {
        kind: "choice",
        name: "artwork",
        label: "主图",
        choices: withValue(artworkChoices, draft.artwork),
      },
      { kind: "choice", name: "tint", label: "底色", choices: withValue(tintChoices, draft.tint) },
      { kind: "instant", name: "saleFrom", label: "上架时间", help: "空为发布后立即" },
      { kind: "instant", name: "saleTo", label: "下架时间", help: "空为长期" },
      { kind: "number", name: "sort", label: "排序", help: "小的在前", isRequired: true },
      { kind: "lines", name: "tags", label: "标签", help: "最多 6 个，每行一个" },
      { kind: "lines", name: "searchWords", label: "搜索词", help: "会员也能搜到，每行一个" },
    ] satisfies readonly FieldSpec[]
  ).map(of("draft"));

/** 分享. */
export const shareFields = (draft: Draft): readonly DraftField[] =>
  (
    [
      {
        kind: "text",
        name: "shareTitle",
        label: "分享标题",
        placeholder: `${draft.title}｜云鲸权益`,
        help: "空为商品名称",
      },
      {
        kind: "text",
        name: "shareText",
        label: "分享文字",
        placeholder: draft.tags.join(" · "),
        help: "空为品牌和标签",
      },
    ] satisfies readonly FieldSpec[]
  ).map(of("draft"));

/** 履约: the texts that members read are generated from these. */
export const contractFields: readonly DraftField[] = (
  [
    { kind: "choice", name: "usedIn", label: "使用方式", choices: usedInChoices, isRequired: true },
    {
      kind: "number",
      name: "slaSeconds",
      label: "履约时限",
      unit: "秒",
      help: "超时转客服",
      isRequired: true,
    },
    {
      kind: "choice",
      name: "refundRule",
      label: "退款规则",
      choices: refundChoices,
      isRequired: true,
    },
    { kind: "number", name: "refundDays", label: "退款期限", unit: "天", help: "空为不限" },
    { kind: "number", name: "validDays", label: "有效期", unit: "天", help: "空为不限" },
    {
      kind: "choice",
      name: "lateMoney",
      label: "超时付款",
      choices: lateMoneyChoices,
      isRequired: true,
    },
  ] satisfies readonly FieldSpec[]
).map(of("contract"));

/** 限购与人群. */
export const limitFields: readonly DraftField[] = [
  ...(
    [
      { kind: "number", name: "perOrder", label: "每单限购", unit: "件" },
      { kind: "number", name: "perDay", label: "每人每天", unit: "件" },
      { kind: "number", name: "perMonth", label: "每人每月", unit: "件" },
      { kind: "number", name: "life", label: "每人终身", unit: "件" },
    ] satisfies readonly FieldSpec[]
  ).map(of("limits")),
  ...(
    [
      { kind: "number", name: "gradeMin", label: "最低等级", unit: "级", help: "空为人人可买" },
      {
        kind: "lines",
        name: "regionCodes",
        label: "可用城市",
        help: "六位城市代码，每行一个；空为全国",
      },
    ] satisfies readonly FieldSpec[]
  ).map(of("draft")),
];
