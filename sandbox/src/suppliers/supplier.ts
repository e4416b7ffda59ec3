/** A pretend supplier put together: its desk, its callbacks, its mischief and its doors. */
import type { FastifyInstance } from "fastify";
import { type CallbackDoors, createCallbacks } from "./callbacks.ts";
import { createDesk, type DeskDoors } from "./desk.ts";
import { createMischief, sendSpoilt } from "./mischief.ts";
import { addOrderRoutes } from "./order-routes.ts";
import type { Wanted } from "./orders.ts";
import type { PriceList } from "./prices.ts";
import { addStatementRoute } from "./statements.ts";

export type SupplierDoors<W extends Wanted> = Omit<DeskDoors<W>, "onEnd"> &
  Omit<CallbackDoors<W>, "id"> & { answerDelayMs: number; prices: () => PriceList };

export function createSupplier<W extends Wanted>(doors: SupplierDoors<W>) {
  const { trade } = doors;
  const callbacks = createCallbacks({ ...doors, id: trade.id });
  const desk = createDesk({ ...doors, onEnd: callbacks.begin });
  const mischief = createMischief(doors.chance, doors.faults);
  return {
    /** To be called inside a part of the app that is already guarded by signature. */
    addRoutes(app: FastifyInstance): void {
      addOrderRoutes(app, {
        trade,
        desk,
        mischief,
        spoil: (reply, spoilt) => sendSpoilt(reply, spoilt, doors),
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
