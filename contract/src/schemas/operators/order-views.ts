/**
 * What operators read of an order: a row of the list, and everything about one order. Money in fen,
 * instants in ms; phones and codes are masked.
 */
import Type, { type Static } from "typebox";
import { Fen, Instant, Points } from "../../values.ts";
import { DisplayState, OrderKind } from "../orders.ts";

/** Money that may be below zero: a margin. */
const SignedFen = Type.Integer();

const Person = Type.Object({ id: Type.String(), name: Type.String() });
const MemberRef = Type.Object({
  memberNo: Type.Optional(Type.String({ description: "absent for a guest" })),
  nickname: Type.String(),
  phoneMask: Type.String(),
});

/** What paid for an order; zero amounts are absent. `codeLast4` is of the exchange code. */
const Tenders = Type.Object({
  cashFen: Type.Optional(Fen),
  balanceFen: Type.Optional(Fen),
  points: Type.Optional(Points),
  pointsOffFen: Type.Optional(Fen),
  couponOffFen: Type.Optional(Fen),
  levelOffFen: Type.Optional(Fen),
  codeLast4: Type.Optional(Type.String()),
  codeFen: Type.Optional(Fen),
});

/** The newest supplier order: how long the supplier took, or how long it has been silent. */
const SupplierBrief = Type.Object({
  supplierId: Type.String(),
  name: Type.String(),
  state: Type.String(),
  tookMs: Type.Optional(Type.Integer({ minimum: 0 })),
  waitingSince: Type.Optional(Instant),
});

export const OrderRow = Type.Object({
  orderNo: Type.String(),
  createdAt: Instant,
  kind: OrderKind,
  source: Type.Union([Type.Literal("code"), Type.Literal("shop")]),
  title: Type.String(),
  itemsText: Type.String(),
  artwork: Type.String(),
  quantity: Type.Integer(),
  member: MemberRef,
  amountFen: Fen,
  tenders: Tenders,
  display: DisplayState,
  displayText: Type.String(),
  supplier: Type.Optional(SupplierBrief),
  /** The city of the store of a meal, or the city that a purchase was quoted for. */
  cityName: Type.Optional(Type.String()),
});
export type OrderRow = Static<typeof OrderRow>;

const Exchange = Type.Object({
  ref: Type.String(),
  at: Instant,
  what: Type.String({ description: "place, query, cancel or callback" }),
  tookMs: Type.Integer({ minimum: 0 }),
  outcome: Type.String(),
});
const SupplierOrder = Type.Object({
  outNo: Type.String(),
  itemId: Type.Optional(Type.String()),
  supplierId: Type.String(),
  supplierName: Type.String(),
  supplierNo: Type.Optional(Type.String()),
  state: Type.String(),
  reason: Type.Optional(Type.String()),
  attempt: Type.Integer(),
  costFen: Fen,
  tries: Type.Integer(),
  queriesToday: Type.Integer(),
  createdAt: Instant,
  sentAt: Type.Optional(Instant),
  endedAt: Type.Optional(Instant),
  manualAt: Type.Optional(Instant),
  cancellingAt: Type.Optional(Instant),
  nextQueryAt: Type.Optional(Instant),
  claimedBy: Type.Optional(Person),
  claimedUntil: Type.Optional(Instant),
  /** The deadline of an operator's decision. */
  dueAt: Type.Optional(Instant),
  exchanges: Type.Array(Exchange),
});

const OrderItem = Type.Object({
  itemId: Type.String(),
  title: Type.String(),
  spec: Type.String(),
  artwork: Type.String(),
  quantity: Type.Integer(),
  refundedQuantity: Type.Integer(),
  state: Type.String(),
  goodsFen: Fen,
  cashFen: Fen,
  balanceFen: Fen,
  points: Points,
  costFen: Fen,
  /** What the member filled in, masked. */
  inputs: Type.Array(Type.Object({ label: Type.String(), text: Type.String() })),
});

