/** Selects the sums shown beside a month, by tab. */
import type { PointsRecords } from "@yunjing/contract/schemas/points";
import type { Sum } from "../../../components/statement/statement.tsx";

export type Tab = "all" | "earned" | "spent" | "expired";

/** Under 全部, expired points appear only when some expired. Every other tab has its own sum. */
export function sumsOf(
  { earned, spent, expired }: PointsRecords["months"][number],
  tab: Tab,
): readonly Sum[] {
  const sums = [
    { id: "earned", name: "获得", amount: earned },
    { id: "spent", name: "使用", amount: spent },
    { id: "expired", name: "过期", amount: expired },
  ];
  const isShown = ({ id, amount }: (typeof sums)[number]) =>
    tab === "all" ? id !== "expired" || amount > 0 : id === tab;
  return sums.filter(isShown).map(({ name, amount }) => ({ name, amount }));
}
