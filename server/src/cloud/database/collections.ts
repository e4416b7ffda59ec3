/**
 * Every collection that a client may name, with all permissions.
 *
 *    collection       who reads              who writes
 *    benefits         anyone                 none
 *    categories       anyone                 none
 *    regions          anyone                 none
 *    orders           the owner, own rows    none
 *    coupons          the owner, own rows    none
 *    points-records   the owner, own rows    none
 *    balance-records  the owner, own rows    none
 *    addresses        the owner, own rows    the owner, own rows
 *
 * The source selects only the caller's own rows, so no `where` can reach other rows. `user_id` is
 * the owner.
 */
import { listAllBenefits, categories as listCategories } from "../../domain/catalog/actions.ts";
import { couponRows } from "../../domain/coupons/actions.ts";
import { orderRows } from "../../domain/orders/actions.ts";
import { pointsRows } from "../../domain/points/actions.ts";
import type { RegionTree } from "../../domain/regions/tree.ts";
import { balanceRows } from "../../domain/wallet/actions.ts";
import { listOwnAddresses, addressWrites } from "./addresses.ts";
import type { Collection, DatabaseParts } from "./collection.ts";
import type { Field, FieldType, Fields } from "./condition.ts";

const filtered = (type: FieldType): Field => ({ type, isFilterable: true, isSortable: false });
const sorted = (type: FieldType): Field => ({ type, isFilterable: true, isSortable: true });
/** A field that can be read, but neither filtered nor sorted by. */
const visibleOnly = (type: FieldType): Field => ({ type, isFilterable: false, isSortable: false });
const fieldsOf = (fields: Readonly<Record<string, Field>>): Fields =>
  new Map([["_id", sorted("text")], ...Object.entries(fields)]);

const ascending = (field: string) => ({ field, isDescending: false });
const descending = (field: string) => ({ field, isDescending: true });

const benefits: Collection = {
  source: {
    kind: "shared",
    list: async ({ shop }) =>
      (await listAllBenefits(shop)).map((one) => ({ _id: one.benefitId, ...one })),
  },
  fields: fieldsOf({
    benefitId: filtered("text"),
    kind: filtered("text"),
    state: filtered("text"),
    title: sorted("text"),
    subtitle: filtered("text"),
    brand: filtered("text"),
    brandCode: filtered("text"),
    categoryCode: filtered("text"),
    tags: visibleOnly("list"),
    priceFen: sorted("number"),
    marketPriceFen: sorted("number"),
    isFrom: visibleOnly("flag"),
    memberPriceFen: sorted("number"),
    pointsPrice: sorted("number"),
    exchangedCount: sorted("number"),
    listedAt: sorted("instant"),
    sort: sorted("number"),
    picture: visibleOnly("list"),
    unavailable: visibleOnly("text"),
  }),
  order: [ascending("sort"), ascending("_id")],
};

const categories: Collection = {
  source: {
    kind: "shared",
    list: async ({ shop }) =>
      (await listCategories(shop)).list.map((one, sort) => ({ _id: one.code, ...one, sort })),
  },
  fields: fieldsOf({
    code: sorted("text"),
    name: sorted("text"),
    count: sorted("number"),
    sort: sorted("number"),
    picture: visibleOnly("list"),
  }),
  order: [ascending("sort"), ascending("_id")],
};

/** Returns every region, each before the regions below it. */
const flattenRegions = (tree: RegionTree, parent?: string): object[] =>
  (tree.children(parent) ?? []).flatMap((region) => [
    { _id: region.code, ...region },
    ...flattenRegions(tree, region.code),
  ]);

const regions: Collection = {
  source: {
    kind: "shared",
    list: ({ regions: tree }) => flattenRegions(tree).map((region) => ({ ...region })),
  },
  fields: fieldsOf({
    code: sorted("text"),
    parent: filtered("text"),
    level: sorted("number"),
    name: sorted("text"),
    pinyin: sorted("text"),
    initial: sorted("text"),
    hot: filtered("flag"),
  }),
  order: [ascending("_id")],
};

const orders: Collection = {
  source: {
    kind: "own rows",
    rows: ({ context }, memberId) => orderRows({ memberId, now: context.clock.sql() }),
  },
  fields: fieldsOf({
    user_id: filtered("text"),
    orderNo: filtered("text"),
    kind: filtered("text"),
    source: filtered("text"),
    title: filtered("text"),
    brand: filtered("text"),
    artwork: visibleOnly("text"),
    itemsText: filtered("text"),
    quantity: sorted("number"),
    state: filtered("text"),
    orderState: filtered("text"),
    goodsFen: sorted("number"),
    payableFen: sorted("number"),
    paidFen: sorted("number"),
    refundedFen: sorted("number"),
    expiresAt: sorted("instant"),
    createdAt: sorted("instant"),
  }),
  order: [descending("createdAt"), descending("_id")],
};

const coupons: Collection = {
  source: {
    kind: "own rows",
    rows: ({ context }, memberId) => couponRows({ memberId, now: context.clock.sql() }),
  },
  fields: fieldsOf({
    user_id: filtered("text"),
    templateId: filtered("text"),
    title: filtered("text"),
    type: filtered("text"),
    valueFen: sorted("number"),
    thresholdFen: sorted("number"),
    scopeText: visibleOnly("text"),
    state: filtered("text"),
    validFrom: sorted("instant"),
    validUntil: sorted("instant"),
    usedAt: sorted("instant"),
    createdAt: sorted("instant"),
  }),
  order: [ascending("validUntil"), ascending("_id")],
};

const statementFields = fieldsOf({
  user_id: filtered("text"),
  kind: filtered("text"),
  title: filtered("text"),
  purpose: filtered("text"),
  change: sorted("number"),
  after: visibleOnly("number"),
  state: filtered("text"),
  month: filtered("text"),
  at: sorted("instant"),
  sort: sorted("number"),
});

const statement = (
  rowsOf: (
    context: DatabaseParts["context"],
    db: DatabaseParts["db"],
    memberId: string,
  ) => ReturnType<typeof pointsRows>,
): Collection => ({
  source: { kind: "own rows", rows: ({ context, db }, memberId) => rowsOf(context, db, memberId) },
  fields: statementFields,
  order: [descending("at"), descending("sort"), descending("_id")],
});

const addresses: Collection = {
  source: { kind: "own list", list: listOwnAddresses },
  fields: fieldsOf({
    user_id: filtered("text"),
    name: filtered("text"),
    phone: visibleOnly("text"),
    regionCodes: visibleOnly("list"),
    region: filtered("text"),
    detail: filtered("text"),
    tag: filtered("text"),
    isDefault: filtered("flag"),
    sort: sorted("number"),
  }),
  order: [ascending("sort"), ascending("_id")],
  writes: addressWrites,
};

export const collections: ReadonlyMap<string, Collection> = new Map([
  ["benefits", benefits],
  ["categories", categories],
  ["regions", regions],
  ["orders", orders],
  ["coupons", coupons],
  ["points-records", statement(pointsRows)],
  ["balance-records", statement(balanceRows)],
  ["addresses", addresses],
]);
