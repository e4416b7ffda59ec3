/**
 * All reconciliation checks, in the order of reliability.md 3.8. Bills of the channel and of
 * suppliers are checked separately.
 */
import type { Check, DifferenceClass } from "./check.ts";
import { accounts } from "./checks/accounts.ts";
import { audit } from "./checks/audit.ts";
import { campaigns } from "./checks/campaigns.ts";
import { cards } from "./checks/cards.ts";
import { closedAccounts } from "./checks/closed-accounts.ts";
import { codeCounts, codeCredits, codes } from "./checks/codes.ts";
import { holds } from "./checks/holds.ts";
import { invitations, inviteCounts } from "./checks/invitations.ts";
import { lifecycleEvents } from "./checks/lifecycles.ts";
import { lots, lotSums } from "./checks/lots.ts";
import { monthSums } from "./checks/month-sums.ts";
import { orderCounts } from "./checks/order-counts.ts";
import { paidOrders } from "./checks/orders.ts";
import { partnerCounts, partnerOrders } from "./checks/partners.ts";
import { postings } from "./checks/postings.ts";
import { queues } from "./checks/queues.ts";
import { refunds } from "./checks/refunds.ts";
import { riskDays } from "./checks/risk.ts";
import { stock } from "./checks/stock.ts";
import { rollups, slots, supplierDays, totals } from "./checks/totals.ts";
import { wallet } from "./checks/wallet.ts";

export const checks: readonly Check[] = [
  totals,
  rollups,
  slots,
  supplierDays,
  accounts,
  monthSums,
  postings,
  codes,
  codeCounts,
  codeCredits,
  paidOrders,
  orderCounts,
  refunds,
  holds,
  lots,
  lotSums,
  queues,
  wallet,
  stock,
  campaigns,
  invitations,
  inviteCounts,
  cards,
  partnerOrders,
  partnerCounts,
  riskDays,
  audit,
  closedAccounts,
  lifecycleEvents,
];

/** The title of each class, and whether it freezes. */
export const classes: ReadonlyMap<string, DifferenceClass> = new Map(
  checks.flatMap((check) => Object.entries(check.classes)),
);
