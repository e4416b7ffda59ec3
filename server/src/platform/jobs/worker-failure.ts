/** Says in one short line why a job failed, without the values a statement carried. */
import { databaseError } from "../database/failure.ts";

const LENGTH_MAX = 300;

/** The query layer's own message lists parameters, so the database's word is taken instead. */
export function failureText(error: unknown): string {
  const fromDatabase = databaseError(error);
  if (fromDatabase) return `${fromDatabase.code}: ${fromDatabase.message}`.slice(0, LENGTH_MAX);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split("\nparams:")[0]?.slice(0, LENGTH_MAX) ?? "";
}
