/**
 * Suppliers as operators see them: their money, health and circuit, our own cards, and failures.
 * Instants in ms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorSupply as routes } from "../../routes/operators/supply.ts";
import { Fen, Instant, listOf, Nothing, Planned } from "../../values.ts";

const Reason = Type.String({ minLength: 2, maxLength: 200 });
const SupplierId = Type.String({ pattern: "^[a-z0-9_-]{2,32}$" });
const Product = Type.String({ pattern: "^[A-Za-z0-9_-]{2,64}$" });

const Supplier = Type.Object({
  supplierId: Type.String(),
  name: Type.String(),
  isOn: Type.Boolean(),
  /** True when its settings are set, so that orders can be sent to it. */
  isConnected: Type.Boolean(),
  /** Its settings in the environment, each set or missing; their values are never shown. */
  settings: Type.Array(Type.Object({ name: Type.String(), isSet: Type.Boolean() })),
  circuit: Type.Union([Type.Literal("closed"), Type.Literal("open"), Type.Literal("half_open")]),
  /** When the next order may be tried, while the circuit is not closed. */
  retryAt: Type.Optional(Instant),
  /** Orders placed within the circuit's window. */
  good: Type.Integer({ minimum: 0 }),
  bad: Type.Integer({ minimum: 0 }),
  /** Other suppliers of its priority are used first: its recent success rate is too low. */
  isAiling: Type.Boolean(),
  /** The recent usual time from sending to delivery, in ms; absent without data. */
  usualMs: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Absent for a supplier that is not prepaid. */
  prepaid: Type.Optional(
    Type.Object({
      paidFen: Fen,
      usedFen: Fen,
      leftFen: Type.Integer(),
      /** At the rate of the last seven days; absent when nothing was used. */
      daysLeft: Type.Optional(Type.Number()),
    }),
  ),
});
export type Supplier = Static<typeof Supplier>;

const Stock = Type.Object({
  product: Type.String(),
  /** What it is sold as; absent for cards that no SKU uses. */
  title: Type.Optional(Type.String()),
  free: Type.Integer({ minimum: 0 }),
  given: Type.Integer({ minimum: 0 }),
  expired: Type.Integer({ minimum: 0 }),
  /** When the first of the free cards expires. */
  nextEnd: Type.Optional(Instant),
  isLow: Type.Boolean(),
});
export type Stock = Static<typeof Stock>;

/** A day in China, such as 2026-11-20. */
const Day = Type.String({ pattern: "^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$" });
const Count = Type.Integer({ minimum: 0 });

/** What we owe for a day by our own records, beside the supplier's statement. */
const Settlement = Type.Object({
  supplierId: Type.String(),
  day: Type.String(),
  statement: Type.Union([Type.Literal("none"), Type.Literal("waiting"), Type.Literal("compared")]),
  deliveries: Count,
  owedFen: Fen,
  /** By its statement, once it has arrived. */
  theirDeliveries: Type.Optional(Count),
  theirFen: Type.Optional(Fen),
  /** Cases that the comparison of this day found. */
  differences: Count,
});
export type Settlement = Static<typeof Settlement>;

const SettlementLine = Type.Object({
  difference: Type.Union([
    /** The same on both sides, on another day of the side without an amount. */
    Type.Literal("other_day"),
    Type.Literal("only_here"),
    Type.Literal("only_there"),
    Type.Literal("amount"),
    Type.Literal("state"),
    Type.Literal("twice"),
  ]),
  outNo: Type.String(),
  ourState: Type.Optional(Type.String()),
  ourFen: Type.Optional(Fen),
  theirState: Type.Optional(Type.String()),
  theirFen: Type.Optional(Fen),
  at: Type.Optional(Instant),
});

const Loss = Type.Object({
  lossId: Type.String(),
  kind: Type.Union([
    Type.Literal("issued_after_failed"),
    Type.Literal("failed_after_issued"),
    Type.Literal("issued_after_hand"),
  ]),
  supplierId: Type.String(),
  orderNo: Type.String(),
  outNo: Type.String(),
  costFen: Fen,
  at: Instant,
  settledAt: Type.Optional(Instant),
  settlement: Type.Optional(Type.String()),
});

const Weight = Type.Integer({ minimum: 1, maximum: 1_000 });
const SupplyRoute = Type.Object({
  supplierId: Type.String(),
  product: Type.String(),
  costFen: Fen,
  priority: Type.Integer(),
  /**
   * Its weight among suppliers of the same priority; absent: chosen by price, after those with a
   * weight.
   */
  weight: Type.Optional(Weight),
  isOn: Type.Boolean(),
});

