/** The acts of operators that need a fresh second factor, and the operations of each act. */
import { expect, test } from "vitest";
import { operations } from "./operations.ts";

/** Section 8 of the console's design: what an operator who has not proven anew is refused. */
const needing = {
  always: {
    "maker and checker of what needs two persons": [
      "operatorAdjustments.propose",
      "operatorApprovals.approve",
      "operatorBooks.propose",
      "operatorAudiences.giveSegment",
      "operatorCampaigns.proposeBudget",
      "operatorCampaigns.submit",
      "operatorExports.proposeClear",
      "operatorGoods.proposeLoss",
      "operatorMembers.rebind",
      "operatorPartners.proposeHost",
      "operatorWithdrawals.settle",
    ],
    "rights of operators": [
      "operatorAccounts.enable",
      "operatorAccounts.invite",
      "operatorAccounts.resetTotp",
      "operatorAccounts.setRole",
      "operatorAccounts.setRoles",
    ],
    "settings and rules": [
      "operatorQueues.setRecipients",
      "operatorRisk.decide",
      "operatorRisk.endEntry",
      "operatorRisk.list",
      "operatorRisk.setRule",
      "operatorSettings.change",
      "operatorSettings.rollBack",
      "operatorSettings.setFlag",
      "operatorSettings.setNotice",
    ],
    "codes and cards": [
      "operatorBatches.activate",
      "operatorBatches.exportKey",
      "operatorBatches.extend",
      "operatorBatches.freeze",
      "operatorBatches.resume",
      "operatorBatches.submit",
      "operatorBatches.void",
      "operatorCodes.extend",
      "operatorCodes.freeze",
      "operatorCodes.resume",
      "operatorCodes.void",
      "operatorSupply.importCards",
    ],
    "freezes, reversed payments, circuits, losses and second orders": [
      "operatorBooks.freeze",
      "operatorBooks.thaw",
      "operatorDealers.reverse",
      "operatorOrders.reroute",
      "operatorSupply.closeCircuit",
      "operatorSupply.settleLoss",
    ],
    "members' phones and pictures": ["operatorFiles.remove", "operatorMembers.reveal"],
  },
  byAmount: {
    "refunds, withdrawals, orders decided by hand, prepaid money, dealers' payments": [
      "operatorDealers.paid",
      "operatorDesk.delivered",
      "operatorDesk.failed",
      "operatorOrders.refund",
      "operatorRefunds.approve",
      "operatorSupply.topUp",
      "operatorWithdrawals.approve",
      "operatorWithdrawals.approveMany",
    ],
  },
  whenProposed: {
    "rewards above the limit of one person, and points for an order": [
      "operatorInvitations.approveReward",
      "operatorInvitations.decideAppeal",
      "operatorOrders.compensate",
    ],
  },
} as const;

test.each(Object.entries(needing))(
  "a fresh second factor is needed %s by these acts",
  (rule, acts) => {
    const declared = operations.filter(({ stepUp }) => stepUp === rule);
    const names = declared.map(({ topic, name }) => `${topic}.${name}`);
    expect(new Set(names)).toEqual(new Set<string>(Object.values(acts).flat()));
  },
);
