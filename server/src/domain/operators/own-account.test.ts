/**
 * Tests that operators cannot benefit their own accounts: every changing operation is classified
 * here.
 */
import { operations } from "@yunjing/contract/operations";
import { expect, test } from "vitest";

/** Operations that change nothing for a single member, and why the own account is no issue. */
const touchesNoAccount: Readonly<Record<string, string>> = {
  "operatorPassport.logout": "ends the operator's own session",
  "operatorApprovals.withdraw": "gives nothing",
  "operatorAccounts.endSessions": "takes away",
  "operatorPassport.stepUp": "proves the operator's own session",
  "operatorQueues.saveView": "the operator's own view of a list",
  "operatorQueues.deleteView": "the operator's own view of a list",
  "operatorQueues.acknowledge": "concerns an alert",
  "operatorQueues.assign": "concerns an alert",
  "operatorQueues.resend": "sends a message that the product had written",
  "operatorQueues.resendTopic": "sends messages that the product had written",
  "operatorAudit.verify": "reads",
  "operatorCatalog.publish": "holds for all members alike",
  "operatorCatalog.unpublish": "holds for all members alike",
  "operatorCatalog.setPrice": "holds for all members alike",
  "operatorCatalog.changeStock": "holds for all members alike",
  "operatorCatalog.switchSku": "holds for all members alike",
  "operatorCatalog.scheduleBlock": "holds for all members alike",
  "operatorCampaigns.create": "issues nothing",
  "operatorCampaigns.submit": "issues nothing",
  "operatorCampaigns.approve": "holds for all members alike, and takes two persons",
  "operatorCampaigns.reject": "issues nothing",
  "operatorCampaigns.pause": "issues nothing",
  "operatorCampaigns.resume": "holds for all members alike",
  "operatorCampaigns.stop": "issues nothing",
  "operatorPoints.changeRule": "holds for all members alike",
  "operatorWallet.setPackage": "holds for all members alike",
  "operatorLevels.change": "holds for all members alike",
  "operatorRefunds.reject": "gives nothing",
  "operatorRefunds.retry": "asks the channel again about a refund that others approved",
  "operatorDesk.delivered": "only after a claim, which refuses the own order",
  "operatorDesk.failed": "only after a claim, which refuses the own order",
  "operatorSupply.topUp": "moves a supplier's account",
  "operatorSupply.switch": "concerns a supplier",
  "operatorSupply.closeCircuit": "concerns a supplier",
  "operatorSupply.importCards": "fills the stock",
  "operatorSupply.setRoute": "concerns a supplier",
  "operatorSupply.settleLoss": "concerns a supplier",
  "operatorBatches.create": "makes no codes yet",
  "operatorBatches.submit": "codes live after another person approved them",
  "operatorBatches.import": "codes live after another person approved them",
  "operatorBatches.approve": "holds for whoever has the codes, and takes two persons",
  "operatorBatches.reject": "gives nothing",
  "operatorBatches.exportKey": "another person than the maker, once",
  "operatorBatches.freeze": "takes away",
  "operatorBatches.resume": "lets codes live that two persons approved",
  "operatorBatches.activate": "lets codes live that two persons approved",
  "operatorBatches.extend": "a later end of codes that two persons approved",
  "operatorBatches.void": "takes away",
  "operatorBatches.decide": "takes away, and takes two persons",
  "operatorTickets.answer": "only after it was taken, which refuses the own question",
  "operatorMembers.find": "reads",
  "operatorMembers.reveal": "reads one's own phone, audited and counted",
  "operatorMembers.setTags": "a mark that gives no right",
  "operatorMembers.note": "a text for operators",
  "operatorOrders.resend": "a message",
  "operatorOrders.note": "a text for operators",
  "operatorOrders.refundPreview": "reads",
  "operatorSearch.search": "reads",
  "operatorCodes.lookup": "reads",
  "operatorCodes.release": "ends a use that has not ended; the code stays as it is",
  "operatorCodes.freeze": "takes away",
  "operatorCodes.resume": "gives back what a freeze took, to any holder",
  "operatorCodes.extend": "a code belongs to no account before it is redeemed",
  "operatorCodes.void": "a proposal that takes away",
  "operatorTickets.close": "only after it was taken, which refuses the own question",
  "operatorTickets.setAnswer": "a text for all members alike",
  "operatorBooks.freeze": "takes away",
  "operatorBills.ask": "asks the channel about a payment",
  "operatorBills.refetch": "reads a bill again",
  "operatorWithdrawals.approveMany": "answers OWN_ACCOUNT for each of its own in its list",
  "operatorWithdrawals.reject": "gives back what was the member's",
  "operatorWithdrawals.retry": "asks the channel",
  "operatorWithdrawals.recall": "asks the channel for the money back",
  "operatorInvitations.create": "holds for all members alike",
  "operatorInvitations.change": "holds for all members alike",
  "operatorInvitations.reject": "takes away",
  "operatorInvitations.rejectReward": "takes away",
  "operatorMessages.announce": "a message",
  "operatorMessages.withdraw": "a message",
  "operatorMessages.resend": "a message",
  "operatorPartners.setLink": "concerns a partner",
  "operatorPartners.switchLink": "concerns a partner",
  "operatorPartners.switchPartner": "concerns a partner",
  "operatorPartners.proposeHost": "concerns a partner",
  "operatorPartners.closeHost": "concerns a partner",
  "operatorPartners.approveHost": "concerns a partner",
  "operatorPartners.rejectHost": "concerns a partner",
  "operatorPartners.pull": "concerns a partner",
  "operatorGuesses.friction": "holds for all members alike",
  "operatorGuesses.plant": "creates codes that cannot be redeemed yet",
};

const acts = operations.filter(({ caller, method }) => caller === "operator" && method !== "GET");
const nameOf = ({ topic, name }: { topic: string; name: string }) => `${topic}.${name}`;

test.each(acts.map((operation) => [nameOf(operation), operation] as const))(
  "%s refuses the operator's own account, or affects no account",
  (name, { refusals }) => {
    expect(refusals.includes("OWN_ACCOUNT")).toBe(!Object.hasOwn(touchesNoAccount, name));
  },
);

test("the list names only operations that exist", () => {
  const known = acts.map(nameOf);
  expect(Object.keys(touchesNoAccount).filter((name) => !known.includes(name))).toEqual([]);
});
