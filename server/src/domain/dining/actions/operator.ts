/** Operators look after stores and menus: overrides beside the supplier's lists, and syncs. */
import type { Input, Output } from "@yunjing/contract/operations";
import type {
  MenuProduct,
  MenuSetMeal,
  StoreLine,
  SyncRun,
} from "@yunjing/contract/schemas/operators/dining";
import type { Context } from "../../../platform/context.ts";
import { keysetPageOf, keysetResult } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { deterministicUuid } from "../../../platform/random.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { lockPicture } from "../../catalog/actions.ts";
import { stripControlCharacters } from "../../catalog/model.ts";
import { type MealCount, mealCounts } from "../../fulfilment/actions.ts";
import { hoursText, isOpenAt } from "../hours.ts";
import { DINING_SUPPLIER, type DiningSource, type SourceMenu } from "../port.ts";
import {
  type ChangedRow,
  type ProductOverrideRow,
  readMenus,
  readProductOverrides,
  readStores,
  type StoreOverrideRow,
  storeProductOverride,
  storeStoreOverride,
} from "../store/overrides.ts";
import { listRuns, readRun, type RunRow } from "../store/sync-runs.ts";
import type { CityReader } from "./browse.ts";
import { recordedSync } from "./sync.ts";

export type OperatorDeps = {
  readonly namesOf: NamesOf;
  readonly cityOf: CityReader;
  readonly source: DiningSource;
  /** Counts the batches that can be redeemed, by set meal of a brand; codes implement it. */
  readonly batchesOfSetMeals: (db: Db, brand: string) => Promise<ReadonlyMap<string, number>>;
};
type NameOf = (id: string) => string;

const changedView = ({ version, reason, changedAt, changedBy }: ChangedRow, nameOf: NameOf) => ({
  sinceVersion: version,
  ...withoutNulls({ reason, changedAt }),
  ...(changedBy === null ? {} : { changedBy: { id: changedBy, name: nameOf(changedBy) } }),
});
const changersOf = (rows: readonly ChangedRow[]) =>
  rows.flatMap(({ changedBy }) => changedBy ?? []);

type StoreScene = {
  readonly cityOf: CityReader;
  readonly nameOf: NameOf;
  /** ms */
  readonly now: number;
  /** By the supplier's number of the store. */
  readonly counts: ReadonlyMap<string, MealCount>;
};

function storeLine(
  { hours, version, reason, changedAt, changedBy, until, supplierCode, ...row }: StoreOverrideRow,
  { cityOf, nameOf, now, counts }: StoreScene,
): StoreLine {
  const { delivered = 0, failed = 0 } = counts.get(supplierCode) ?? {};
  return {
    ...row,
    city: cityOf(row.cityCode)?.name ?? row.cityCode,
    hoursText: hoursText(hours),
    isOpen: isOpenAt(hours, now),
    delivered,
    failed,
    ...(until === null ? {} : { until }),
    ...changedView({ version, reason, changedAt, changedBy }, nameOf),
  };
}

const PAGE_SIZE = 20;
/** The days of orders that a store's line counts (console.md, /dining). */
const COUNTED_MS = 7 * 86_400_000;

/** Returns a page of stores with their overrides and how their orders of seven days ended. */
export async function storeLines(
  context: Context,
  db: Db,
  { namesOf, cityOf }: Pick<OperatorDeps, "namesOf" | "cityOf">,
  input: Input<"operatorDining", "stores">,
): Promise<Output<"operatorDining", "stores">> {
  const { pageSize = PAGE_SIZE, cursor, ...filter } = input;
  const query = { ...filter, after: cursor, limit: pageSize + 1 };
  const rows = await readStores(db, query, context.clock.sql());
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const nameOf = await namesOf(db, changersOf(shown));
  const now = context.clock.now().getTime();
  const counts = await mealCounts(db, {
    supplierId: DINING_SUPPLIER.supplierId,
    storeCodes: shown.map(({ supplierCode }) => supplierCode),
    since: new Date(now - COUNTED_MS),
  });
  const seen = { cityOf, nameOf, now, counts };
  return {
    list: shown.map((row) => storeLine(row, seen)),
    ...(last ? { nextCursor: last.storeId } : {}),
  };
}

type By = { readonly operatorId: string; readonly reason: string };

const record = (
  context: Context,
  tx: Tx,
  change: By & {
    readonly entity: "store" | "product";
    readonly name: string;
    readonly event: string;
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId: change.operatorId,
    entity: change.entity,
    entityId: deterministicUuid(`${change.entity}:${change.name}`),
    name: change.event,
    actor: { kind: "operator", id: change.operatorId },
    reason: change.reason,
    data: { ...change.data, [change.entity]: change.name },
  });

