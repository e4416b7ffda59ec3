/** Alerts as operators handle them, each operator those of the own permissions. */
import {
  acknowledgeAlert,
  assignAlert,
  type HandledAlert,
  kindOfAlert,
  readAlerts,
} from "../../../platform/alert-handling.ts";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { type OperatorRights, readableAlerts } from "../model.ts";

export type Page<T> = { readonly list: readonly T[]; readonly nextCursor: string | undefined };

/** Returns a page, the latest first. Refuses BAD_REQUEST for a bad cursor. */
export async function alertsPage(
  db: Db,
  wanted: {
    readonly operator: OperatorRights;
    readonly kind: string | undefined;
    readonly isOpen: boolean;
    readonly cursor: string | undefined;
    readonly pageSize: number;
  },
): Promise<Page<HandledAlert>> {
  const { operator, kind, isOpen, pageSize } = wanted;
  const kinds = readableAlerts(operator).filter((one) => kind === undefined || one === kind);
  const after = readCursor(wanted.cursor);
  const found = await readAlerts(db, { kinds, isOpen, after, limit: pageSize + 1 });
  const list = found.slice(0, pageSize);
  const last = list.at(-1);
  return { list, nextCursor: found.length > pageSize && last ? cursorOf(last) : undefined };
}

type AlertRequest = { readonly operator: OperatorRights; readonly alertId: string };

/** Refuses NOT_FOUND, also for an alert of a kind that the operator may not read. */
async function requireReadable(tx: Tx, { operator, alertId }: AlertRequest): Promise<void> {
  const kind = await kindOfAlert(tx, alertId);
  if (!readableAlerts(operator).some((one) => one === kind)) throw new Refusal("NOT_FOUND");
}

/** Refuses NOT_FOUND, and STATE_CHANGED when it was acknowledged before. */
export const acknowledge = ({ clock }: Context, db: Db, request: AlertRequest): Promise<void> =>
  transaction(db, async (tx) => {
    await requireReadable(tx, request);
    const { alertId, operator } = request;
    const done = { alertId, operatorId: operator.memberId, now: clock.sql() };
    if (!(await acknowledgeAlert(tx, done))) throw new Refusal("STATE_CHANGED");
  });

/** Assigns it to an operator, or takes it back without `toId`. Refuses NOT_FOUND, and STATE_CHANGED as above. */
export const assign = (
  db: Db,
  { toId, ...request }: AlertRequest & { readonly toId: string | undefined },
): Promise<void> =>
  transaction(db, async (tx) => {
    await requireReadable(tx, request);
    const done = await assignAlert(tx, { alertId: request.alertId, toId });
    if (!done) throw new Refusal("STATE_CHANGED");
  });
