/**
 * Types of the database layout: where a table is stored on one node and on many, the application's
 * rights on it, and the exceptional functions. Each module registers its part in its `module.ts`.
 */
import { invariant } from "../refusal.ts";

/**
 * - `member`: with its member, `member_id` first in every key (growth.md, rule 1).
 * - `value`: by its own key: claims, stocks, counters, rows found by a value alone (rules 2 and 8).
 * - `reference`: a copy on every node; definitions, rarely written, without counters.
 * - `local`: on one node only; written by jobs and migrations.
 */
export type Placement = "member" | "value" | "reference" | "local";

export type TableLayout = {
  readonly placement: Placement;
  /** The primary key, in order. */
  readonly key: readonly string[];
  /** The application's rights: nothing, read, also insert, or also update the columns granted. */
  readonly may: "nothing" | "read" | "append" | "change";
  /** Why rows may be deleted. Without it they may not. */
  readonly deleteReason?: string;
  /** Indexes that do not begin with the key: each use scans all nodes; the text names the user. */
  readonly crossNodeIndexes?: Readonly<Record<string, string>>;
  /** Numbers of a definition that people set; they are not counters. */
  readonly editableNumbers?: readonly string[];
};

/** Declares a table stored with its member. */
export const memberTable = (
  rest: readonly string[],
  may: TableLayout["may"],
  more: Partial<TableLayout> = {},
): TableLayout => ({ placement: "member", key: ["member_id", ...rest], may, ...more });
/** Declares a table stored by its own key. */
export const valueTable = (
  key: readonly string[],
  may: TableLayout["may"],
  more: Partial<TableLayout> = {},
): TableLayout => ({ placement: "value", key, may, ...more });
/** Declares a table copied to every node, with the numbers that people set. */
export const referenceTable = (
  key: readonly string[],
  may: TableLayout["may"],
  editableNumbers: readonly string[] = [],
): TableLayout => ({ placement: "reference", key, may, editableNumbers });

/** What one module registers with the database. */
export type DatabaseModule = {
  readonly tables: Readonly<Record<string, TableLayout>>;
  /** Views over the tables; they add no rule of their own. */
  readonly views?: readonly string[];
  /** Functions that run with the owner's rights. */
  readonly securityDefiners?: readonly string[];
  /** Functions that only other functions call, not the application. */
  readonly internalFunctions?: readonly string[];
  /**
   * Functions whose first parameter is not the member, because they claim a row with another key
   * first (rule 6), with that reason.
   */
  readonly withoutMemberFirst?: Readonly<Record<string, string>>;
  /**
   * Functions with the member first that a cluster runs at the coordinator, because they, or a
   * function that they call, touch rows by value or of another member. Every other function with the
   * member first runs on the member's node (decision 0195).
   */
  readonly atCoordinator?: readonly string[];
};

export type DatabaseLayout = Required<DatabaseModule>;

/** Composes the layout of all modules; a table of two modules is a defect. */
export function composeLayout(modules: readonly DatabaseModule[]): DatabaseLayout {
  const tables = modules.flatMap((module) => Object.entries(module.tables));
  const names = tables.map(([name]) => name);
  invariant(new Set(names).size === names.length, "no table belongs to two modules");
  return {
    tables: Object.fromEntries(tables),
    views: modules.flatMap(({ views = [] }) => views),
    securityDefiners: modules.flatMap(({ securityDefiners = [] }) => securityDefiners),
    internalFunctions: modules.flatMap(({ internalFunctions = [] }) => internalFunctions),
    withoutMemberFirst: Object.fromEntries(
      modules.flatMap(({ withoutMemberFirst = {} }) => Object.entries(withoutMemberFirst)),
    ),
    atCoordinator: modules.flatMap(({ atCoordinator = [] }) => atCoordinator),
  };
}
