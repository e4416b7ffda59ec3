/** A pretend supplier put together: its desk, its callbacks, its mischief and its doors. */
import type { FastifyInstance } from "fastify";
import { type CallbackDeps, createCallbacks } from "./callbacks.ts";
import { createOrderIntake, type OrderIntakeDeps } from "./order-intake.ts";
import { createFaultInjector, sendFaultyAnswer } from "./inject-faults.ts";
import { addOrderRoutes } from "./order-routes.ts";
import type { SupplierOrderRequest } from "./orders.ts";
import type { PriceList } from "./prices.ts";
import { addStatementRoute } from "./statements.ts";

export type SupplierDeps<W extends SupplierOrderRequest> = Omit<OrderIntakeDeps<W>, "onEnd"> &
  Omit<CallbackDeps<W>, "id"> & { answerDelayMs: number; prices: () => PriceList };

export function createSupplier<W extends SupplierOrderRequest>(doors: SupplierDeps<W>) {
  const { trade } = doors;
  const callbacks = createCallbacks({ ...doors, id: trade.id });
  const desk = createOrderIntake({ ...doors, onEnd: callbacks.start });
  const mischief = createFaultInjector(doors.chance, doors.faults);
  return {
    /** To be called inside a part of the app that is already guarded by signature. */
    addRoutes(app: FastifyInstance): void {
      addOrderRoutes(app, {
        behaviour: trade,
        intake: desk,
        faultInjector: mischief,
        sendFaultyAnswer: (reply, spoilt) => sendFaultyAnswer(reply, spoilt, doors),
      });
      addStatementRoute(app, trade.path.replace(/orders$/, "statements"), doors);
    },
    /** Picks up the orders and the callbacks that were under way when the process ended. */
    resume(): void {
      desk.resume();
      callbacks.resume();
    },
  };
}
