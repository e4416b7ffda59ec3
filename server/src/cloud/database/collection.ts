/** Type of a collection: its fields, its permissions, and the source of its rows. */
import type { SQL } from "drizzle-orm";
import type { Shop } from "../../domain/catalog/actions.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { RegionTree } from "../../domain/regions/tree.ts";
import type { Fields } from "./condition.ts";

export type DatabaseParts = {
  readonly context: Context;
  readonly db: Db;
  readonly shop: Shop;
  readonly regions: RegionTree;
};

export type Row = Readonly<Record<string, unknown>>;
/**
 * The source of a collection's rows. Shared rows and short lists of a member's own rows are
 * filtered in memory. Long lists of a member's own rows are filtered by SQL over `rows`, a
 * statement that selects only this member's rows under the collection's field names. Instants in a
 * list are in ms.
 */
export type Source =
  | {
      readonly kind: "shared";
      list(parts: DatabaseParts): Promise<readonly Row[]> | readonly Row[];
    }
  | {
      readonly kind: "own list";
      list(parts: DatabaseParts, memberId: string): Promise<readonly Row[]>;
    }
  | { readonly kind: "own rows"; rows(parts: DatabaseParts, memberId: string): Promise<SQL> | SQL };

export type CollectionWrites = {
  add(parts: DatabaseParts, memberId: string, row: Row): Promise<string>;
  update(
    parts: DatabaseParts,
    memberId: string,
    change: { id: string; changes: Row },
  ): Promise<void>;
  remove(parts: DatabaseParts, memberId: string, id: string): Promise<void>;
};

export type OrderKey = { readonly field: string; readonly isDescending: boolean };

export type Collection = {
  readonly source: Source;
  readonly fields: Fields;
  /** The default order, also used as tie-breaker; ends with `_id`. */
  readonly order: readonly OrderKey[];
  /** Only own rows can be written; absent means read-only. */
  readonly writes?: CollectionWrites;
};
