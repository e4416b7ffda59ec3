/** Words and marks of suppliers, for their list and the page of one. */
import type { api, Item } from "../../api/client.ts";
import { countText, EMPTY } from "../../parts/format.ts";
import { StateTag, type Tone } from "../../parts/tag.tsx";

export type SupplierRow = Item<typeof api.operatorSupply.suppliers>;

const DAYS_LOW = 3;
const OWN = "own";

export function lightOf({ isOn, circuit, isAiling }: SupplierRow): readonly [Tone, string] {
  if (!isOn) return ["sand", "已停新单"];
  if (circuit === "open") return ["bad", "已熔断"];
  if (circuit === "half_open") return ["warn", "试恢复"];
  return isAiling ? ["warn", "成功率低"] : ["ok", "正常"];
}

export function Health({ row }: { readonly row: SupplierRow }) {
  const [tone, word] = lightOf(row);
  return <StateTag tone={tone}>{word}</StateTag>;
}

export const rateOf = ({ good, bad }: SupplierRow): string =>
  good + bad === 0 ? EMPTY : `${((good / (good + bad)) * 100).toFixed(1)}%`;

export const payWord = ({ supplierId }: SupplierRow): string =>
  supplierId === OWN ? "自有" : "后付";

/** 9.6 天, 167 天; low when it runs out within days. */
export const daysLeftText = (daysLeft: number | undefined) =>
  daysLeft === undefined
    ? undefined
    : {
        isLow: daysLeft < DAYS_LOW,
        text: `${daysLeft < 100 ? daysLeft.toFixed(1) : countText(Math.floor(daysLeft))} 天`,
      };

/** How a supplier's report was applied here. */
export const outcomeWords = {
  moved: ["ok", "已生效"],
  unchanged: ["sand", "状态未变"],
  late: ["warn", "晚于已有结果"],
} as const;

/** What a supplier reports of an order. */
export const reportWords: Readonly<Record<string, string>> = {
  accepted: "已受理",
  pending: "处理中",
  issued: "已发放",
  failed: "失败",
  unknown: "结果未知",
  absent: "没有这单",
  cancelled: "已取消",
};
