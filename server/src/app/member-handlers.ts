/**
 * The handlers of what members read about themselves: for requests, and for the job that copies a
 * member's own data.
 */
import { addressesRoutes } from "../domain/addresses/routes.ts";
import { couponsRoutes } from "../domain/cards/routes.ts";
import { inviteRoutes } from "../domain/invitations/routes.ts";
import { invoicesRoutes } from "../domain/invoices/routes.ts";
import { identityRoutes } from "../domain/members/identity-routes.ts";
import { memberRoutes } from "../domain/members/routes.ts";
import {
  cardListener,
  findOrderKey,
  orderNoOf,
  orderNosOf,
  pointsMallOrders,
} from "../domain/orders/actions.ts";
import { ordersRoutes } from "../domain/orders/routes.ts";
import { partnersOrders } from "../domain/partners/actions.ts";
import { pointsRoutes } from "../domain/points/routes.ts";
import { ticketsRoutes } from "../domain/tickets/routes.ts";
import { walletRoutes } from "../domain/wallet/routes.ts";
import {
  pendingPayouts,
  securityProofs,
  type WithdrawDeps,
} from "../domain/withdrawals/actions.ts";
import { withdrawalsRoutes } from "../domain/withdrawals/routes.ts";
import type { Context } from "../platform/context.ts";
import type { AllHandlers } from "../platform/http/handlers.ts";
import { wakeWorkers } from "../platform/jobs/worker-wakeup.ts";
import type { Gateways } from "./gateways.ts";
import { createMemberDeps, createPosterMemberReader } from "./members.ts";
import { createMessageHandlers } from "./messages.ts";
import type { OperatorServices } from "./operator-handlers.ts";
import type { HandlerOptions } from "./types.ts";

type OwnTopics =
  | "member"
  | "identity"
  | "addresses"
  | "orders"
  | "withdrawals"
  | "messages"
  | "operatorMessages"
  | "tickets"
  | "invoices"
  | "coupons"
  | "points"
  | "wallet"
  | "invite";

const createWithdrawDeps = (context: Context, partners: Gateways): WithdrawDeps => ({
  channel: partners.payoutChannel,
  payers: partners.payers,
  proofs: securityProofs(context),
});

/** Creates the handlers of the topics in which members read their own data. */
export function createOwnHandlers(
  parts: HandlerOptions,
  { authenticator, gateways, payments, files, regions, shop }: OperatorServices,
): Pick<AllHandlers, OwnTopics> {
  const { context, db, live, risk } = parts;
  const members = createMemberDeps(context, db, { authenticator, partners: gateways, live, risk });
  return {
    member: memberRoutes(context, db, members),
    identity: identityRoutes(context, db, members),
    addresses: addressesRoutes(context, db, regions),
    orders: ordersRoutes(context, db, { elsewhere: partnersOrders(db) }),
    withdrawals: withdrawalsRoutes(context, db, {
      ...createWithdrawDeps(context, gateways),
      risk,
      wake: wakeWorkers,
    }),
    ...createMessageHandlers(parts, gateways),
    tickets: ticketsRoutes(context, db),
    invoices: invoicesRoutes(context, db, {
      isIssuing: gateways.invoices !== undefined,
      store: files.store,
    }),
    coupons: couponsRoutes(context, db, {
      orderNoOf: (ownerId, orderId) => orderNoOf(db, { ownerId, orderId }),
      orderIdOf: async (memberId, orderNo) => (await findOrderKey(db, memberId, orderNo))?.orderId,
      risk,
      ...cardListener(context),
    }),
    points: pointsRoutes(context, db, {
      shop,
      orderLookup: { orderNos: orderNosOf, pointsMallOrders },
    }),
    wallet: walletRoutes(context, db, {
      payments,
      payouts: pendingPayouts,
      causes: { orderNos: orderNosOf },
    }),
    invite: inviteRoutes(context, db, createPosterMemberReader(context, db, files)),
  };
}
