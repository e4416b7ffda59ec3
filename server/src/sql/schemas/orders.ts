/** Values and nulls of the SQL functions of orders. */
import Type from "typebox";
import { supplyFields } from "./fulfilment.ts";
import { received, receiptFields } from "./payments.ts";
import { document, type ModuleSchemas, object, oneOf, orNull } from "./schema.ts";

/** A key of the member; bytes in base64. */
export const intent = object({ route: Type.String(), key: Type.String(), hash: Type.String() });

const amounts = {
  goodsFen: Type.Integer(),
  levelOffFen: Type.Integer(),
  couponOffFen: Type.Integer(),
  pointsOffFen: Type.Integer(),
  points: Type.Integer(),
  balanceFen: Type.Integer(),
  cashFen: Type.Integer(),
};

/** What a refund returns of an item: money in fen, and points. */
const refundAmounts = {
  cashFen: Type.Integer(),
  balanceFen: Type.Integer(),
  points: Type.Integer(),
  couponOffFen: Type.Integer(),
  pointsOffFen: Type.Integer(),
};

/** A payment of an order. */
export const orderReceiptFields = {
  ...receiptFields,
  paidId: Type.String(),
};

/**
 * The one item of an order that a code pays: what `orders_gift` reads of it, besides the rest of
 * an item.
 */
export const giftItem = Type.Object({
  id: Type.String(),
  skuId: Type.String(),
  snapshot: Type.Object({ couponTemplateIds: Type.Optional(Type.Array(Type.String())) }),
  quantity: Type.Integer(),
  costFen: Type.Integer(),
  inputSealed: orNull(Type.String()),
  inputMask: Type.Array(object({ label: Type.String(), text: Type.String() })),
  supply: orNull(document),
  supplyContact: orNull(Type.String()),
});

/** An item of an order that is delivered as a whole and waits for payment. */
export const unpaidItem = object({
  id: Type.String(),
  skuId: Type.String(),
  snapshot: document,
  quantity: Type.Integer(),
  unitFen: Type.Integer(),
});

export const orders = {
  orders_close: {
    arguments: {
      to: oneOf("CANCELLED", "CLOSED"),
      actor: { orNull: true },
    },
    result: oneOf("closed", "kept"),
  },
  orders_earn: {},
  orders_pay: {
    arguments: {
      intent,
      payment: object({
        channel: oneOf("balance", "none"),
        isChannelClosed: Type.Boolean(),
        holdId: Type.String(),
        slackMs: Type.Integer(),
        txnId: Type.String(),
      }),
      spend: object({
        proof: orNull(Type.String()),
        freeFen: Type.Integer(),
        dayFen: Type.Integer(),
      }),
    },
    columns: {
      outcome: oneOf("done", "replay", "reused", "paying"),
      result: { orNull: object({ orderId: Type.String(), orderState: Type.String() }) },
    },
  },
  orders_paying: {
    arguments: { stepUp: { orNull: true } },
    result: {
      orNull: object({
        orderId: Type.String(),
        cashFen: Type.Integer(),
        title: Type.String(),
        expiresAt: Type.Integer(),
      }),
    },
  },
  orders_place: {
    arguments: {
      order: Type.Object({
        ...amounts,
        id: Type.String(),
        orderNos: Type.Array(Type.String()),
        kind: Type.String(),
        title: Type.String(),
        brandCode: Type.Optional(Type.String()),
        artwork: Type.String(),
        itemsText: Type.String(),
        quantity: Type.Integer(),
        quoteId: Type.String(),
        quoteEndsAt: Type.String(),
        payableFen: Type.Integer(),
        coupons: Type.Array(
          object({ couponId: Type.String(), templateId: Type.String(), offFen: Type.Integer() }),
        ),
        pointsHold: orNull(Type.String()),
        walletHold: orNull(Type.String()),
        snapshot: document,
        cityCode: Type.Optional(Type.String()),
        eventId: Type.String(),
        unpaidMs: Type.Integer(),
        slackMs: Type.Integer(),
        unpaidMax: Type.Integer(),
      }),
      items: Type.Array(
        Type.Object({
          ...amounts,
          id: Type.String(),
          seq: Type.Integer(),
          skuId: Type.String(),
          benefitId: Type.String(),
          version: Type.Integer(),
          limits: document,
          snapshot: document,
          quantity: Type.Integer(),
          unitFen: Type.Integer(),
          costFen: Type.Integer(),
          inputSealed: orNull(Type.String()),
          inputMask: Type.Array(object({ label: Type.String(), text: Type.String() })),
          supply: orNull(document),
          supplyContact: orNull(Type.String()),
        }),
      ),
    },
    columns: {
      outcome: oneOf("done", "replay", "reused"),
      result: {
        orNull: object({
          orderId: Type.String(),
          orderNo: Type.String(),
          createdAt: Type.Integer(),
          expiresAt: Type.Integer(),
        }),
      },
    },
  },
  orders_place_meal: {
    arguments: {
      intent,
      order: object({
        id: Type.String(),
        orderNos: Type.Array(Type.String()),
        source: oneOf("shop"),
        kind: oneOf("meal"),
        title: Type.String(),
        brandCode: Type.String(),
        artwork: Type.String(),
        itemsText: Type.String(),
        quantity: Type.Integer(),
        goodsFen: Type.Integer(),
        // Only an order by a code has these.
        voucherFen: Type.Optional(Type.Integer()),
        differenceFen: Type.Optional(Type.Integer()),
        codeId: Type.Optional(Type.String()),
        redemptionN: Type.Optional(Type.Integer()),
        pickupFrom: Type.String(),
        pickupTo: Type.String(),
        cityCode: Type.String(),
        contactMask: Type.String(),
        contactSealed: Type.String(),
        receiptHash: Type.String(),
        snapshot: document,
        supply: object(supplyFields),
        supplyContact: Type.String(),
        items: Type.Array(unpaidItem),
        // Only a build before decision 0190 sends it, with exchange_place, instead of `items` (decision 0200).
        item: Type.Optional(document),
        eventId: Type.String(),
        unpaidMs: Type.Integer(),
        unpaidMax: Type.Integer(),
      }),
    },
    columns: {
      outcome: oneOf("done", "replay", "reused"),
      result: {
        orNull: object({
          orderId: Type.String(),
          orderNo: Type.String(),
          payableFen: Type.Integer(),
          expiresAt: Type.Integer(),
        }),
      },
    },
  },
  orders_refund_sum: {
    // A missing amount of `sum` counts as 0.
    arguments: { sum: Type.Partial(object(refundAmounts)), share: object(refundAmounts) },
    result: object(refundAmounts),
  },
  orders_refund_share: {
    // The amounts are read by the five names of the result; `refunded` has the same.
    arguments: {
      item: Type.Object({
        quantity: Type.Integer(),
        refundedQuantity: Type.Integer(),
        refunded: document,
      }),
    },
    result: object(refundAmounts),
  },
  orders_receive: {
    arguments: {
      receipt: object({ ...orderReceiptFields, isRewarded: Type.Optional(Type.Boolean()) }),
    },
    result: Type.Union([
      received,
      object({ change: oneOf("waits_for_code") }),
      object({ change: oneOf("completes") }),
    ]),
  },
} satisfies ModuleSchemas;