/**
 * Switches a store off, until an instant or for good, or on again; returns the override's version.
 * Refuses NOT_FOUND, INPUT_INVALID {until} for an instant that is over, and STATE_CHANGED {current}
 * when another operator was first.
 */
export async function overrideStore(
  context: Context,
  db: Db,
  deps: Pick<OperatorDeps, "namesOf" | "cityOf">,
  { operatorId, ...input }: Input<"operatorDining", "setStore"> & By,
): Promise<number> {
  const { storeId, isOff, sinceVersion, reason } = input;
  const until = isOff ? input.until : undefined;
  const [store] = await readStores(db, { storeId, limit: 1 }, context.clock.sql());
  if (!store) throw new Refusal("NOT_FOUND");
  if (until !== undefined && until <= context.clock.now().getTime())
    throw new Refusal("INPUT_INVALID", { field: "until", text: "时间已过，请选以后的时间" });
  const version = await transaction(db, async (tx) => {
    const change = { storeId, isOff, until, sinceVersion, reason, operatorId };
    const made = await storeStoreOverride(tx, { ...change, now: context.clock.sql() });
    if (made === undefined) return undefined;
    const data = { version: made, ...(until === undefined ? {} : { until }) };
    const event = isOff ? "switched_off" : "switched_on";
    await record(context, tx, { entity: "store", name: storeId, event, data, operatorId, reason });
    return made;
  });
  if (version !== undefined) return version;
  const { list } = await storeLines(context, db, deps, { keyword: store.name, brand: store.brand });
  const current = list.find((line) => line.storeId === storeId);
  throw new Refusal("STATE_CHANGED", current && { current });
}

/** Returns the brands that have a menu. */
export async function menuBrands(db: Db): Promise<Output<"operatorDining", "menus">> {
  const menus = await readMenus(db);
  return {
    list: menus.map(({ brand, name, body, syncedAt }) => ({
      brand,
      name,
      version: body.version,
      products: body.products.length,
      syncedAt,
    })),
  };
}

const NO_OVERRIDE = { version: 0, reason: null, changedAt: null, changedBy: null };

function productLine(
  menu: SourceMenu,
  product: SourceMenu["products"][number],
  { override, nameOf }: { override: ProductOverrideRow | undefined; nameOf: NameOf },
): MenuProduct {
  const { id: productId, name: supplierName, artwork, priceFen } = product;
  const { photo } = override ?? {};
  return {
    productId,
    supplierName,
    name: override?.name ?? supplierName,
    artwork,
    ...(photo ? { photo } : {}),
    classes: menu.classes.filter(({ id }) => product.classIds.includes(id)).map(({ name }) => name),
    priceFen,
    isHidden: override?.isHidden ?? false,
    setMeals: menu.setMeals.filter(({ lines }) =>
      lines.some((line) => line.productId === productId),
    ).length,
    ...changedView(override ?? NO_OVERRIDE, nameOf),
  };
}

function setMealLine(
  { id: setMealId, title, priceFen, lines }: SourceMenu["setMeals"][number],
  { nameOfProduct, batches }: { nameOfProduct: NameOf; batches: number },
): MenuSetMeal {
  const content = lines
    .map(({ productId, quantity }) => `${nameOfProduct(productId)} × ${quantity}`)
    .join("、");
  return { setMealId, title, content, priceFen, batches };
}

/** Returns a brand's menu with its overrides. Refuses NOT_FOUND. */
export async function menuLines(
  db: Db,
  { namesOf, batchesOfSetMeals }: Pick<OperatorDeps, "namesOf" | "batchesOfSetMeals">,
  brand: string,
): Promise<Output<"operatorDining", "menu">> {
  const [menu] = await readMenus(db, brand);
  if (!menu) throw new Refusal("NOT_FOUND");
  const { body, name, syncedAt } = menu;
  const overrides = await readProductOverrides(db, { brand });
  const byId = new Map(overrides.map((row) => [row.productId, row]));
  const nameOf = await namesOf(db, changersOf(overrides));
  const products = body.products.map((product) =>
    productLine(body, product, { override: byId.get(product.id), nameOf }),
  );
  const names = new Map(products.map((product) => [product.productId, product.name]));
  const batches = await batchesOfSetMeals(db, brand);
  const setMeals = body.setMeals.map((meal) =>
    setMealLine(meal, {
      nameOfProduct: (id) => names.get(id) ?? id,
      batches: batches.get(meal.id) ?? 0,
    }),
  );
  return { brand, name, syncedAt, products, setMeals };
}

