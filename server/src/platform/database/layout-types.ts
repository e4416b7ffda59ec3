/** How a table can lie on one machine and on many, and what the application may do to it. */

/**
 * - `member`: with its member, `member_id` first in every key (growth.md, rule 1).
 * - `value`: by its own key: claims, stocks, counters, whatever is found by a value alone (rules 2 and 8).
 * - `reference`: a copy everywhere; definitions, rarely written, without counters.
 * - `local`: one place only; written by jobs and migrations.
 */
export type Placement = "member" | "value" | "reference" | "local";

export type TableLayout = {
  readonly placement: Placement;
  /** The primary key, in order. */
  readonly key: readonly string[];
  /** What the application may do: nothing, read, also insert, or also update the columns granted. */
  readonly may: "nothing" | "read" | "append" | "change";
  /** Why rows may be deleted. Without it they may not. */
  readonly deleteReason?: string;
  /** Indexes that do not begin with the key: each a walk over all machines, with who takes it. */
  readonly crossNodeIndexes?: Readonly<Record<string, string>>;
  /** Numbers of a definition that people set; nothing counts in them. */
  readonly editableNumbers?: readonly string[];
};

/** With its member. */
export const memberTable = (
  rest: readonly string[],
  may: TableLayout["may"],
  more: Partial<TableLayout> = {},
): TableLayout => ({ placement: "member", key: ["member_id", ...rest], may, ...more });
/** By its own key. */
export const valueTable = (
  key: readonly string[],
  may: TableLayout["may"],
  more: Partial<TableLayout> = {},
): TableLayout => ({ placement: "value", key, may, ...more });
/** Everywhere, with the numbers that people set. */
export const referenceTable = (
  key: readonly string[],
  may: TableLayout["may"],
  figures: readonly string[] = [],
): TableLayout => ({ placement: "reference", key, may, editableNumbers: figures });
