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
  sendFaultyAnswer: (reply: FastifyReply, fault: InjectedFault) => FastifyReply;
};

const params = {
  type: "object",
  properties: { outNo: { type: "string", minLength: 1, maxLength: 64 } },
};
type OrderParams = { Params: { outNo: string } };

export function addOrderRoutes(app: FastifyInstance, deps: OrderRouteDeps): void {
  const { behaviour, intake, faultInjector, sendFaultyAnswer } = deps;
  const one = `${behaviour.path}/:outNo`;

  app.post<{ Body: SupplierOrderRequest }>(
    behaviour.path,
    { schema: { body: behaviour.schema } },
    async (request, reply) => {
      const wanted = request.body;
      const { fault, outcome } = faultInjector.forPlaceCall({
        outNo: wanted.outNo,
        mark: behaviour.sentinelTextOf(wanted),
      });
      if (fault === "before") return sendFaultyAnswer(reply, fault);
      const order = intake.place(wanted, outcome);
      if (fault !== "none") return sendFaultyAnswer(reply, fault);
      return order ? statusBodyOf(order) : reply.code(409).send(conflict);
    },
  );

  app.get<OrderParams>(one, { schema: { params } }, async (request, reply) => {
    const { outNo } = request.params;
    const fault = faultInjector.forOtherCall();
    if (fault !== "none") return sendFaultyAnswer(reply, fault);
    return answer(reply, intake.query(outNo), outNo);
  });

  app.post<OrderParams>(`${one}/cancel`, { schema: { params } }, async (request, reply) => {
    const fault = faultInjector.forOtherCall();
    if (fault === "before") return sendFaultyAnswer(reply, fault);
    const order = intake.cancel(request.params.outNo);
    return fault === "none" ? statusBodyOf(order) : sendFaultyAnswer(reply, fault);
  });
}

const conflict = { code: "OUT_NO_CONFLICT", message: "同一单号，内容不同" };

function answer(reply: FastifyReply, order: KnownOrder | undefined, outNo: string) {
  if (order) return statusBodyOf(order);
  return reply.code(404).send({ code: "ORDER_ABSENT", outNo, message: "没有这个单号" });
}
