/** Lists and shows the batches of all makers to operators, with names beside ids. */
import type { Input, Output } from "@yunjing/contract/operations";
import { PAGE_SIZE } from "@yunjing/contract/limits";
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import { memberLabels } from "../../members/actions.ts";
import { shownBatch } from "./read.ts";
import { filteredBatches } from "./store/list.ts";

/** Returns batches with the names of their makers and checkers; one statement reads all names. */
async function named(
  db: Db,
  batches: readonly Batch[],
  operatorId: string,
): Promise<OperatorBatch[]> {
  const ids = batches.flatMap(({ makerId, checkerId }) =>
    checkerId === undefined ? [makerId] : [makerId, checkerId],
  );
  const labels = await memberLabels(db, ids);
  const person = (id: string) => ({ id, name: labels.get(id)?.nickname ?? "" });
  return batches.map((batch) => ({
    ...batch,
    maker: person(batch.makerId),
    ...(batch.checkerId === undefined ? {} : { checker: person(batch.checkerId) }),
    isMine: batch.makerId === operatorId,
  }));
}

/** Returns one batch with names. */
export async function batchForOperator(
  db: Db,
  batch: Batch,
  operatorId: string,
): Promise<OperatorBatch> {
  const [one] = await named(db, [batch], operatorId);
  return one ?? { ...batch, maker: { id: batch.makerId, name: "" }, isMine: false };
}

/** Returns a page of the batches of all makers, the newest first. Refuses BAD_REQUEST. */
export async function batchesForOperators(
  context: Context,
  db: Db,
  { operatorId, ...input }: Input<"operatorBatches", "list"> & { readonly operatorId: string },
): Promise<Output<"operatorBatches", "list">> {
  const { cursor, pageSize = PAGE_SIZE, ...filter } = input;
  const after = readCursor(cursor);
  const rows = await filteredBatches(db, filter, { after, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize;
  const list = shown.map(({ micros: _, ...row }) => shownBatch(context, row));
  return {
    list: await named(db, list, operatorId),
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf({ micros: last.micros, id: last.batchId }) } : {}),
  };
}
