/** How a module names persons in what operators read; the operators' module provides it. */
import type { Db } from "./database/pool.ts";

/** Reads the names of persons by member id in one statement; returns a function that names each. */
export type NamesOf = (
  db: Db,
  memberIds: readonly string[],
) => Promise<(memberId: string) => string>;
