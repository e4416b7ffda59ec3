/** Brands, categories and popular search words as operators read and change them. */
import Type, { type Static, type TString } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorTaxonomy as routes } from "../../routes/operators/taxonomy.ts";
import { Instant, Planned, Version } from "../../values.ts";

const NAMES_MAX = 500;
const Code = Type.String({ minLength: 1, maxLength: 40, pattern: "^[a-z0-9][a-z0-9-]*$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Word = Type.String({ minLength: 1, maxLength: 20 });
/** The name of a built-in drawing, and of its ground. */
export const Drawing = Type.String({ minLength: 1, maxLength: 32, pattern: "^[a-z0-9-]+$" });

/** An uploaded picture. */
export const PictureId = Type.String({
  pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
});

const named = {
  code: Code,
  name: Type.String({ minLength: 1, maxLength: 20 }),
  artwork: Drawing,
  tint: Drawing,
  /** The uploaded picture; the drawing stands where there is none. */
  pictureId: Type.Optional(PictureId),
  /** Other names, which the search finds as well. */
  aliases: Type.Array(Word, { maxItems: 20 }),
  /** False: hidden from members' lists; its benefits stay on sale. */
  isOn: Type.Boolean(),
};

/** One brand or category; `benefits` counts what is on sale under it. */
export const NamedGroup = Type.Object({
  ...named,
  version: Type.Integer(),
  benefits: Type.Integer(),
});
export type NamedGroup = Static<typeof NamedGroup>;

const hotWord = {
  word: Word,
  isNew: Type.Boolean(),
  isOn: Type.Boolean(),
  startsAt: Type.Optional(Planned),
  endsAt: Type.Optional(Planned),
};
export const HotWordLine = Type.Object({ ...hotWord, version: Type.Integer() });
export type HotWordLine = Static<typeof HotWordLine>;

/** All rows in their order; `etag` is the fingerprint of the order, which a reordering names. */
const ordered = <T extends typeof NamedGroup | typeof HotWordLine>(row: T) =>
  Type.Object({ list: Type.Array(row), etag: Type.String() });

const change = { sinceVersion: Version, reason: Reason };
const Changed = Type.Object({ version: Type.Integer() });
const Etag = Type.String({ pattern: "^[0-9a-f]{32}$" });
const orderOf = <T extends TString>(key: T) =>
  Type.Object({
    keys: Type.Array(key, { minItems: 1, maxItems: NAMES_MAX }),
    etag: Etag,
    reason: Reason,
  });
const Reordered = Type.Object({ etag: Type.String(), changedAt: Instant });

export const operatorTaxonomy = shapesOf<typeof routes>()({
  brands: {
    summary: "Every brand in its order, hidden ones too",
    input: Type.Object({}),
    output: ordered(NamedGroup),
    refusals: [],
  },
  setBrand: {
    summary:
      "Make a brand (`sinceVersion` 0), change or hide it; a stale version is refused with the present row",
    input: Type.Object({ ...named, ...change }),
    output: Changed,
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  orderBrands: {
    summary: "The order of all brands; refused when the order has changed since it was read",
    input: orderOf(Code),
    output: Reordered,
    refusals: ["STATE_CHANGED"],
  },
  categories: {
    summary: "Every category in its order, hidden ones too",
    input: Type.Object({}),
    output: ordered(NamedGroup),
    refusals: [],
  },
  setCategory: {
    summary: "Make a category (`sinceVersion` 0), change or hide it",
    input: Type.Object({ ...named, ...change }),
    output: Changed,
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  orderCategories: {
    summary: "The order of all categories",
    input: orderOf(Code),
    output: Reordered,
    refusals: ["STATE_CHANGED"],
  },
  hotWords: {
    summary: "Every popular search word in its order, hidden and ended ones too",
    input: Type.Object({}),
    output: ordered(HotWordLine),
    refusals: [],
  },
  setHotWord: {
    summary: "Make a popular search word (`sinceVersion` 0), change, schedule or hide it",
    input: Type.Object({ ...hotWord, ...change }),
    output: Changed,
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  orderHotWords: {
    summary: "The order of all popular search words",
    input: orderOf(Word),
    output: Reordered,
    refusals: ["STATE_CHANGED"],
  },
});
