/** Roles and permissions of a member, changed by operators and by the demo. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { updateRights } from "../store.ts";

/**
 * Replaces a member's roles and permissions; the session version distinguishes tokens issued
 * before.
 */
export const setRights = (
  db: Db | Tx,
  rights: { memberId: string; roles: readonly string[]; permissions: readonly string[] },
): Promise<void> => updateRights(db, rights);