/**
 * Reads the supplier's menus now and returns its prices of set meals beside those that members get;
 * changes nothing. Refuses NOT_FOUND for a brand without a menu; throws an Outage.
 */
export async function checkPrices(
  db: Db,
  { source }: Pick<OperatorDeps, "source">,
  brand: string,
): Promise<Output<"operatorDining", "checkPrices">> {
  const [menu] = await readMenus(db, brand);
  if (!menu) throw new Refusal("NOT_FOUND");
  const theirs = (await source.menus()).find((one) => one.brand === brand)?.setMeals ?? [];
  const ours = menu.body.setMeals;
  const list = ours.map(({ id: setMealId, title, priceFen: ourFen }) => {
    const theirFen = theirs.find(({ id }) => id === setMealId)?.priceFen;
    return { setMealId, title, ourFen, ...(theirFen === undefined ? {} : { theirFen }) };
  });
  const known = new Set(ours.map(({ id }) => id));
  return { list, added: theirs.filter(({ id }) => !known.has(id)).length };
}

const invalid = (field: string, text: string) => new Refusal("INPUT_INVALID", { field, text });

/**
 * Hides a product, or gives it another name or picture; what is left out is the supplier's. Returns
 * the override's version. Refuses NOT_FOUND for a product that the menu lacks, INPUT_INVALID {name,
 * pictureId}, and STATE_CHANGED {current} when another operator was first.
 */
export async function overrideProduct(
  context: Context,
  db: Db,
  deps: Pick<OperatorDeps, "namesOf" | "batchesOfSetMeals">,
  { operatorId, ...input }: Input<"operatorDining", "setProduct"> & By,
): Promise<number> {
  const { brand, productId, isHidden, pictureId, sinceVersion, reason } = input;
  const [menu] = await readMenus(db, brand);
  const product = menu?.body.products.find(({ id }) => id === productId);
  if (!product) throw new Refusal("NOT_FOUND");
  const typed = input.name === undefined ? "" : stripControlCharacters(input.name).trim();
  refuseInducement("name", typed);
  const name = typed === "" || typed === product.name ? undefined : typed;
  const version = await transaction(db, async (tx) => {
    if (pictureId !== undefined && !(await lockPicture(tx, pictureId)))
      throw invalid("pictureId", "图片不存在，请重新上传");
    const change = { brand, productId, isHidden, name, pictureId, sinceVersion, reason };
    const now = context.clock.sql();
    const made = await storeProductOverride(tx, { ...change, operatorId, now });
    if (made === undefined) return undefined;
    await record(context, tx, {
      entity: "product",
      name: `${brand} ${productId}`,
      event: "changed",
      data: { version: made, isHidden, ...(name === undefined ? {} : { name }) },
      operatorId,
      reason,
    });
    return made;
  });
  if (version !== undefined) return version;
  const { products } = await menuLines(db, deps, brand);
  const current = products.find((line) => line.productId === productId);
  throw new Refusal("STATE_CHANGED", current && { current });
}

const runView = ({ id: runId, micros: _, startedBy, ...run }: RunRow, nameOf: NameOf): SyncRun => ({
  runId,
  ...run,
  ...(startedBy === null ? {} : { startedBy: { id: startedBy, name: nameOf(startedBy) } }),
});

/** Syncs now and returns the recorded run, which says whether the supplier gave complete lists. */
export async function syncNow(
  context: Context,
  db: Db,
  { source, namesOf }: Pick<OperatorDeps, "source" | "namesOf">,
  operatorId: string,
): Promise<SyncRun> {
  const { runId } = await recordedSync(context, db, source, operatorId);
  const run = await readRun(db, runId);
  invariant(run, "a run is recorded");
  return runView(run, await namesOf(db, [operatorId]));
}

/** Returns a page of the recorded syncs, the newest first. Refuses BAD_REQUEST for a wrong cursor. */
export async function syncRuns(
  db: Db,
  namesOf: NamesOf,
  input: Input<"operatorDining", "syncRuns">,
): Promise<Output<"operatorDining", "syncRuns">> {
  const page = keysetPageOf(input);
  const rows = await listRuns(db, page);
  const nameOf = await namesOf(
    db,
    rows.flatMap(({ startedBy }) => startedBy ?? []),
  );
  return keysetResult(rows, page, (row) => runView(row, nameOf));
}
