/**
 * Dependencies that other modules provide to messages: order titles, members' contacts, expiring
 * assets.
 */
import type { AppOptions } from "./types.ts";
import { listExpiringCoupons } from "../domain/coupons/actions.ts";
import { listLevels } from "../domain/levels/actions.ts";
import { ownPhone } from "../domain/members/actions.ts";
import {
  type ConsentDeps,
  messageSubscriber,
  type ReminderDeps,
} from "../domain/messages/actions.ts";
import type {
  MemberContacts,
  ExpiringReader,
  MessageDeps,
  OrderReader,
} from "../domain/messages/port.ts";
import { messagesRoutes } from "../domain/messages/routes.ts";
import { operatorMessageRoutes } from "../domain/operators/message-routes.ts";
import { contactPhone, orderHead, pickupOf } from "../domain/orders/actions.ts";
import { listExpiringPoints } from "../domain/points/actions.ts";
import type { Gateways } from "./gateways.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import type { AllHandlers } from "../platform/http/handlers.ts";
import type { OutboxHandler } from "../platform/jobs/outbox.ts";
import { wakeWorkers } from "../platform/jobs/worker-wakeup.ts";
import { createPusher } from "../platform/push/event-log.ts";
import { Refusal } from "../platform/refusal.ts";

/** Returns `undefined` instead of a refusal: the member has no such contact. */
const undefinedIfRefused = (found: Promise<string>): Promise<string | undefined> =>
  found.catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });

const contactsOf = (context: Context, db: Db, { payers }: Gateways): MemberContacts => ({
  phoneOf: (memberId) => undefinedIfRefused(ownPhone(context, db, memberId)),
  contactOf: (ownerId, orderId) => contactPhone(context, db, { ownerId, orderId }),
  openidOf: (memberId) => undefinedIfRefused(payers.openidOf(memberId)),
});

const orderReader = (context: Context, db: Db): OrderReader => ({
  orderOf: (ownerId, orderId) => orderHead(db, { ownerId, orderId }),
  pickupOf: (ownerId, orderId) => pickupOf(context, db, { ownerId, orderId }),
});

export const createMessageDeps = (
  { config, context, db }: Pick<AppOptions, "config" | "context" | "db">,
  partners: Gateways,
): MessageDeps => ({
  orders: orderReader(context, db),
  // With the sandbox on, links in a text message open on this machine.
  pagesOrigin: config.publicOrigin ?? (config.sandboxOrigin && `http://localhost:${config.port}`),
  contacts: contactsOf(context, db, partners),
  sms: partners.sms,
  wechat: partners.wechatMessages,
  pusher: createPusher(context, db),
});

/** With the sandbox on, the simulated WeChat also stores the answer to a subscription request. */
const routeDeps = (
  { context, db, config }: AppOptions,
  partners: Gateways,
): ConsentDeps & Pick<MessageDeps, "orders"> => ({
  orders: orderReader(context, db),
  contacts: contactsOf(context, db, partners),
  ...(config.sandboxOrigin === undefined
    ? {}
    : { answerUrl: (openid, id) => `/sandbox/wechat/subscriptions/${openid}/${id}` }),
});

export const createMessageHandlers = (
  parts: AppOptions,
  partners: Gateways,
): Pick<AllHandlers, "messages" | "operatorMessages"> => ({
  messages: messagesRoutes(parts.context, parts.db, routeDeps(parts, partners)),
  operatorMessages: operatorMessageRoutes(parts.context, parts.db, { wake: wakeWorkers }),
});

const expiringReader =
  (db: Db): ExpiringReader =>
  async (kind, span) =>
    kind === "coupon"
      ? (await listExpiringCoupons(db, span)).map((each) => ({ ...each, amount: 1 }))
      : (await listExpiringPoints(db, span)).map(({ points, ...each }) => ({
          ...each,
          amount: points,
          title: "积分",
        }));

export const createReminderDeps = (context: Context, db: Db): ReminderDeps => ({
  pusher: createPusher(context, db),
  expiring: expiringReader(db),
});

/** Grants the coupons of a reached level first, then notifies the member. */
export const levelReachedHandler =
  (context: Context, db: Db, deps: MessageDeps, presents: OutboxHandler): OutboxHandler =>
  async (delivery) => {
    await presents(delivery);
    const { memberId, id: ref, payload } = delivery;
    const level = (await listLevels(db)).find(({ grade }) => grade === payload["grade"]);
    const data = { name: level?.name ?? "" };
    await messageSubscriber(context, db, deps)({ memberId, kind: "level.reached", ref, data });
  };
