/** A pretend supplier's signed doors: orders by our number. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Desk } from "./desk.ts";
import type { Mischief, Spoilt } from "./mischief.ts";
import { type KnownOrder, type Wanted, wordOf } from "./orders.ts";
import type { Trade } from "./trade.ts";

/** What a schema lets through is what its supplier takes. */
export type OrderDoors = {
  trade: Trade<Wanted>;
  desk: Desk<Wanted>;
  mischief: Mischief;
  spoil: (reply: FastifyReply, spoilt: Spoilt) => FastifyReply;
};

const params = {
  type: "object",
  properties: { outNo: { type: "string", minLength: 1, maxLength: 64 } },
};
type Numbered = { Params: { outNo: string } };

export function addOrderRoutes(app: FastifyInstance, doors: OrderDoors): void {
  const { trade, desk, mischief, spoil } = doors;
  const one = `${trade.path}/:outNo`;

  app.post<{ Body: Wanted }>(
    trade.path,
    { schema: { body: trade.schema } },
    async (request, reply) => {
      const wanted = request.body;
      const { spoilt, fate } = mischief.ofPlace({ outNo: wanted.outNo, mark: trade.mark(wanted) });
      if (spoilt === "before") return spoil(reply, spoilt);
      const order = desk.place(wanted, fate);
      if (spoilt !== "none") return spoil(reply, spoilt);
      return order ? wordOf(order) : reply.code(409).send(conflict);
    },
  );

  app.get<Numbered>(one, { schema: { params } }, async (request, reply) => {
    const { outNo } = request.params;
    const spoilt = mischief.ofOther();
    if (spoilt !== "none") return spoil(reply, spoilt);
    return answer(reply, desk.query(outNo), outNo);
  });

  app.post<Numbered>(`${one}/cancel`, { schema: { params } }, async (request, reply) => {
    const spoilt = mischief.ofOther();
    if (spoilt === "before") return spoil(reply, spoilt);
    const order = desk.cancel(request.params.outNo);
    return spoilt === "none" ? wordOf(order) : spoil(reply, spoilt);
  });
}

const conflict = { code: "OUT_NO_CONFLICT", message: "同一单号，内容不同" };

function answer(reply: FastifyReply, order: KnownOrder | undefined, outNo: string) {
  if (order) return wordOf(order);
  return reply.code(404).send({ code: "ORDER_ABSENT", outNo, message: "没有这个单号" });
}
