/** The values of the SQL functions of tickets. */
import type { ModuleSchemas } from "./schema.ts";

export const tickets = { tickets_take: {} } satisfies ModuleSchemas;
