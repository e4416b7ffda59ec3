/**
 * Withdrawal invariants: a state changes only after a matching action, the channel has at most one
 * number for each withdrawal, and it is paid only when the channel confirms it.
 */
import { expectSame, type Member, type Withdrawal } from "./model.ts";
import type { Run } from "./run.ts";
import type { SeenWithdrawal, View } from "./database-view.ts";

const assertInvariant = (what: string, isSo: boolean): void => {
  if (!isSo) throw new Error(what);
};

function checkWithdrawal(run: Run, one: Withdrawal, seen: SeenWithdrawal): void {
  const name = `withdrawal ${run.model.withdrawals.indexOf(one)}`;
  const bill = run.server.externalSystems.fakes.payouts.bills.get(seen.billNo ?? "");
  if (seen.state !== one.state) {
    const isAtChannel = one.state === "PAYING" || one.state === "WAIT_USER_CONFIRM";
    const why: Readonly<Record<SeenWithdrawal["state"], boolean>> = {
      REVIEWING: false,
      PAYING: one.state === "REVIEWING" && one.decided === "APPROVED",
      WAIT_USER_CONFIRM: one.state === "PAYING" || one.decided === "APPROVED",
      SUCCESS: bill?.state === "success" && (isAtChannel || one.decided === "APPROVED"),
      RETURNED: isAtChannel || (one.state === "REVIEWING" && one.decided === "RETURNED"),
      CANCELLED: one.state === "REVIEWING" && one.decided === "CANCELLED",
    };
    assertInvariant(
      `${name} went ${one.state} → ${seen.state}, which may not be now`,
      why[seen.state],
    );
  }
  one.state = seen.state;
  if (seen.state === "SUCCESS")
    expectSame(`${name} is paid at the channel`, bill?.state, "success");
  const isOver = !bill || bill.state === "failed" || bill.state === "cancelled";
  if (seen.state === "RETURNED" || seen.state === "CANCELLED")
    assertInvariant(`${name} is given back while the channel has it`, isOver);
  if (bill) expectSame(`what goes out of ${name}`, bill.order.amountFen, seen.netFen);
}

export function checkWithdrawals(run: Run, view: View): void {
  const { withdrawals } = run.model;
  const nos = (list: readonly { readonly no: string }[]) => list.map(({ no }) => no).toSorted();
  expectSame("the withdrawals there are", nos(view.withdrawals), nos(withdrawals));
  for (const one of withdrawals) {
    const seen = view.withdrawals.find(({ no }) => no === one.no);
    if (seen) checkWithdrawal(run, one, seen);
  }
  const known = new Set(view.withdrawals.map(({ billNo }) => billNo));
  for (const no of run.server.externalSystems.fakes.payouts.bills.keys())
    assertInvariant(`the channel has bill ${no}, which we have not`, known.has(no));
}

/** Returns a member's money in fen that was paid out to WeChat or kept as the fee. */
export const withdrawnOf = ({ withdrawals }: View, { memberId }: Member): number =>
  withdrawals
    .filter((one) => one.memberId === memberId && one.state === "SUCCESS")
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
