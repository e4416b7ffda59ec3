/** The words of requests to suppliers: states of their orders, what was asked, what was answered. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Tone } from "../tag.tsx";

export const supplierStates: Readonly<Record<string, readonly [Tone, string]>> = {
  CREATED: ["outline", "待提交"],
  SENT: ["sea", "已提交"],
  ACCEPTED: ["sea", "处理中"],
  UNKNOWN: ["warn", "结果未知"],
  SUCCESS: ["ok", "已发放"],
  FAILED: ["bad", "确定失败"],
};

const whatWords: Readonly<Record<string, string>> = {
  place: "下单",
  query: "查询",
  cancel: "请求取消",
  callback: "回调",
};
export const whatText = (what: string): string => ownValue(whatWords, what) ?? what;

/** The tone and the word of what a supplier answered. */
export function outcomeOf(outcome: string): readonly [Tone, string] {
  switch (outcome) {
    case "issued":
      return ["ok", "已发放"];
    case "accepted":
      return ["sea", "处理中"];
    case "failed":
      return ["bad", "失败"];
    case "absent":
      return ["warn", "未收到此单"];
    case "no answer in time":
      return ["warn", "超时无答复"];
    case "no answer":
      return ["warn", "无答复"];
    case "unknown":
      return ["warn", "无法判断"];
    default:
      return [outcome.startsWith("HTTP") ? "bad" : "outline", outcome];
  }
}
