/** Groups a statement into pending lines and months, in the order of the lines. */
import type { StatementEntry } from "@yunjing/contract/schemas/statement";

export type Group = { readonly month: string; readonly lines: readonly StatementEntry[] };

/** Returns the pending lines, and the others by month; the order within each group is unchanged. */
export function groupsOf(lines: readonly StatementEntry[]): {
  readonly pending: readonly StatementEntry[];
  readonly months: readonly Group[];
} {
  const pending: StatementEntry[] = [];
  const months = new Map<string, StatementEntry[]>();
  for (const line of lines) {
    if (line.state === "pending") pending.push(line);
    else months.set(line.month, [...(months.get(line.month) ?? []), line]);
  }
  return {
    pending,
    months: [...months].map(([month, own]) => ({ month, lines: own })),
  };
}

/**
 * Returns the last `count` months up to the month of `now`, latest first, as YYYY-MM in Shanghai
 * time.
 */
export function monthsBefore(now: number, count: number): readonly string[] {
  const local = new Date(now + 8 * 3_600_000);
  const first = local.getUTCFullYear() * 12 + local.getUTCMonth();
  return Array.from({ length: count }, (_, back) => {
    const month = first - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
}
