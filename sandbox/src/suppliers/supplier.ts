/** Assembles a sandbox supplier: order intake, callbacks, fault injection and routes. */
import type { FastifyInstance } from "fastify";
import { type CallbackDeps, createCallbacks } from "./callbacks.ts";
import { createOrderIntake, type OrderIntakeDeps } from "./order-intake.ts";
import type { NextFault } from "./faults.ts";
import { createFaultInjector, sendFaultyAnswer } from "./inject-faults.ts";
import { addOrderRoutes } from "./order-routes.ts";
import type { SupplierOrderRequest } from "./orders.ts";
import type { PriceList } from "./prices.ts";
import { addStatementRoute } from "./statements.ts";

export type SupplierDeps<W extends SupplierOrderRequest> = Omit<OrderIntakeDeps<W>, "onEnd"> &
  CallbackDeps<W> & {
    answerDelayMs: number;
    prices: () => PriceList;
    /** Returns the fault of the next order, which uses it up. */
    takeNext: () => NextFault | undefined;
  };

export function createSupplier<W extends SupplierOrderRequest>(deps: SupplierDeps<W>) {
  const { trade } = deps;
  const callbacks = createCallbacks(deps);
  const intake = createOrderIntake({ ...deps, onEnd: callbacks.start });
  const faultInjector = createFaultInjector(deps.chance, deps.faults, deps.takeNext);
  return {
    /** Must be called in a part of the app that is already guarded by signature. */
    addRoutes(app: FastifyInstance): void {
      addOrderRoutes(app, {
        behaviour: trade,
        intake,
        faultInjector,
        sendFaultyAnswer: (reply, fault) => sendFaultyAnswer(reply, fault, deps),
      });
      addStatementRoute(app, trade.path.replace(/orders$/, "statements"), deps);
    },
    /** Resumes the orders and callbacks that were open when the process ended. */
    resume(): void {
      intake.resume();
      callbacks.resume();
    },
  };
}
