/** What may be asked of the balance. */
export { bonusEnded, tidyBonus, type Wallet, walletOf, walletWith } from "./actions/balance.ts";
export { allPackages, setPackage } from "./actions/packages.ts";
export { topUpListener, topUpReturns } from "./actions/paid.ts";
export { beginTopUp, topUpStanding, type TopUpDeps } from "./actions/topup.ts";
export { refundTopUp, topUpSheet } from "./actions/refund.ts";
export { balanceRows, walletRecords } from "./actions/records.ts";
export { enterBonus, hasTopUpUnderWay, type MovedBonus, takeBonus } from "./actions/merge.ts";
