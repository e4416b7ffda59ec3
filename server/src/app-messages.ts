/** What messages need of the rest: what orders are called, where members are reached, what ends soon. */
import type { AppParts } from "./app-parts.ts";
import { couponsEnding } from "./domain/coupons/actions.ts";
import { ladderOf } from "./domain/levels/actions.ts";
import { ownPhone } from "./domain/members/actions.ts";
import { type ConsentDeps, newsListener, type RemindDeps } from "./domain/messages/actions.ts";
import type { Addresses, EndingReader, MessageDeps, OrderReader } from "./domain/messages/port.ts";
import { messagesRoutes } from "./domain/messages/routes.ts";
import { operatorMessageRoutes } from "./domain/operators/message-routes.ts";
import { contactPhone, orderHead, pickupOf } from "./domain/orders/actions.ts";
import { endingPoints } from "./domain/points/actions.ts";
import type { Partners } from "./partners.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/pool.ts";
import type { AllHandlers } from "./platform/http/handlers.ts";
import type { Courier } from "./platform/jobs/outbox.ts";
import { wake } from "./platform/jobs/worker-wakeup.ts";
import { pusher } from "./platform/push/log.ts";
import { Refusal } from "./platform/refusal.ts";

/** Undefined instead of a refusal: such a member is not reached there. */
const ifAny = (found: Promise<string>): Promise<string | undefined> =>
  found.catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });

const addressesOf = (context: Context, db: Db, { payers }: Partners): Addresses => ({
  phoneOf: (memberId) => ifAny(ownPhone(context, db, memberId)),
  contactOf: (ownerId, orderId) => contactPhone(context, db, { ownerId, orderId }),
  openidOf: (memberId) => ifAny(payers.openidOf(memberId)),
});

const orderReader = (context: Context, db: Db): OrderReader => ({
  orderOf: (ownerId, orderId) => orderHead(db, { ownerId, orderId }),
  pickupOf: (ownerId, orderId) => pickupOf(context, db, { ownerId, orderId }),
});

export const messageDeps = (
  { config, context, db }: Pick<AppParts, "config" | "context" | "db">,
  partners: Partners,
): MessageDeps => ({
  orders: orderReader(context, db),
  // While the sandbox is on, a text message can be tried on this machine.
  pagesOrigin: config.publicOrigin ?? (config.sandboxOrigin && `http://localhost:${config.port}`),
  addresses: addressesOf(context, db, partners),
  sms: partners.sms,
  wechat: partners.wechatMessages,
  pusher: pusher(context, db),
});

/** With the sandbox on, an answer to WeChat's question is also kept by the pretend WeChat. */
const routeDeps = (
  { context, db, config }: AppParts,
  partners: Partners,
): ConsentDeps & Pick<MessageDeps, "orders"> => ({
  orders: orderReader(context, db),
  addresses: addressesOf(context, db, partners),
  ...(config.sandboxOrigin === undefined
    ? {}
    : { answerUrl: (openid, id) => `/sandbox/wechat/subscriptions/${openid}/${id}` }),
});

export const messageHandlers = (
  parts: AppParts,
  partners: Partners,
): Pick<AllHandlers, "messages" | "operatorMessages"> => ({
  messages: messagesRoutes(parts.context, parts.db, routeDeps(parts, partners)),
  operatorMessages: operatorMessageRoutes(parts.context, parts.db, { wake }),
});

const endingReader =
  (db: Db): EndingReader =>
  async (kind, span) =>
    kind === "coupon"
      ? (await couponsEnding(db, span)).map((each) => ({ ...each, amount: 1 }))
      : (await endingPoints(db, span)).map(({ points, ...each }) => ({
          ...each,
          amount: points,
          title: "积分",
        }));

export const remindDeps = (context: Context, db: Db): RemindDeps => ({
  pusher: pusher(context, db),
  ending: endingReader(db),
});

/** A level that was reached brings its presents first, and is then told. */
export const levelTold =
  (context: Context, db: Db, deps: MessageDeps, presents: Courier): Courier =>
  async (delivery) => {
    await presents(delivery);
    const { memberId, id: ref, payload } = delivery;
    const level = (await ladderOf(db)).find(({ grade }) => grade === payload["grade"]);
    const data = { name: level?.name ?? "" };
    await newsListener(context, db, deps)({ memberId, kind: "level.reached", ref, data });
  };
