/** Values and nulls of the SQL functions of addresses. */
import type { ModuleSchemas } from "./schema.ts";

export const addresses = {
  // NULL: the book is full.
  addresses_add: { result: { orNull: true } },
  // NULL leaves the mark of the default unchanged.
  addresses_change: { arguments: { isDefault: { orNull: true } } },
  addresses_set_default: {},
} satisfies ModuleSchemas;
