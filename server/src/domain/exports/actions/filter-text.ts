/** Writes a filter in words, for the first line of a file and the page of exports. */
import { ownValue } from "@yunjing/contract/own-value";
import { timeOf } from "../kinds/define.ts";
import type { Filter } from "../model.ts";

const names: Readonly<Record<string, string>> = {
  amountFen: "金额",
  asset: "资产",
  batchId: "批次",
  benefitId: "权益",
  biz: "业务",
  by: "分组",
  campaignId: "活动",
  cityCode: "城市",
  class: "类别",
  display: "状态",
  from: "从",
  fromFen: "金额从（分）",
  grade: "等级",
  has: "资产",
  keyword: "关键字",
  kind: "类型",
  makerNo: "制码人",
  memberNo: "会员号",
  month: "月份",
  no: "单号",
  number: "单号",
  operation: "操作",
  source: "来源",
  stage: "阶段",
  state: "状态",
  status: "状态",
  supplierId: "供应商",
  tag: "标签",
  target: "内容",
  tender: "支付方式",
  to: "到",
  toFen: "金额到（分）",
};

const INSTANTS: ReadonlySet<string> = new Set(["from", "to", "endsBefore"]);

/** Returns `从 2026-11-22 12:00:00 到 … 状态 done`, or 全部 without a filter. */
export function filterTextOf(filter: Filter): string {
  const parts = Object.entries(filter).map(([name, value]) => {
    const text = INSTANTS.has(name) && typeof value === "number" ? timeOf(value) : String(value);
    return `${ownValue(names, name) ?? name} ${text}`;
  });
  return parts.length === 0 ? "全部" : parts.join("，");
}
