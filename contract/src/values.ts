/** The value types of the API: fen, points, instants, tokens and pages. */
import Type, { type TSchema } from "typebox";
import { MOBILE } from "./phone.ts";

/** Money in fen, never below zero. */
export const Fen = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
/** Points, never below zero. */
export const Points = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
/**
 * The latest instant, in milliseconds: the end of the year 9999 in Asia/Shanghai. RFC 3339 writes a
 * year with four digits; a `Date` of a later year (up to 8,640,000,000,000,000, ECMA-262) is
 * written `+010000-…`, which PostgreSQL does not read.
 */
export const INSTANT_MAX = 253_402_271_999_999;
/**
 * An instant in milliseconds since 1970, UTC; shown as YYYY-MM-DD HH:mm:ss in Asia/Shanghai (U10).
 */
export const Instant = Type.Integer({ minimum: 0, maximum: INSTANT_MAX });
/**
 * The latest instant that a person may plan, in milliseconds: the end of the year 2099 in
 * Asia/Shanghai. The limit is our choice: later than the end of any benefit's validity, and small
 * enough to reject a time in microseconds or nanoseconds.
 */
export const PLANNED_MAX = 4_102_415_999_999;
/** An instant that a person sets for the future: a start, an end, a validity. */
export const Planned = Type.Integer({ minimum: 0, maximum: PLANNED_MAX });
/** The version of a row that a change is based on; 0 where there is none yet. */
export const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
/** Free text of at most 140 characters, the spec's input default (§5). */
export const Text = Type.String({ maxLength: 140 });
/** A mainland mobile number. */
export const Phone = Type.String({ pattern: MOBILE.source });
/** An opaque id or token in a path or body. */
export const Token = Type.String({ minLength: 8, maxLength: 128, pattern: "^[A-Za-z0-9_-]+$" });
/** A six-digit region code. */
export const RegionCode = Type.String({ pattern: "^\\d{6}$" });
export const Nothing = Type.Object({}, { additionalProperties: false });

/**
 * The paging part of a list's input: page size 20, first page 1 (spec §9), or the cursor of the
 * previous page.
 */
export const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
};

/** One page of a list; `nextCursor` is absent on the last. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    list: Type.Array(item),
    total: Type.Optional(Type.Integer({ minimum: 0 })),
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
    nextCursor: Type.Optional(Type.String()),
    hasMore: Type.Boolean(),
  });

/** A list that needs no paging. */
export const listOf = <T extends TSchema>(item: T) => Type.Object({ list: Type.Array(item) });

/** The result of an upload to the cloud: `cloud://{space}/{path}`. */
export const UploadId = Type.String({ pattern: "^cloud://[^/]+/.+$", maxLength: 400 });
