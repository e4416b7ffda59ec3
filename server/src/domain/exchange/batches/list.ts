/** Lists and shows the batches of all makers to operators, with names beside ids. */
import type { Input, Output } from "@yunjing/contract/operations";
import { PAGE_SIZE } from "@yunjing/contract/limits";
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { shownBatch } from "./read.ts";
import { filteredBatches } from "./store/list.ts";

/** The operator who reads, and how persons are named. */
export type BatchReader = { readonly operatorId: string; readonly namesOf: NamesOf };

/** Returns batches with the names of their makers and checkers; one statement reads all names. */
async function named(
  db: Db,
  batches: readonly Batch[],
  { operatorId, namesOf }: BatchReader,
): Promise<OperatorBatch[]> {
  const ids = batches.flatMap(({ makerId, checkerId }) =>
    checkerId === undefined ? [makerId] : [makerId, checkerId],
  );
  const nameOf = await namesOf(db, [...new Set(ids)]);
  const person = (id: string) => ({ id, name: nameOf(id) });
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
  reader: BatchReader,
): Promise<OperatorBatch> {
  const [one] = await named(db, [batch], reader);
  return one ?? { ...batch, maker: { id: batch.makerId, name: "" }, isMine: false };
}

/** Returns a page of the batches of all makers, the newest first. Refuses BAD_REQUEST. */
export async function batchesForOperators(
  context: Context,
  db: Db,
  input: Input<"operatorBatches", "list">,
  reader: BatchReader,
): Promise<Output<"operatorBatches", "list">> {
  const { cursor, pageSize = PAGE_SIZE, ...filter } = input;
  const after = readCursor(cursor);
  const rows = await filteredBatches(db, filter, { after, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize;
  const list = shown.map(({ micros: _, ...row }) => shownBatch(context, row));
  return {
    list: await named(db, list, reader),
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf({ micros: last.micros, id: last.batchId }) } : {}),
  };
}
