/** Routes of the sandbox partners for browsers, scripts and our server. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Journal } from "../journal.ts";
import { brands, type PartnerId, partnerIds } from "./brands.ts";
import { readLink } from "./links.ts";
import { type Orders, type State, wireOf } from "./orders.ts";
import { pathOf, sendOrder, sendExpiredPage, sendShop } from "./pages.ts";
import { noPartnerFaults, type PartnerFaults, post, type PushDeps } from "./push.ts";

/** A visitor: the click (`sid`) that brought them, and our server's reference to the member. */
export type PartnerVisit = { sid: string; memberRef: string };

export type PartnerDeps = Omit<PushDeps, "faults"> & {
  orders: Orders;
  faults: Journal<PartnerFaults>;
  visits: Journal<PartnerVisit>;
};

const PATH = "/sandbox/partner/:id";
const PULLED_MAX = 50;
const params = { type: "object", properties: { id: { enum: partnerIds } } };
const states = { enum: ["ordered", "paid", "settled", "void"] };
type One = { Params: { id: PartnerId } };

const isVisit = (body: unknown): body is { memberRef: string } =>
  typeof body === "object" && body !== null && "memberRef" in body;

/**
 * Adds the pages: `…/open` verifies our signature and exchanges the token; then `…/shop` and
 * `…/order`.
 */
export function addPartnerPages(app: FastifyInstance, deps: PartnerDeps): void {
  const { orders, visits, key, clock, chance } = deps;
  const faultsOf = (id: PartnerId) => deps.faults.get(id) ?? noPartnerFaults;
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 10_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<One>(`${PATH}/open`, { schema: { params } }, async ({ params: { id }, url }, reply) => {
    const opened = readLink(url.slice(pathOf(id).length), key, clock.now().getTime());
    if (!opened) return sendExpiredPage(reply, id);
    const answer = await post(deps, id, { endpoint: "token", body: opened });
    if (answer?.status !== 200 || !isVisit(answer.body)) return sendExpiredPage(reply, id);
    const visitId = randomBytes(12).toString("hex");
    visits.put(visitId, { sid: opened.sid, memberRef: answer.body.memberRef });
    return reply.redirect(`${pathOf(id)}/shop?seat=${visitId}`, 303);
  });

  app.get<One & { Querystring: { seat?: string } }>(
    `${PATH}/shop`,
    { schema: { params } },
    async ({ params: { id }, query: { seat: visitId = "" } }, reply) =>
      visits.get(visitId) ? sendShop(reply, id, visitId) : sendExpiredPage(reply, id),
  );

  app.post<One & { Body: { seat: string; goods: string } }>(
    `${PATH}/order`,
    { schema: { params } },
    async ({ params: { id }, body }, reply) => {
      const visit = visits.get(body.seat);
      const goods = brands[id].goods.find((one) => one.id === body.goods);
      if (!visit || !goods) return sendExpiredPage(reply, id);
      const faults = faultsOf(id);
      const order = orders.place({
        partnerId: id,
        title: goods.name,
        amountFen: goods.priceFen,
        agoMs: 0,
        ...(chance.chance(faults.noSid) ? {} : { sid: visit.sid }),
        isRisk: chance.chance(faults.risk),
      });
      return reply.redirect(`${pathOf(id)}/order/${order.orderNo}?seat=${body.seat}`, 303);
    },
  );

  type Ordered = { Params: { id: PartnerId; no: string } };
  app.get<Ordered & { Querystring: { seat?: string } }>(
    `${PATH}/order/:no`,
    { schema: { params } },
    async ({ params: { id, no }, query: { seat: visitId = "" } }, reply) => {
      const order = orders.get(no);
      return order && visits.get(visitId)
        ? sendOrder(reply, order, visitId)
        : sendExpiredPage(reply, id);
    },
  );
  const body = { type: "object", required: ["to"], properties: { to: states } };
  app.post<Ordered & { Body: { seat?: string; to: State } }>(
    `${PATH}/order/:no`,
    { schema: { params, body } },
    async ({ params: { id, no }, body: { to, seat: visitId = "" } }, reply) => {
      const order = orders.move(no, to);
      if (!order) return sendExpiredPage(reply, id);
      return reply.redirect(`${pathOf(id)}/order/${no}?seat=${visitId}`, 303);
    },
  );
}

