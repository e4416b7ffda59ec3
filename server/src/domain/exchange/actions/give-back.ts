/** Takes a code back from an order that definitely failed: the code lives again, its posting is reversed. */
import type { Context } from "../../../platform/context.ts";
import { writeEvent } from "../../../platform/event.ts";
import { reverse } from "../../ledger/actions.ts";
import type { CodeReturner } from "../../orders/port.ts";
import { isRedeemedBy, takeCodeBack } from "../store.ts";

/** The returner orders call inside the transaction of the failure; at most `codeGivenBackMax` times in a code's life. */
export const codeReturner = (context: Context): CodeReturner => ({
  giveBack: async (tx, { ownerId, orderId, codeMac, codeId, redemptionN }) => {
    const redemption = { codeMac, orderId, redemptionN };
    const taken = await takeCodeBack(tx, redemption, {
      givenBackMax: context.settings.codeGivenBackMax,
      graceMs: context.settings.codeGraceMs,
      now: context.clock.sql(),
    });
    if (!taken) return (await isRedeemedBy(tx, redemption)) ? "refused" : "returned";
    await reverse(context, tx, {
      memberId: ownerId,
      txnId: taken.txnId,
      kind: "code_return",
      ref: `${codeId}:${redemptionN}`,
      actor: "system",
      title: "兑换码退回",
    });
    await writeEvent(context, tx, {
      memberId: ownerId,
      entity: "code",
      entityId: codeId,
      name: "given_back",
      from: "REDEEMED",
      to: "ACTIVE",
      actor: { kind: "system" },
      data: { orderId },
    });
    return "returned";
  },
});
