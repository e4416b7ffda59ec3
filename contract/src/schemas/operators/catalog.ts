/** The shop's offer as operators read and change it. Money in fen, instants in ms. */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorCatalog as routes } from "../../routes/operators/catalog.ts";
import { Fen, Nothing, Planned, Points, Version } from "../../values.ts";

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\w-]+$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
/** What a member of at least this level pays. */
const Levels = Type.Record(Type.String({ pattern: "^[1-9]\\d?$" }), Fen, { maxProperties: 10 });

export const operatorCatalog = shapesOf<typeof routes>()({
  publish: {
    summary:
      "Put a benefit on sale, and with `sinceVersion` its draft; refused with everything that is missing",
    input: Type.Object({
      benefitId: Id,
      /** The version of the draft to publish; without it, what members saw last. */
      sinceVersion: Type.Optional(Version),
      reason: Reason,
    }),
    output: Type.Object({
      version: Type.Integer({ description: "the number of the last publication of a draft" }),
    }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "PUBLISH_DENIED"],
  },
  unpublish: {
    summary: "Take a benefit off sale; what has been ordered stays ordered",
    input: Type.Object({ benefitId: Id, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  setPrice: {
    summary: "Another version of a price; orders keep theirs. Below cost it is refused",
    input: Type.Object({
      skuId: Id,
      sinceVersion: Version,
      marketFen: Fen,
      priceFen: Fen,
      levels: Levels,
      costFen: Fen,
      pointsPrice: Type.Optional(Points),
      pointsCashFen: Type.Optional(Fen),
      startsAt: Type.Optional(Planned),
      endsAt: Type.Optional(Planned),
      reason: Reason,
    }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID", "PUBLISH_DENIED"],
  },
  changeStock: {
    summary: "Add pieces to our own stock, or take free ones away",
    input: Type.Object({
      skuId: Id,
      delta: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
      reason: Reason,
    }),
    output: Type.Object({ total: Type.Integer() }),
    refusals: ["NOT_FOUND", "SOLD_OUT"],
  },
  switchSku: {
    summary: "Take one SKU off sale or put it back",
    input: Type.Object({ skuId: Id, isOn: Type.Boolean(), reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
});
