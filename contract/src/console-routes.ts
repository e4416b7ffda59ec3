/** Every route of the operators' API by topic; apart from the members', whose client must not carry it. */
import { operatorAudit } from "./routes/operators/audit.ts";
import { operatorPassport } from "./routes/operators/passport.ts";

export const consoleRoutes = { operatorPassport, operatorAudit };
export type ConsoleRoutes = typeof consoleRoutes;
