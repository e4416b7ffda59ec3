/** The pretend dining supplier put together: kitchen, callbacks, mischief and doors. */
import type { FastifyInstance } from "fastify";
import { type CallbackDoors, createCallbacks } from "./callbacks.ts";
import { createKitchen, type KitchenDoors } from "./kitchen.ts";
import { createMischief, sendSpoilt } from "./mischief.ts";
import { addDiningRoutes } from "./routes.ts";

type Doors = Omit<KitchenDoors, "onEnd"> & CallbackDoors & { answerDelayMs: number };

export function createDiningSupplier(doors: Doors) {
  const callbacks = createCallbacks(doors);
  const kitchen = createKitchen({ ...doors, onEnd: callbacks.begin });
  const mischief = createMischief(doors.chance, doors.faults);
  return {
    /** To be called inside a part of the app that is already guarded by signature. */
    addRoutes(app: FastifyInstance): void {
      addDiningRoutes(app, {
        offer: doors.offer,
        kitchen,
        mischief,
        spoil: (reply, spoilt) => sendSpoilt(reply, spoilt, doors),
      });
    },
    /** Picks up the orders and the callbacks that were under way when the process ended. */
    resume(): void {
      kitchen.resume();
      callbacks.resume();
    },
  };
}
