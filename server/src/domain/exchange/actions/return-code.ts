/**
 * Reverts the redemption of an order that definitely failed: the code becomes active again and its
 * posting is reversed.
 */
import type { Context } from "../../../platform/context.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { reverse } from "../../ledger/actions.ts";
import type { CodeReturner } from "../../orders/port.ts";
import { callReturnCode } from "../store.ts";

/**
 * Returns the callback that orders run inside the transaction of the failure. A code, and each use
 * of a multi-use code, is returned at most `codeGivenBackMax` times.
 */
export const codeReturner = (context: Context): CodeReturner => ({
  returnCode: async (tx, { ownerId, orderId, codeMac, codeId, redemptionN }) => {
    const redemption = { ownerId, codeMac, orderId, redemptionN };
    const { outcome, txnId } = await callReturnCode(tx, redemption, {
      givenBackMax: context.settings.codeGivenBackMax,
      graceMs: context.settings.codeGraceMs,
      now: context.clock.sql(),
    });
    if (outcome !== "taken") return outcome;
    if (txnId !== null) {
      await reverse(context, tx, {
        memberId: ownerId,
        txnId,
        kind: "code_return",
        ref: `${codeId}:${redemptionN}`,
        actor: "system",
        title: "兑换码退回",
      });
    }
    await writeHistoryEntry(context, tx, {
      memberId: ownerId,
      entity: "code",
      entityId: codeId,
      name: "given_back",
      // A multi-use code may have been active before: the event of its use has both states.
      to: "ACTIVE",
      actor: { kind: "system" },
      data: { orderId },
    });
    return "returned";
  },
});
