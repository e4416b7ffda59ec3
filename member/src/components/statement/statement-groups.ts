/** Sorts a statement into what is still to come and its months, in the order the lines came in. */
import type { StatementEntry } from "@yunjing/contract/schemas/statement";

export type Group = { readonly month: string; readonly lines: readonly StatementEntry[] };

/** The pending lines, and the others by month; each line keeps its place among its own. */
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

/** The months that end with this instant's, the latest first, as YYYY-MM in Shanghai. */
export function monthsBefore(now: number, count: number): readonly string[] {
  const local = new Date(now + 8 * 3_600_000);
  const first = local.getUTCFullYear() * 12 + local.getUTCMonth();
  return Array.from({ length: count }, (_, back) => {
    const month = first - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
}
