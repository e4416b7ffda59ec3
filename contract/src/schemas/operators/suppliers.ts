/**
 * One supplier: what operators keep about it, its figures, callbacks and orders of unknown result,
 * and the import of its prices. Money in fen, instants in ms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorSuppliers as routes } from "../../routes/operators/suppliers.ts";
import { Fen, Instant, Version } from "../../values.ts";
import { Reason } from "./adjustments.ts";

const supplierId = Type.String({ pattern: "^[a-z0-9_-]{2,32}$" });
const one = { supplierId };
const Count = Type.Integer({ minimum: 0 });
const Optional = Type.Optional;
const page = {
  cursor: Optional(Type.String({ maxLength: 200 })),
  pageSize: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

/** What operators keep about a supplier; its credentials are settings of the environment. */
const kept = {
  name: Type.String({ minLength: 1, maxLength: 40 }),
  /** Whom to call; empty where there is no number. */
  phone: Type.String({ maxLength: 40, pattern: "^[0-9+() -]*$" }),
  hours: Type.String({ maxLength: 100 }),
  /** What customer service says to the supplier on the phone. */
  script: Type.String({ maxLength: 1_000 }),
  /** An alert is raised below this prepaid balance. */
  lowestFen: Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  /** An alert is raised with more orders of unknown result than this. */
  unknownMax: Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
};

const SeriesPoint = Type.Object({
  at: Instant,
  /**
   * `success`: delivered of the decided, in basis points; `latency`: the time that 95 % of the
   * deliveries took at most, in ms; `unknown`: orders. Absent where there was nothing to measure.
   */
  value: Optional(Count),
  /** Of `latency`: the median, in ms. */
  median: Optional(Count),
});

const Callback = Type.Object({
  callbackId: Type.String(),
  receivedAt: Instant,
  outNo: Type.String(),
  orderNo: Optional(Type.String()),
  /** What the supplier reports: a state of an order at a supplier. */
  state: Type.String(),
  /** When the supplier says that it was so. */
  at: Optional(Instant),
  /** What came of it here; absent for callbacks before 1.1. */
  outcome: Optional(Type.String()),
});
export type Callback = Static<typeof Callback>;

const UnknownOrder = Type.Object({
  outNo: Type.String(),
  orderNo: Type.String(),
  title: Type.String(),
  state: Type.String(),
  placedAt: Instant,
  /** When it came into the manual queue. */
  manualAt: Optional(Instant),
  isCancelling: Type.Boolean(),
  nextQueryAt: Optional(Instant),
  queries: Count,
  costFen: Fen,
  claimedBy: Optional(Type.String()),
});
export type UnknownOrder = Static<typeof UnknownOrder>;

const PriceChange = Type.Object({
  skuId: Type.String(),
  title: Type.String(),
  product: Type.String(),
  oldFen: Fen,
  newFen: Fen,
  /** The lowest price that a member pays for it now; absent for a SKU without a price. */
  lowestPriceFen: Optional(Fen),
});
export type PriceChange = Static<typeof PriceChange>;

export const operatorSuppliers = shapesOf<typeof routes>()({
  detail: {
    summary: "What operators keep about a supplier",
    input: Type.Object(one),
    output: Type.Object({ supplierId: Type.String(), ...kept, version: Type.Integer() }),
    refusals: ["NOT_FOUND"],
  },
  change: {
    summary: "Changes what operators keep about a supplier",
    input: Type.Object({ ...one, ...kept, sinceVersion: Version, reason: Reason }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  series: {
    summary:
      "Success rate, latency or orders of unknown result, by hour of at most 31 days or by day of 400",
    input: Type.Object({
      ...one,
      metric: Type.Union([
        Type.Literal("success"),
        Type.Literal("latency"),
        Type.Literal("unknown"),
      ]),
      grain: Type.Union([Type.Literal("hour"), Type.Literal("day")]),
      from: Optional(Instant),
      to: Optional(Instant),
    }),
    output: Type.Object({ points: Type.Array(SeriesPoint) }),
    refusals: ["NOT_FOUND", "INPUT_INVALID"],
  },
  callbacks: {
    summary: "The supplier's callbacks, newest first, and what came of each",
    input: Type.Object({ ...one, ...page }),
    output: Type.Object({ list: Type.Array(Callback), nextCursor: Optional(Type.String()) }),
    refusals: ["NOT_FOUND"],
  },
  unknown: {
    summary: "Orders whose result at the supplier is unknown, the oldest first",
    input: Type.Object({ ...one, ...page }),
    output: Type.Object({ list: Type.Array(UnknownOrder), nextCursor: Optional(Type.String()) }),
    refusals: ["NOT_FOUND"],
  },
  importPrices: {
    summary:
      "Changes the costs of a supplier's products by a list; a list with a fault changes nothing",
    input: Type.Object({
      ...one,
      /** A line each: the supplier's product and its cost in yuan, a comma between them. */
      prices: Type.String({ minLength: 1, maxLength: 50_000 }),
      /** True: returns the differences and stores nothing. */
      dryRun: Type.Boolean(),
      reason: Reason,
    }),
    output: Type.Object({
      changes: Type.Array(PriceChange),
      /** Lines whose cost is what it was. */
      unchanged: Count,
      /** Lines that cannot be applied, counted from 1, and why. */
      faults: Type.Array(Type.Object({ line: Type.Integer(), why: Type.String() })),
    }),
    refusals: ["NOT_FOUND", "INPUT_INVALID"],
  },
});
