/** The dining supplier's signed doors: its stores, its menus, and orders by our number. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Offer } from "./acceptance.ts";
import type { Kitchen } from "./kitchen.ts";
import type { Mischief, Spoilt } from "./mischief.ts";
import { type KnownOrder, type WantedOrder, wantedOrderSchema, wordOf } from "./orders.ts";

export type DiningDoors = {
  offer: Offer;
  kitchen: Kitchen;
  mischief: Mischief;
  spoil: (reply: FastifyReply, spoilt: Spoilt) => FastifyReply;
};

const ORDER = "/dining/v1/orders/:outNo";
const params = {
  type: "object",
  properties: { outNo: { type: "string", minLength: 1, maxLength: 64 } },
};
type Numbered = { Params: { outNo: string } };

export function addDiningRoutes(app: FastifyInstance, doors: DiningDoors): void {
  const { offer, kitchen, mischief, spoil } = doors;

  app.get("/dining/v1/stores", async () => ({ stores: offer.stores }));
  app.get("/dining/v1/menus", async () => ({ menus: offer.menus }));

  app.post<{ Body: WantedOrder }>(
    "/dining/v1/orders",
    { schema: { body: wantedOrderSchema } },
    async (request, reply) => {
      const { spoilt, fate } = mischief.ofPlace(request.body);
      if (spoilt === "before") return spoil(reply, spoilt);
      const order = kitchen.place(request.body, fate);
      if (spoilt !== "none") return spoil(reply, spoilt);
      return order ? wordOf(order) : reply.code(409).send(conflict);
    },
  );

  app.get<Numbered>(ORDER, { schema: { params } }, async (request, reply) => {
    const { outNo } = request.params;
    const spoilt = mischief.ofOther();
    if (spoilt !== "none") return spoil(reply, spoilt);
    return answer(reply, kitchen.query(outNo), outNo);
  });

  app.post<Numbered>(`${ORDER}/cancel`, { schema: { params } }, async (request, reply) => {
    const spoilt = mischief.ofOther();
    if (spoilt === "before") return spoil(reply, spoilt);
    const order = kitchen.cancel(request.params.outNo);
    return spoilt === "none" ? wordOf(order) : spoil(reply, spoilt);
  });
}

const conflict = { code: "OUT_NO_CONFLICT", message: "同一单号，内容不同" };

function answer(reply: FastifyReply, order: KnownOrder | undefined, outNo: string) {
  if (order) return wordOf(order);
  return reply.code(404).send({ code: "ORDER_ABSENT", outNo, message: "没有这个单号" });
}