const share = { type: "number", minimum: 0, maximum: 1 };
const faultsSchema = {
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(Object.keys(noPartnerFaults).map((name) => [name, share])),
};
const wanted = {
  type: "object",
  required: ["title", "amountFen"],
  properties: {
    sid: { type: "string" },
    title: { type: "string" },
    amountFen: { type: "integer", minimum: 0 },
    agoMs: { type: "integer", minimum: 0, default: 0 },
    state: states,
  },
};
type Wanted = { sid?: string; title: string; amountFen: number; agoMs: number; state?: State };

/**
 * Adds routes for tests and scripts: `GET` and `PUT …/faults`, `GET …/orders`, `POST …/orders` and
 * `POST …/orders/{no}/{state}`.
 */
export function addPartnerTestRoutes(app: FastifyInstance, { orders, faults }: PartnerDeps): void {
  app.get<One>(`${PATH}/faults`, { schema: { params } }, async ({ params: { id } }) => ({
    ...noPartnerFaults,
    ...faults.get(id),
  }));
  app.put<One & { Body: Partial<PartnerFaults> }>(
    `${PATH}/faults`,
    { schema: { params, body: faultsSchema } },
    async ({ params: { id }, body }) => {
      const next = { ...noPartnerFaults, ...body };
      faults.put(id, next);
      return next;
    },
  );
  app.get<One>(`${PATH}/orders`, { schema: { params } }, async ({ params: { id } }) =>
    orders.of(id),
  );
  app.post<One & { Body: Wanted }>(
    `${PATH}/orders`,
    { schema: { params, body: wanted } },
    async ({ params: { id }, body: { state = "ordered", ...order } }) => {
      const placed = orders.place({ ...order, partnerId: id, isRisk: false });
      if (state === "paid" || state === "settled") orders.move(placed.orderNo, "paid");
      if (state === "settled" || state === "void") orders.move(placed.orderNo, state);
      return orders.get(placed.orderNo);
    },
  );
  app.post<{ Params: { id: PartnerId; no: string; state: State } }>(
    `${PATH}/orders/:no/:state`,
    { schema: { params: { ...params, properties: { ...params.properties, state: states } } } },
    async ({ params: { no, state } }, reply) =>
      orders.move(no, state) ?? reply.code(404).send({ code: "NO_SUCH_ORDER" }),
  );
}

/**
 * Adds `GET /partner/{id}/orders?from=&to=&cursor=` behind the signature check; sorted by the time
 * of the last change, oldest first.
 */
export function addPartnerApi(app: FastifyInstance, { orders, faults }: PartnerDeps): void {
  type OrdersRequest = One & { Querystring: { from: string; to: string; cursor?: string } };
  app.get<OrdersRequest>("/partner/:id/orders", { schema: { params } }, async (request, reply) => {
    const { id } = request.params;
    if (faults.get(id)?.pullDown === 1) return reply.code(500).send({ code: "DOWN" });
    const { from, to, cursor = "0" } = request.query;
    const due = orders
      .of(id)
      .filter(({ updatedAt }) => updatedAt >= Number(from) && updatedAt <= Number(to))
      .sort((a, b) => a.updatedAt - b.updatedAt);
    const start = Number(cursor);
    const next = start + PULLED_MAX < due.length ? String(start + PULLED_MAX) : undefined;
    return {
      orders: due.slice(start, start + PULLED_MAX).map(wireOf),
      ...(next === undefined ? {} : { next }),
    };
  });
}
