/** Signed order endpoints of a sandbox supplier; orders are addressed by our number. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { OrderIntake } from "./order-intake.ts";
import type { FaultInjector, InjectedFault } from "./inject-faults.ts";
import { type KnownOrder, type SupplierOrderRequest, statusBodyOf } from "./orders.ts";
import type { SupplierBehaviour } from "./behaviour.ts";

/** The schema guarantees that a validated body is the supplier's order type. */
export type OrderRouteDeps = {
  behaviour: SupplierBehaviour<SupplierOrderRequest>;
  intake: OrderIntake<SupplierOrderRequest>;
  faultInjector: FaultInjector;
  sendFaultyAnswer: (reply: FastifyReply, spoilt: InjectedFault) => FastifyReply;
};

const params = {
  type: "object",
  properties: { outNo: { type: "string", minLength: 1, maxLength: 64 } },
};
type OrderParams = { Params: { outNo: string } };

export function addOrderRoutes(app: FastifyInstance, doors: OrderRouteDeps): void {
  const {
    behaviour: trade,
    intake: desk,
    faultInjector: mischief,
    sendFaultyAnswer: spoil,
  } = doors;
  const one = `${trade.path}/:outNo`;

  app.post<{ Body: SupplierOrderRequest }>(
    trade.path,
    { schema: { body: trade.schema } },
    async (request, reply) => {
      const wanted = request.body;
      const { spoilt, fate } = mischief.forPlaceCall({
        outNo: wanted.outNo,
        mark: trade.sentinelTextOf(wanted),
      });
      if (spoilt === "before") return spoil(reply, spoilt);
      const order = desk.place(wanted, fate);
      if (spoilt !== "none") return spoil(reply, spoilt);
      return order ? statusBodyOf(order) : reply.code(409).send(conflict);
    },
  );

  app.get<OrderParams>(one, { schema: { params } }, async (request, reply) => {
    const { outNo } = request.params;
    const spoilt = mischief.forOtherCall();
    if (spoilt !== "none") return spoil(reply, spoilt);
    return answer(reply, desk.query(outNo), outNo);
  });

  app.post<OrderParams>(`${one}/cancel`, { schema: { params } }, async (request, reply) => {
    const spoilt = mischief.forOtherCall();
    if (spoilt === "before") return spoil(reply, spoilt);
    const order = desk.cancel(request.params.outNo);
    return spoilt === "none" ? statusBodyOf(order) : spoil(reply, spoilt);
  });
}

const conflict = { code: "OUT_NO_CONFLICT", message: "同一单号，内容不同" };

function answer(reply: FastifyReply, order: KnownOrder | undefined, outNo: string) {
  if (order) return statusBodyOf(order);
  return reply.code(404).send({ code: "ORDER_ABSENT", outNo, message: "没有这个单号" });
}
