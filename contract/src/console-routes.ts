/** Every route of the operators' API by topic; apart from the members', whose client must not carry it. */
import { operatorAudit } from "./routes/operators/audit.ts";
import { operatorCampaigns } from "./routes/operators/campaigns.ts";
import { operatorCatalog } from "./routes/operators/catalog.ts";
import { operatorDesk } from "./routes/operators/desk.ts";
import { operatorPassport } from "./routes/operators/passport.ts";
import { operatorRefunds } from "./routes/operators/refunds.ts";
import { operatorSupply } from "./routes/operators/supply.ts";
import { operatorWithdrawals } from "./routes/operators/withdrawals.ts";
import { operatorWallet } from "./routes/operators/wallet.ts";

export const consoleRoutes = {
  operatorPassport,
  operatorAudit,
  operatorCatalog,
  operatorCampaigns,
  operatorRefunds,
  operatorDesk,
  operatorSupply,
  operatorWithdrawals,
  operatorWallet,
};
export type ConsoleRoutes = typeof consoleRoutes;
