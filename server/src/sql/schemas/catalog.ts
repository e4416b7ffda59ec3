/** Values and nulls of the SQL functions of the catalogue. */
import type { ModuleSchemas } from "./schema.ts";

export const catalog = {
  // NULL: fewer pieces are free than are to be removed.
  catalog_stock_add: { result: { orNull: true } },
  catalog_purchase_counts: { arguments: { withoutOrder: { orNull: true } } },
  catalog_is_first_purchase: {},
  catalog_lock_picture: {},
  catalog_remove_unused_pictures: {},
  catalog_stock_return_undelivered: {},
} satisfies ModuleSchemas;
