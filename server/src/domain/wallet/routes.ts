/** Maps the contract operations of the wallet to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { offeredPackages } from "./actions/packages.ts";
import { walletRecords } from "./actions/records.ts";
import { refundTopUp, topUpSheet } from "./actions/refund.ts";
import { walletSummary } from "./actions/summary.ts";
import type { WalletCauses } from "./port.ts";
import { beginTopUp, pageOfTopUps, type TopUpDeps, topUpStatus } from "./actions/topup.ts";

const memberIdOf = (call: Call): string => memberOf(call).memberId;

export const walletRoutes = (
  context: Context,
  db: Db,
  deps: TopUpDeps & WalletCauses,
): Handlers<"wallet"> => ({
  summary: (_input, call) => walletSummary(context, db, deps, memberIdOf(call)),
  records: (input, call) => walletRecords(context, db, deps, { memberId: memberIdOf(call), input }),
  packages: (_input, call) => offeredPackages(context, db, memberIdOf(call)),
  topUp: (input, call) => {
    const { key, address, device } = call;
    const beginning = { memberId: memberIdOf(call), key, address, device, input };
    return beginTopUp(context, db, deps, beginning);
  },
  topUps: (input, call) => pageOfTopUps(context, db, { memberId: memberIdOf(call), input }),
  topUpDetail: ({ topUpNo }, call) =>
    topUpStatus(context, db, deps, { memberId: memberIdOf(call), by: { topUpNo } }),
  refundSheet: ({ topUpNo }, call) =>
    topUpSheet(context, db, { memberId: memberIdOf(call), topUpNo }),
  refund: ({ topUpNo, refundFen }, call) => {
    const memberId = memberIdOf(call);
    return refundTopUp(context, db, { memberId, key: call.key, topUpNo, refundFen });
  },
});
