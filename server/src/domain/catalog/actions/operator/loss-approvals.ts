/** Publications below cost in the approvals inbox. */
import { yuanText } from "../../../../platform/amount-text.ts";
import { shanghaiMinute } from "../../../../platform/shanghai.ts";
import { storedKind } from "../../../approvals/actions.ts";
import { draftOfLive, isDraftBelowCost } from "../../model/draft.ts";
import { draftChanges } from "../../model/draft-diff.ts";
import { faultsOf } from "../../model/draft-checks.ts";
import { checksOf, codeNames, draftState } from "./draft-state.ts";
import { lossHandler, LOSS_KIND, lossOf } from "./loss-proposal.ts";

export const lossApprovals = storedKind({
  kind: LOSS_KIND,
  permissions: ["catalog:publish"],
  handler: lossHandler,
  headlines: (context, db, approvals) =>
    Promise.all(
      approvals.map(async (approval) => {
        const { benefitId, lossUntil } = lossOf(approval);
        const { draft } = await draftState(context, db, benefitId);
        const title = `低于成本发布「${draft.title}」，至 ${shanghaiMinute(lossUntil)}`;
        return { title, subject: `${draft.title} · ${benefitId}`, amountFen: null };
      }),
    ),
  async detail(context, db, approval) {
    const { benefitId, sinceVersion, lossUntil } = lossOf(approval);
    const state = await draftState(context, db, benefitId);
    const { live, draft, stored } = state;
    const losses = draft.skus.filter(isDraftBelowCost).map((sku) => {
      const { priceFen = 0, costFen = 0, levels = {} } = sku.price ?? {};
      const lowest = Math.min(priceFen, ...Object.values(levels));
      const field = `规格「${sku.spec || sku.skuId}」每件毛利`;
      return { field, before: "—", after: yuanText(lowest - costFen) };
    });
    const isSame = stored?.isOpen === true && stored.version === sinceVersion;
    const faults = faultsOf(await checksOf(context, db, state), { isLossAgreed: true });
    return {
      changes: [
        ...losses,
        { field: "低价截止", before: "—", after: shanghaiMinute(lossUntil) },
        ...draftChanges(draftOfLive(live), draft, await codeNames(db)),
      ],
      postings: [],
      checks: [
        { text: isSame ? "草稿没有再改过" : "草稿又改过，请提议人重新提交", isGood: isSame },
        ...faults.map(({ text }) => ({ text, isGood: false })),
      ],
    };
  },
});