export const operatorSupply = shapesOf<typeof routes>()({
  suppliers: {
    summary: "Every supplier with its money, its health and its circuit",
    input: Type.Object({}),
    output: listOf(Supplier),
    refusals: [],
  },
  topUp: {
    summary: "Enters money that was paid to a supplier beforehand",
    input: Type.Object({
      supplierId: SupplierId,
      amountFen: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
      reason: Reason,
    }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  switch: {
    summary: "Lets new orders go to a supplier, or not; what is under way goes on",
    input: Type.Object({ supplierId: SupplierId, isOn: Type.Boolean(), reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  test: {
    summary:
      "Asks a supplier for an order that does not exist, with its own settings and signature",
    input: Type.Object({ supplierId: SupplierId }),
    output: Type.Object({
      isGood: Type.Boolean(),
      tookMs: Type.Integer({ minimum: 0 }),
      /** What the supplier answered, for the operator. */
      text: Type.String(),
    }),
    refusals: ["NOT_FOUND"],
  },
  closeCircuit: {
    summary: "Closes a circuit by hand: the supplier says that it is well again",
    input: Type.Object({ supplierId: SupplierId, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  stock: {
    summary: "Our own cards by product, those that run out first on top",
    input: Type.Object({}),
    output: listOf(Stock),
    refusals: [],
  },
  importCards: {
    summary: "Loads cards of one product: a line each, the code and, after a comma, its password",
    input: Type.Object({
      product: Product,
      cards: Type.String({ minLength: 1, maxLength: 200_000 }),
      validUntil: Type.Optional(Planned),
      /** True: returns the result and stores nothing. */
      dryRun: Type.Boolean(),
      reason: Reason,
    }),
    output: Type.Object({
      added: Type.Integer({ minimum: 0 }),
      /** Rejected lines, counted from 1, and the reasons. */
      refused: Type.Array(Type.Object({ line: Type.Integer(), why: Type.String() })),
    }),
    refusals: ["INPUT_INVALID"],
  },
  routes: {
    summary: "The ways in which one SKU can be had, in their order",
    input: Type.Object({ skuId: Product }),
    output: listOf(SupplyRoute),
    refusals: [],
  },
  setRoute: {
    summary:
      "Makes a way to deliver a SKU, or changes its product, cost, order and switch; orders that are placed keep theirs",
    input: Type.Object({
      skuId: Product,
      supplierId: SupplierId,
      priority: Type.Integer({ minimum: 0, maximum: 1_000 }),
      weight: Type.Optional(Weight),
      isOn: Type.Boolean(),
      /** The supplier's own name of the product; absent: it stays. A new way needs it. */
      product: Type.Optional(Product),
      /** What one costs us; absent: it stays. A new way needs it. */
      costFen: Type.Optional(Fen),
      reason: Reason,
    }),
    output: Nothing,
    refusals: ["NOT_FOUND", "INPUT_INVALID"],
  },
  routeCosts: {
    summary: "The products and costs that one way had, the latest first",
    input: Type.Object({ skuId: Product, supplierId: SupplierId }),
    output: listOf(
      Type.Object({
        at: Instant,
        product: Type.String(),
        costFen: Fen,
        /** The name of who set it. */
        by: Type.String(),
        reason: Type.String(),
      }),
    ),
    refusals: [],
  },
  settlements: {
    summary: "What we owe suppliers by day, beside their statements; a month up to a day",
    input: Type.Object({
      supplierId: Type.Optional(SupplierId),
      until: Type.Optional(Day),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
    }),
    output: listOf(Settlement),
    refusals: [],
  },
  settlement: {
    summary: "One day of one supplier with the lines on which we and its statement differ",
    input: Type.Object({ supplierId: SupplierId, day: Day }),
    output: Type.Object({ settlement: Settlement, lines: Type.Array(SettlementLine) }),
    refusals: ["NOT_FOUND"],
  },
  losses: {
    summary: "What a supplier said after we had acted on the opposite, open ones first",
    input: Type.Object({}),
    output: listOf(Loss),
    refusals: [],
  },
  settleLoss: {
    summary: "Writes down how a loss was settled",
    input: Type.Object({ lossId: Type.String({ minLength: 36, maxLength: 36 }), reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
