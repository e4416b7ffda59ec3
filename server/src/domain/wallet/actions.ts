/** The public actions of the wallet module. */
export {
  expiredBonusReading,
  expireBonus,
  walletOf,
  walletWith,
} from "./actions/balance.ts";
export { allPackages, setPackage } from "./actions/packages.ts";
export { topUpListener, topUpReturnListener } from "./actions/payment-listener.ts";
export { beginTopUp, topUpStatus } from "./actions/topup.ts";
export { refundTopUp, topUpSheet } from "./actions/refund.ts";
export { balanceRows, walletRecords } from "./actions/records.ts";
export {
  insertBonusLots,
  hasPendingTopUp,
  removeBonusLots,
} from "./actions/merge.ts";
export { packageStateOf } from "./store/audited.ts";
