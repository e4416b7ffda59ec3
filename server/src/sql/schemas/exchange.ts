/** Values and nulls of the SQL functions of exchange. */
import { BatchTarget } from "@yunjing/contract/schemas/batches";
import Type from "typebox";
import { supplyFields } from "./fulfilment.ts";
import { giftItem, intent, orderReceiptFields, unpaidItem } from "./orders.ts";
import { received } from "./payments.ts";
import { document, type ModuleSchemas, object, oneOf, orNull } from "./schema.ts";

const session = object({ id: Type.String(), hash: Type.String(), codeMac: Type.String() });

/** What every order from a session has; the database stores most of it as it is. */
const orderFields = {
  id: Type.String(),
  orderNos: Type.Array(Type.String()),
  source: oneOf("code"),
  kind: Type.String(),
  title: Type.String(),
  brandCode: Type.Optional(Type.String()),
  artwork: Type.String(),
  itemsText: Type.String(),
  quantity: Type.Optional(Type.Integer()),
  orderState: oneOf("ACTIVE", "DONE"),
  fulfilState: oneOf("QUEUED", "DONE"),
  goodsFen: Type.Optional(Type.Integer()),
  voucherFen: Type.Optional(Type.Integer()),
  differenceFen: Type.Optional(Type.Integer()),
  points: Type.Optional(Type.Integer()),
  pickupFrom: Type.Optional(Type.String()),
  pickupTo: Type.Optional(Type.String()),
  snapshot: document,
  cityCode: Type.Optional(Type.String()),
  contactMask: Type.Optional(Type.String()),
  contactSealed: orNull(Type.String()),
  receiptHash: Type.String(),
  eventIds: Type.Tuple([Type.String(), Type.String()]),
};
/** One transfer of the posting, as `ledger_post` takes it. */
const transfer = object({
  asset: oneOf("CNY", "PTS"),
  debit: Type.String(),
  credit: Type.String(),
  amount: Type.Integer(),
  party: Type.Optional(Type.String()),
});
/** The result of a request, as its key stores it. */
const storedResult = object({
  orderId: Type.String(),
  orderNo: Type.String(),
  differenceFen: Type.Optional(Type.Integer()),
  usesLeft: Type.Optional(Type.Integer()),
});
const supply = object({ ...supplyFields, contactSealed: Type.Optional(Type.String()) });
/** The batch's target, with the uses of a multi-use code. */
const target = Type.Object({
  ...BatchTarget.properties,
  usesLeft: Type.Optional(Type.Integer()),
  perMember: Type.Optional(Type.Integer()),
});

export const exchange = {
  exchange_give_back: {
    columns: { outcome: oneOf("taken", "returned", "refused"), txnId: { orNull: true } },
  },
  exchange_open: {
    arguments: {
      holder: { orNull: true },
      session: object({
        id: Type.String(),
        hash: Type.String(),
        resumeHash: orNull(Type.String()),
        leaseMs: Type.Integer(),
        eventId: Type.String(),
      }),
      guard: object({
        countedSubjects: Type.Array(
          object({ subject: Type.String(), most: Type.Optional(Type.Integer()) }),
        ),
        network: Type.String(),
        lockSubjects: Type.Array(Type.String()),
        lockMs: Type.Integer(),
        proofSubjects: Type.Array(Type.String()),
        proofLevels: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
        alarmBits: Type.Integer(),
        proof: orNull(object({ hash: Type.String(), bits: Type.Integer(), until: Type.String() })),
        callerLabel: Type.String(),
        canaryAlert: Type.String(),
      }),
    },
    columns: {
      outcome: oneOf("locked", "proof", "opened", "resumed", "busy", "invalid", "had"),
      isLockedNow: { orNull: true },
      session: { orNull: true },
      expiresAt: { orNull: true },
      target: { orNull: target },
      last4: { orNull: true },
      validUntil: { orNull: true },
      bits: { orNull: true },
      isCanary: { orNull: true },
    },
  },
  exchange_place: {
    arguments: {
      session,
      intent,
      order: object({
        ...orderFields,
        unpaidMs: Type.Integer(),
        slackMs: Type.Integer(),
        unpaidMax: Type.Integer(),
        supply: Type.Optional(object(supplyFields)),
        supplyContact: orNull(Type.String()),
        items: Type.Optional(Type.Array(unpaidItem)),
        // A build before decision 0190 sends it instead of `items` (decision 0200).
        item: Type.Optional(document),
      }),
    },
    columns: {
      outcome: oneOf("done", "replay", "reused", "session_over", "had"),
      result: { orNull: storedResult },
    },
  },
  exchange_receive: {
    arguments: {
      receipt: object({
        ...orderReceiptFields,
        codeTxnId: Type.String(),
        codeEventId: Type.String(),
      }),
    },
    result: received,
  },
  exchange_redeem: {
    arguments: {
      session,
      intent,
      order: object({ ...orderFields, item: Type.Optional(giftItem) }),
      posting: Type.Union([
        object({
          txnId: Type.String(),
          points: Type.Integer(),
          lotId: Type.String(),
          expiresAt: Type.String(),
        }),
        object({ txnId: Type.String(), couponId: Type.String(), templateId: Type.String() }),
        object({
          txnId: Type.String(),
          levelId: Type.String(),
          grade: Type.Integer(),
          days: Type.Integer(),
        }),
        object({ txnId: Type.String(), transfers: Type.Array(transfer) }),
      ]),
      supply: { orNull: supply },
    },
    columns: {
      outcome: oneOf("done", "replay", "reused", "session_over", "had"),
      result: { orNull: storedResult },
    },
  },
  exchange_session: {
    arguments: {
      holder: { orNull: true },
      route: { orNull: true },
      key: { orNull: true },
      hash: { orNull: true },
    },
    columns: {
      outcome: oneOf("open", "over", "replay", "reused"),
      result: { orNull: storedResult },
      session: { orNull: true },
      owner: { orNull: true },
      isMember: { orNull: true },
      codeMac: { orNull: true },
      expiresAt: { orNull: true },
      target: { orNull: target },
      batch: { orNull: true },
      last4: { orNull: true },
      validUntil: { orNull: true },
    },
  },
  exchange_owed_codes: {},
  exchange_statement_fen: {},
  exchange_take: {},
  exchange_use_leave: { result: { orNull: true } },
} satisfies ModuleSchemas;
