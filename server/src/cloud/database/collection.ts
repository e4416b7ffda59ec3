/** What a collection is: fields, who may do what with it, and where its rows come from. */
import type { SQL } from "drizzle-orm";
import type { Shop } from "../../domain/catalog/actions.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { RegionTree } from "../../domain/regions/tree.ts";
import type { Fields } from "./condition.ts";
import type { OrderKey } from "./query.ts";

export type DatabaseParts = {
  readonly context: Context;
  readonly db: Db;
  readonly shop: Shop;
  readonly regions: RegionTree;
};

export type Row = Readonly<Record<string, unknown>>;
/**
 * Everybody's rows, and a member's own few, are sifted in memory; a member's many rows by a statement over `rows`,
 * which selects that member's alone, under the names of the collection's fields. Instants in a list are ms.
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

export type Collection = {
  readonly source: Source;
  readonly fields: Fields;
  /** How rows stand when nothing else is asked, and what decides among equals; ends with `_id`. */
  readonly order: readonly OrderKey[];
  /** Only own rows can be written; absent: nobody writes. */
  readonly writes?: CollectionWrites;
};
