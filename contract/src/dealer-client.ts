/** The typed client of a dealer: one function per operation. */
import { type CallsOf, createCalls, type Send } from "./calls.ts";
import { type DealerRoutes, dealerRoutes } from "./dealer-routes.ts";

export type DealerApi = CallsOf<keyof DealerRoutes>;

/** Creates the client with all operations of dealers. */
export const createDealerClient = (send: Send): DealerApi => createCalls(dealerRoutes, send);
