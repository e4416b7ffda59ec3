/** Operators name what is sold: brands, categories and popular search words, and their order. */
import { createHash } from "node:crypto";
import type { HotWordLine, NamedGroup } from "@yunjing/contract/schemas/operators/taxonomy";
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { refuseInducement } from "../../../../platform/member-text.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { stripControlCharacters } from "../../model.ts";
import {
  isNameTaken,
  lockOrder,
  type NamedTable,
  type NewHotWord,
  type NewNamed,
  readHotWords,
  readNamed,
  storeHotWord,
  storeNamed,
  storeOrder,
  type TaxonomyTable,
} from "../../store/taxonomy.ts";
import { lockPicture } from "../../store/pictures.ts";
import { recordOperatorChange } from "./change-history.ts";

/** Returns the fingerprint of an order, 32 hex digits. */
const orderEtag = (keys: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(keys)).digest("hex").slice(0, 32);

/** Returns all brands or categories in their order with the fingerprint of the order. */
export async function namedGroups(
  db: Db,
  table: NamedTable,
): Promise<{ readonly list: NamedGroup[]; readonly etag: string }> {
  const list = await readNamed(db, table);
  return { list, etag: orderEtag(list.map(({ code }) => code)) };
}

/** Returns all popular search words in their order with the fingerprint of the order. */
export async function hotWordLines(
  db: Db,
): Promise<{ readonly list: HotWordLine[]; readonly etag: string }> {
  const list = await readHotWords(db);
  return { list, etag: orderEtag(list.map(({ word }) => word)) };
}

const cleaned = (text: string): string => stripControlCharacters(text).trim();

/** Members read it: refuses INPUT_INVALID for an empty text and for one that WeChat forbids. */
function refuseText(field: string, ...texts: readonly string[]): void {
  if (texts.includes("")) throw new Refusal("INPUT_INVALID", { field, text: "请填写" });
  refuseInducement(field, ...texts);
}

const historyOf = (table: TaxonomyTable, by: By, name: string, sinceVersion: number) => ({
  operatorId: by.operatorId,
  entity: table,
  name,
  event: sinceVersion === 0 ? "made" : "changed",
  reason: by.reason,
});

export type By = { readonly operatorId: string; readonly reason: string };

/**
 * Makes a brand or category, or changes it, and returns its new version. Refuses INPUT_INVALID for a
 * forbidden or taken name, and STATE_CHANGED {current} when the row has another version.
 */
export const setNamed = (
  context: Context,
  db: Db,
  table: NamedTable,
  { operatorId, reason, ...wanted }: NewNamed & By,
): Promise<number> =>
  transaction(db, async (tx) => {
    const aliases = wanted.aliases.map(cleaned).filter((alias) => alias !== "");
    const row = { ...wanted, name: cleaned(wanted.name), aliases };
    const { code, sinceVersion } = row;
    refuseText("name", row.name);
    refuseText("aliases", ...aliases);
    if (row.pictureId !== undefined && !(await lockPicture(tx, row.pictureId)))
      throw new Refusal("INPUT_INVALID", { field: "pictureId", text: "图片不存在，请重新上传" });
    if (await isNameTaken(tx, table, row)) throw new Refusal("INPUT_INVALID", { field: "name" });
    const version = await storeNamed(tx, table, row);
    if (version === undefined) {
      const [current] = await readNamed(tx, table, code);
      throw new Refusal("STATE_CHANGED", current && { current });
    }
    const history = historyOf(table, { operatorId, reason }, code, sinceVersion);
    await recordOperatorChange(context, tx, { ...history, data: { name: row.name, version } });
    return version;
  });

/** Makes or changes a popular search word; refuses as `setNamed`, and an end before the start. */
export const setHotWord = (
  context: Context,
  db: Db,
  { operatorId, reason, ...wanted }: NewHotWord & By,
): Promise<number> =>
  transaction(db, async (tx) => {
    const row = { ...wanted, word: cleaned(wanted.word) };
    const { word, startsAt, endsAt, sinceVersion } = row;
    refuseText("word", word);
    if (startsAt !== undefined && endsAt !== undefined && startsAt >= endsAt)
      throw new Refusal("INPUT_INVALID", { field: "endsAt" });
    const version = await storeHotWord(tx, row);
    if (version === undefined) {
      const [current] = await readHotWords(tx, word);
      throw new Refusal("STATE_CHANGED", current && { current });
    }
    const history = historyOf("hot_word", { operatorId, reason }, word, sinceVersion);
    await recordOperatorChange(context, tx, { ...history, data: { version } });
    return version;
  });

/** Returns true when both lists have the same keys, each once. */
function isPermutation(keys: readonly string[], known: readonly string[]): boolean {
  const wanted = new Set(keys);
  return wanted.size === keys.length && keys.length === known.length
    ? known.every((key) => wanted.has(key))
    : false;
}

async function reorder(
  context: Context,
  tx: Tx,
  table: TaxonomyTable,
  { keys, etag, ...by }: By & { readonly keys: readonly string[]; readonly etag: string },
): Promise<{ etag: string; changedAt: number }> {
  const known = await lockOrder(tx, table);
  if (orderEtag(known) !== etag || !isPermutation(keys, known))
    throw new Refusal("STATE_CHANGED", { current: known });
  await storeOrder(tx, table, keys);
  await recordOperatorChange(context, tx, {
    ...historyOf(table, by, "order", 1),
    event: "reordered",
    data: { keys },
  });
  return { etag: orderEtag(keys), changedAt: context.clock.now().getTime() };
}

/**
 * Orders all rows of a table. Refuses STATE_CHANGED {current} when the order is not the one of the
 * etag, and when the keys are not exactly those of the table.
 */
export const orderTaxonomy = (
  context: Context,
  db: Db,
  table: TaxonomyTable,
  order: By & { readonly keys: readonly string[]; readonly etag: string },
): Promise<{ etag: string; changedAt: number }> =>
  transaction(db, (tx) => reorder(context, tx, table, order));
