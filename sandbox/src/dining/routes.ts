/** Routes of the dining supplier for its stores and menus. */
import type { FastifyInstance } from "fastify";
import type { Offer } from "./acceptance.ts";

export function addOfferRoutes(app: FastifyInstance, offer: Offer): void {
  app.get("/dining/v1/stores", async () => ({ stores: offer.stores }));
  app.get("/dining/v1/menus", async () => ({ menus: offer.menus }));
}
