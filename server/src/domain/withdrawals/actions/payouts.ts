/** What the balance shows of withdrawals: those under way, and the numbers of those behind its lines. */
import type { Payouts } from "../../wallet/port.ts";
import { numbersOf, openWithdrawals } from "../store.ts";
import { stateText } from "../words.ts";

export const payouts: Payouts = {
  underWay: async (db, memberId) =>
    (await openWithdrawals(db, memberId)).map(({ no, fen, ...state }) => ({
      ...{ no, fen },
      text: `提现${stateText(state)}`,
    })),
  numbersOf,
};
