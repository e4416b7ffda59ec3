/**
 * Maps the contract operations of coupons to actions. This is the lowest module that may import
 * both coupons and cards.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { claimCentre, claimCoupon, sharedCentreStock } from "../coupons/actions.ts";
import { completeTask } from "../points/actions.ts";
import { type CardRequest, markUsed, revealCard } from "./actions/reveal.ts";
import type { RiskGuard } from "../risk/port.ts";
import type { CardListener } from "./port.ts";
import { type OrderNumbers, walletItem, walletPage } from "./actions/wallet.ts";

const memberIdOf = (call: Call): string => memberOf(call).memberId;
const asking = (id: string, call: Call): CardRequest => ({
  memberId: memberIdOf(call),
  id,
  device: call.device,
  requestId: call.requestId,
});

export const couponsRoutes = (
  context: Context,
  db: Db,
  { risk, ...orders }: OrderNumbers & CardListener & { readonly risk: RiskGuard },
): Handlers<"coupons"> => {
  const stock = sharedCentreStock(context, db);
  return {
    list: (input, call) => walletPage(context, db, orders, { memberId: memberIdOf(call), input }),
    detail: ({ id }, call) => walletItem(context, db, orders, { memberId: memberIdOf(call), id }),
    reveal: ({ id }, call) => revealCard(context, db, asking(id, call)),
    used: async ({ id }, call) => {
      await markUsed(context, db, orders, asking(id, call));
      return walletItem(context, db, orders, { memberId: memberIdOf(call), id });
    },
    templates: (input, call) => claimCentre(context, db, call.member?.memberId, input, stock),
    claim: async ({ templateId }, call) => {
      const memberId = memberIdOf(call);
      const { key, device, address } = call;
      const caller = { memberId, device, address };
      const claimed = await claimCoupon(context, db, {
        memberId,
        templateId,
        key,
        before: (tx) => risk.judge(tx, { place: "coupon", caller }),
      });
      // If this fails, the next claim grants the task's points.
      await completeTask(context, db, { memberId, task: "first_coupon" });
      return claimed;
    },
  };
};
