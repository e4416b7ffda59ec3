/**
 * Records the history of operators' changes to the catalogue, under the operator's own member id.
 */
import type { Context } from "../../../../platform/context.ts";
import { deterministicUuid } from "../../../../platform/random.ts";
import type { Tx } from "../../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../../platform/entity-history.ts";

export type OperatorChange = {
  readonly operatorId: string;
  readonly entity:
    | "benefit"
    | "sku"
    | "home_page"
    | "contract_terms"
    | "brand"
    | "category"
    | "hot_word";
  /** The id of a benefit or SKU, `home`, the code of a brand or category, or the word. */
  readonly name: string;
  readonly event: string;
  readonly from?: string;
  readonly to?: string;
  readonly reason?: string;
  readonly data?: Readonly<Record<string, unknown>>;
};

/** Events identify their entity by a uuid; the same name always gives the same uuid. */
export const entityIdOf = (entity: OperatorChange["entity"], name: string): string =>
  deterministicUuid(`${entity}:${name}`);

export const recordOperatorChange = (
  context: Context,
  tx: Tx,
  change: OperatorChange,
): Promise<void> => {
  const { operatorId, entity, name, event, from, to, reason, data } = change;
  return writeHistoryEntry(context, tx, {
    memberId: operatorId,
    entity,
    entityId: entityIdOf(entity, name),
    name: event,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    actor: { kind: "operator", id: operatorId },
    ...(reason === undefined ? {} : { reason }),
    data: { ...data, [entity]: name },
  });
};
