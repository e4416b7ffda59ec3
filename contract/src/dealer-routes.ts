/**
 * The routes of a dealer in the members' API, by topic. Separate from the other routes of members,
 * because only a dealer's pages load them.
 */
import { batches } from "./routes/batches.ts";

export const dealerRoutes = { batches };
export type DealerRoutes = typeof dealerRoutes;
