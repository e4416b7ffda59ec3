/** Turns an exchange code of any target into an order, in one database step. */
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { ArgumentsOf } from "../../../platform/database/sql-function.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import {
  generateOutNo,
  contactSealContext as supplierContactPlace,
  type SupplierRequest,
} from "../../fulfilment/model.ts";
import type { exchangeRedeem } from "../../../sql/exchange.ts";
import type { Route } from "../../fulfilment/port.ts";
import type { Transfer } from "../../ledger/model.ts";
import { maskPhone } from "../../members/model.ts";
import { receiptTokenOf } from "../../orders/actions.ts";
import { contactSealContext, generateOrderNos, type Snapshot } from "../../orders/model.ts";
import { sessionTokenOf } from "../model.ts";
import { callRedeem, type Intent, type StoredResult, type Redeemed } from "../store.ts";
import { callPlace } from "../store/waiting.ts";
import type { RunningSession } from "./find-session.ts";

/** What a redemption needs of its session. */
export type SessionToRedeem = Pick<RunningSession, "owner" | "session" | "codeMac">;

type GiftItem = NonNullable<ArgumentsOf<typeof exchangeRedeem>["order"]["item"]>;

/** The order that a code becomes, as far as the target determines it. */
export type OrderDraft = {
  readonly kind: OrderKind;
  readonly title: string;
  readonly brandCode?: string;
  readonly artwork: string;
  readonly itemsText: string;
  readonly quantity?: number;
  readonly orderState: "ACTIVE" | "DONE";
  readonly fulfilState: "QUEUED" | "DONE";
  readonly goodsFen?: number;
  readonly voucherFen?: number;
  /**
   * What the member pays beyond the code's value, in fen. Above zero the order waits for payment.
   */
  readonly differenceFen?: number;
  readonly points?: number;
  /** ISO instants. */
  readonly pickupFrom?: string;
  readonly pickupTo?: string;
  /** The city of the store of a meal. */
  readonly cityCode?: string;
  readonly snapshot: Snapshot;
  /** A benefit of the shop, in the form that `orders_gift` accepts. */
  readonly item?: GiftItem;
};
export type Posting =
  | { readonly points: number; readonly lotId: string; readonly expiresAt: string }
  | { readonly couponId: string; readonly templateId: string }
  | { readonly levelId: string; readonly grade: number; readonly days: number }
  | { readonly transfers: readonly Transfer[] };
export type Supply = { readonly routes: readonly Route[]; readonly request: SupplierRequest };

/** The part of an order that waits for payment; `unitFen` is its price. */
export type UnpaidItem = {
  readonly skuId: string;
  readonly unitFen: number;
  readonly snapshot: object;
};

/** What a redemption grants: an order, its posting, and the request to a supplier. */
export type Grant = {
  readonly draft: OrderDraft;
  readonly posting: Posting;
  readonly contactPhone?: string;
  readonly supply?: Supply;
};

function sealContact(
  { secrets }: Context,
  phone: string | undefined,
  orderId: string,
  supplyId: string,
) {
  if (phone === undefined) return { contactSealed: undefined, supplyContact: undefined };
  return {
    contactSealed: secrets.seal(phone, contactSealContext(orderId)),
    supplyContact: secrets.seal(phone, supplierContactPlace(supplyId)),
  };
}

/** Builds the order argument of both SQL functions, with new ids. */
function functionArgumentsOf(
  context: Context,
  { running, intent }: { running: SessionToRedeem; intent: Intent },
  { draft, contactPhone, supply }: Omit<Grant, "posting">,
) {
  const { ids, clock } = context;
  const orderId = ids.next();
  const supplyId = ids.next();
  const { supplyContact, contactSealed } = sealContact(context, contactPhone, orderId, supplyId);
  const mask = contactPhone === undefined ? {} : { contactMask: maskPhone(contactPhone) };
  const eventIds: readonly [string, string] = [ids.next(), ids.next()];
  return {
    orderId,
    supply: supply && {
      id: supplyId,
      outNo: generateOutNo(context),
      messageId: ids.next(),
      ...supply,
    },
    supplyContact: supply && supplyContact,
    call: {
      ownerId: running.owner,
      sessionId: running.session,
      sessionHash: hashToken(sessionTokenOf(context, running.session)),
      codeMac: running.codeMac,
      intent,
      order: {
        id: orderId,
        orderNos: generateOrderNos(context),
        source: "code" as const,
        ...draft,
        ...mask,
      },
      contactSealed,
      receiptHash: hashToken(receiptTokenOf(context, orderId)),
      eventIds,
      now: clock.sql(),
    },
  };
}

function resultOf(settled: Redeemed): StoredResult {
  switch (settled.outcome) {
    case "done":
    case "replay":
      return settled.result;
    case "reused":
      throw new Refusal("KEY_REUSED");
    case "had":
      throw new Refusal("CODE_HAD");
    case "session_over":
      throw new Refusal("SESSION_OVER");
  }
}

/**
 * Redeems the code in one round trip. Refuses SESSION_OVER, CODE_HAD and KEY_REUSED; then nothing
 * has changed.
 */
export async function redeemIntoOrder(
  context: Context,
  db: Db,
  request: { running: SessionToRedeem; intent: Intent },
  grant: Grant,
): Promise<StoredResult> {
  const { call, supply, supplyContact } = functionArgumentsOf(context, request, grant);
  const redeemed = await callRedeem(db, {
    ...call,
    posting: { ...grant.posting, txnId: context.ids.next() },
    supply,
    supplyContact,
  });
  return resultOf(redeemed);
}

/**
 * Creates an order that waits for payment of its difference; the code waits with it. Refuses
 * UNPAID_MANY, SESSION_OVER, CODE_HAD and KEY_REUSED; then nothing has changed.
 */
export async function placeUnpaid(
  context: Context,
  db: Db,
  request: { running: SessionToRedeem; intent: Intent },
  waiting: Omit<Grant, "posting"> & { readonly item: UnpaidItem },
): Promise<StoredResult> {
  const { settings, ids } = context;
  const { call, supply, supplyContact } = functionArgumentsOf(context, request, waiting);
  const placed = await callPlace(db, {
    ...call,
    supplyContact,
    order: {
      ...call.order,
      ...(supply ? { supply } : {}),
      items: [{ id: ids.next(), quantity: 1, ...waiting.item }],
      unpaidMs: settings.unpaidMealMs,
      slackMs: settings.holdSlackMs,
      unpaidMax: settings.ordersUnpaidMax,
    },
  });
  return resultOf(placed);
}