const Posting = Type.Object({
  txnId: Type.String(),
  at: Instant,
  kind: Type.String(),
  asset: Type.String(),
  debit: Type.String(),
  credit: Type.String(),
  amount: Type.Integer({ minimum: 1, description: "fen, or points" }),
});
const Payment = Type.Object({
  outTradeNo: Type.String(),
  channel: Type.String(),
  via: Type.String(),
  state: Type.String(),
  amountFen: Fen,
  transactionId: Type.Optional(Type.String()),
  createdAt: Instant,
  paidAt: Type.Optional(Instant),
});
const Hold = Type.Object({
  asset: Type.String(),
  purpose: Type.String(),
  amount: Type.Integer(),
  state: Type.String(),
  expiresAt: Instant,
});
const Refund = Type.Object({
  refundNo: Type.String(),
  state: Type.String(),
  reason: Type.String(),
  applicant: Type.String(),
  decision: Type.Optional(Type.String()),
  cashFen: Fen,
  balanceFen: Fen,
  points: Points,
  items: Type.Array(
    Type.Object({ itemId: Type.String(), title: Type.String(), quantity: Type.Integer() }),
  ),
  createdAt: Instant,
  endedAt: Type.Optional(Instant),
});
const DeliveredCode = Type.Object({
  kind: Type.String({ description: "pickup or card" }),
  mask: Type.String(),
  state: Type.String(),
  issuedAt: Instant,
  validUntil: Type.Optional(Instant),
  revealedAt: Type.Optional(Instant),
});
const Told = Type.Object({
  messageId: Type.String(),
  title: Type.String(),
  at: Instant,
  channels: Type.Array(Type.Object({ channel: Type.String(), state: Type.String() })),
});
const OrderEvent = Type.Object({
  at: Instant,
  entity: Type.String(),
  name: Type.String(),
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  actorKind: Type.String(),
  actor: Type.Optional(Person),
  reason: Type.Optional(Type.String()),
});
/**
 * That a part of the events comes from archive files: the newest of it, when it was archived last,
 * and whether all files could be read, so that the events are complete.
 */
export const ArchivedHistory = Type.Object({
  until: Instant,
  archivedAt: Instant,
  isReadable: Type.Boolean(),
});
const Note = Type.Object({ at: Instant, text: Type.String(), by: Person });

const OrderAction = Type.Union([
  Type.Literal("ask"),
  Type.Literal("cancelAtSupplier"),
  Type.Literal("toDesk"),
  Type.Literal("claim"),
  Type.Literal("close"),
  Type.Literal("resend"),
  Type.Literal("note"),
  Type.Literal("reroute"),
  Type.Literal("refund"),
  Type.Literal("compensate"),
]);
export type OrderAction = Static<typeof OrderAction>;

export const OrderDetail = Type.Object({
  order: Type.Object({
    ...OrderRow.properties,
    orderState: Type.String(),
    payState: Type.String(),
    fulfilState: Type.String(),
    refundState: Type.String(),
    closedReason: Type.Optional(Type.String()),
    goodsFen: Fen,
    payableFen: Fen,
    paidFen: Fen,
    refundedFen: Fen,
    /** What suppliers charge for it; of a failed supplier order nothing. */
    costFen: Fen,
    /** What paid, less coupon and points discounts, less cost. */
    marginFen: SignedFen,
    paidAt: Type.Optional(Instant),
    expiresAt: Type.Optional(Instant),
    finishedAt: Type.Optional(Instant),
    store: Type.Optional(Type.String()),
    pickupFrom: Type.Optional(Instant),
    pickupTo: Type.Optional(Instant),
  }),
  items: Type.Array(OrderItem),
  payments: Type.Array(Payment),
  holds: Type.Array(Hold),
  supplierOrders: Type.Array(SupplierOrder),
  postings: Type.Array(Posting),
  /** What is left on the clearing account for this order, in fen. */
  clearingFen: SignedFen,
  refunds: Type.Array(Refund),
  deliveries: Type.Array(DeliveredCode),
  messages: Type.Array(Told),
  events: Type.Array(OrderEvent),
  archivedHistory: Type.Optional(ArchivedHistory),
  notes: Type.Array(Note),
  member: Type.Optional(
    Type.Object({
      memberNo: Type.String(),
      nickname: Type.String(),
      phoneMask: Type.String(),
      status: Type.String(),
      grade: Type.Integer(),
      levelName: Type.String(),
      /** Of the newest two hundred orders. */
      orders: Type.Integer(),
      paidFen: Fen,
      refundedOrders: Type.Integer(),
      /** The newest score of an invitation's risk check; absent without one. */
      inviteScore: Type.Optional(Type.Integer()),
    }),
  ),
  may: Type.Array(OrderAction),
});
export type OperatorOrderDetail = Static<typeof OrderDetail>;
