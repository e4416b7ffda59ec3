/** Maps operators' operations on dealers of codes to actions of the exchange module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf, operatorOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { refuseOwnAccount, requireProof } from "../approvals/actions.ts";
import { operatorNames } from "./actions/read.ts";
import { memberIdByNo, memberIdOf, memberNames } from "../members/actions.ts";
import {
  dealersView,
  dealerStatement,
  enterPayment,
  paymentsOfMonth,
  reversePayment,
  setDealer,
} from "../exchange/actions.ts";

export const operatorDealerRoutes = (context: Context, db: Db): Handlers<"operatorDealers"> => ({
  list: async () => {
    const list = await dealersView(context, db);
    const names = await memberNames(
      db,
      list.map(({ memberId }) => memberId),
    );
    return { list: list.map((row) => ({ ...row, memberNo: names(row.memberId).memberNo })) };
  },
  set: async ({ sinceVersion, reason: _, ...wanted }, call) => {
    const { priceBp = null, priceFen = null, memberId: id, memberNo, ...terms } = wanted;
    const named = {
      ...(id !== undefined && { memberId: id }),
      ...(memberNo !== undefined && { memberNo }),
    };
    const memberId = await memberIdOf(db, named);
    refuseOwnAccount(memberOf(call).memberId, memberId);
    const dealer = { ...terms, memberId, priceBp, priceFen, version: sinceVersion };
    return { version: await setDealer(context, db, dealer) };
  },
  statement: async (input) => {
    const statement = await dealerStatement(context, db, input);
    const { paidFen, payments } = await paymentsOfMonth(db, input);
    const names = await operatorNames(
      db,
      payments.flatMap(({ by, reversal }) => (reversal ? [by, reversal.by] : [by])),
    );
    return {
      ...statement,
      paidFen,
      openFen: statement.owedFen - paidFen,
      payments: payments.map(({ by, reversal, ...payment }) => ({
        ...payment,
        by: names(by),
        ...(reversal && { reversal: { ...reversal, by: names(reversal.by) } }),
      })),
    };
  },
  paid: async ({ memberNo, ...payment }, call) => {
    const { memberId: operatorId } = memberOf(call);
    const memberId = await memberIdByNo(db, memberNo);
    refuseOwnAccount(operatorId, memberId);
    requireProof(context, operatorOf(context, call), payment.amountFen);
    return enterPayment(context, db, { ...payment, memberId, operatorId, key: call.key });
  },
  reverse: async ({ memberNo, ...reversal }, call) => {
    const { memberId: operatorId } = memberOf(call);
    const memberId = await memberIdByNo(db, memberNo);
    refuseOwnAccount(operatorId, memberId);
    return reversePayment(context, db, { ...reversal, memberId, operatorId, key: call.key });
  },
});
