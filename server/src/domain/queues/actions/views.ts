/** An operator's saved views of a page's list. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { deleteView, readViews, type SavedView, saveView, type ViewKey } from "../store.ts";

/** Views of one page that an operator may save. */
const VIEWS_MAX = 20;

export const listViews = (db: Db, key: ViewKey): Promise<SavedView[]> => readViews(db, key);

/** Saves or replaces the view of this name. Refuses STATE_CHANGED beyond twenty of a page. */
export const storeView = (
  { clock }: Context,
  db: Db,
  key: ViewKey,
  view: SavedView,
): Promise<void> =>
  transaction(db, async (tx) => {
    const wanted = { ...view, most: VIEWS_MAX, now: clock.sql() };
    if (!(await saveView(tx, key, wanted))) throw new Refusal("STATE_CHANGED");
  });

/** Refuses NOT_FOUND. */
export const removeView = (db: Db, view: ViewKey & { readonly name: string }): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await deleteView(tx, view))) throw new Refusal("NOT_FOUND");
  });
