/** The one step in which a code becomes an order, whatever it stands for. */
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import {
  drawOutNo,
  contactPlace as supplierContactPlace,
  type SupplierRequest,
} from "../../fulfilment/model.ts";
import type { Route } from "../../fulfilment/port.ts";
import type { Transfer } from "../../ledger/model.ts";
import { maskPhone } from "../../members/model.ts";
import { receiptTokenOf } from "../../orders/actions.ts";
import { contactPlace, drawOrderNos, type Snapshot } from "../../orders/model.ts";
import { sessionTokenOf } from "../model.ts";
import { callRedeem, type Intent, type Kept } from "../store.ts";
import type { Running } from "./find-session.ts";

/** The order a code becomes, as far as the target decides it. */
export type Draft = {
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
  readonly points?: number;
  /** ISO instants. */
  readonly pickupFrom?: string;
  readonly pickupTo?: string;
  readonly snapshot: Snapshot;
};
export type Posting =
  | { readonly points: number; readonly lotId: string; readonly expiresAt: Date }
  | { readonly couponId: string; readonly templateId: string }
  | { readonly transfers: readonly Transfer[] };
export type Supply = { readonly routes: readonly Route[]; readonly request: SupplierRequest };

/** What a redemption grants: an order, its posting, and what is asked of a supplier. */
export type Grant = {
  readonly draft: Draft;
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
    contactSealed: secrets.seal(phone, contactPlace(orderId)),
    supplyContact: secrets.seal(phone, supplierContactPlace(supplyId)),
  };
}

/** Redeems in one round trip. Refuses SESSION_OVER and KEY_REUSED; then nothing has happened. */
export async function settle(
  context: Context,
  db: Db,
  { running, intent }: { running: Running; intent: Intent },
  { draft, posting, contactPhone, supply }: Grant,
): Promise<Kept> {
  const { ids, clock } = context;
  const orderId = ids.next();
  const supplyId = ids.next();
  const { supplyContact, contactSealed } = sealContact(context, contactPhone, orderId, supplyId);
  const mask = contactPhone === undefined ? {} : { contactMask: maskPhone(contactPhone) };
  const settled = await callRedeem(db, {
    ownerId: running.owner,
    sessionId: running.session,
    sessionHash: hashToken(sessionTokenOf(context, running.session)),
    codeMac: running.code_mac,
    intent,
    order: { id: orderId, orderNos: drawOrderNos(context), source: "code", ...draft, ...mask },
    contactSealed,
    receiptHash: hashToken(receiptTokenOf(context, orderId)),
    txnId: ids.next(),
    posting,
    supply: supply && { id: supplyId, outNo: drawOutNo(context), messageId: ids.next(), ...supply },
    supplyContact: supply && supplyContact,
    actor: `member:${running.owner}`,
    eventIds: [ids.next(), ids.next()],
    now: clock.sql(),
  });
  invariant(settled, "exchange_redeem answers one row");
  switch (settled.outcome) {
    case "done":
    case "replay":
      return settled.result;
    case "reused":
      throw new Refusal("KEY_REUSED");
    case "session_over":
      throw new Refusal("SESSION_OVER");
  }
}
