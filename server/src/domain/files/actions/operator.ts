/** Operators look after members' pictures: they block them, and remove their bytes. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { FileStore } from "../../../platform/files/port.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  blockRow,
  findUsedFile,
  markRemoved,
  unblockRow,
  type UsedFile,
} from "../store/operator.ts";

const DAY_MS = 86_400_000;

/** Returns a picture in use. Refuses NOT_FOUND. */
export async function usedFile(db: Db, fileId: string): Promise<UsedFile> {
  const file = await findUsedFile(db, fileId);
  if (!file) throw new Refusal("NOT_FOUND");
  return file;
}

/**
 * Returns the path of a picture for a link, counted with the operator's reveals of a day. Refuses NOT_FOUND,
 * STATE_CHANGED for a blocked one, RATE_LIMITED.
 */
export async function revealFile(
  context: Context,
  db: Db,
  { fileId, operatorId }: { readonly fileId: string; readonly operatorId: string },
): Promise<string> {
  const { path, blockedAt } = await usedFile(db, fileId);
  if (blockedAt !== null) throw new Refusal("STATE_CHANGED");
  const { settings, clock } = context;
  const counter = { subject: `file-reveal:${operatorId}`, windowMs: DAY_MS, now: clock.now() };
  await enforceLimit(db, { ...counter, most: settings.memberRevealsPerDay });
  return path;
}

type Change = { readonly fileId: string; readonly by: string; readonly reason: string };

/** Ends the serving of a picture. Refuses NOT_FOUND, STATE_CHANGED for a blocked one. */
export async function blockFile({ clock }: Context, db: Db, change: Change): Promise<void> {
  await usedFile(db, change.fileId);
  if (!(await blockRow(db, change, clock.sql()))) throw new Refusal("STATE_CHANGED");
}

/** Serves a blocked picture again. Refuses STATE_CHANGED for one that is served or removed. */
export async function unblockFile(db: Db, fileId: string): Promise<void> {
  if (!(await unblockRow(db, fileId))) throw new Refusal("STATE_CHANGED");
}

/**
 * Deletes the bytes of a picture. It is blocked first, so a failure of the store leaves a blocked
 * picture, whose removal can be repeated. Refuses NOT_FOUND, STATE_CHANGED for a removed one.
 */
export async function removeFile(
  { clock }: Context,
  db: Db,
  store: FileStore,
  change: Change,
): Promise<void> {
  const file = await usedFile(db, change.fileId);
  if (file.removedAt !== null) throw new Refusal("STATE_CHANGED");
  await blockRow(db, change, clock.sql());
  await store.remove(file.storeKey);
  if (!(await markRemoved(db, change.fileId, clock.sql()))) throw new Refusal("STATE_CHANGED");
}
