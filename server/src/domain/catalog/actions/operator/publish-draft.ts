/** Puts the draft of a benefit before members, in one transaction with its version and history. */
import type { BenefitDraft, DraftCheck } from "@yunjing/contract/schemas/operators/goods";
import type { Context } from "../../../../platform/context.ts";
import type { Tx } from "../../../../platform/database/pool.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import {
  draftOfLive,
  isDraftBelowCost,
  isPriceKept,
  isSameContract,
  type LiveGoods,
  newestVersionOf,
} from "../../model/draft.ts";
import { faultsOf } from "../../model/draft-checks.ts";
import { deliveryKinds } from "../../model/delivery-kinds.ts";
import { closeDraft, lockGoods } from "../../store/drafts.ts";
import {
  insertContract,
  insertPrices,
  insertVersion,
  type Publication,
  updateBenefit,
  writeRoutes,
  writeSkus,
} from "../../store/publication.ts";
import { recordOperatorChange } from "./change-history.ts";
import { checksOf, draftState } from "./draft-state.ts";

export type DraftPublication = {
  readonly benefitId: string;
  /** The version of the draft that the operator saw. */
  readonly sinceVersion: number;
  readonly operatorId: string;
  readonly reason: string;
  /** The second person who agreed to prices below cost, and until when (ms). */
  readonly loss?: { readonly approvedBy: string; readonly until: number };
};

/** Refuses PUBLISH_DENIED with everything that is missing, each with its field. */
export function refuseFaults(faults: readonly DraftCheck[]): void {
  const [first] = faults;
  if (!first) return;
  const missing = faults.map(({ field, text }) => ({ field, text }));
  const reason = faults.map(({ text }) => text).join("；");
  throw new Refusal("PUBLISH_DENIED", { reason, field: first.field, missing });
}

/**
 * Returns the version before the first publication from a draft: what members saw until then, so
 * that it can be restored. What could not be published today has none.
 */
async function keepFirst(tx: Tx, live: LiveGoods, publication: Publication): Promise<number> {
  if (live.version !== null) return live.version;
  const draft = draftOfLive(live);
  const isComplete = draft.skus.length > 0 && draft.skus.every(({ price }) => price !== undefined);
  if (live.status === "draft" || !isComplete || draft.skus.some(isDraftBelowCost)) return 0;
  const reason = "首次从草稿发布之前的内容";
  await insertVersion(tx, { ...publication, draft, version: 1, reason, approvedBy: null });
  return 1;
}

/** Returns the person who answers for prices below cost; refuses PUBLISH_DENIED to that person. */
function approverOf(
  draft: BenefitDraft,
  live: LiveGoods,
  { operatorId, loss }: DraftPublication,
): string | null {
  if (!draft.skus.some(isDraftBelowCost)) return null;
  const approver = loss?.approvedBy ?? live.lossApprovedBy;
  if (approver === operatorId)
    refuseFaults([{ field: "skus", isGood: false, text: "同意低于成本的人不能自己发布" }]);
  return approver;
}

async function write(
  context: Context,
  tx: Tx,
  live: LiveGoods,
  { publication, loss }: { publication: Publication; loss: DraftPublication["loss"] },
): Promise<void> {
  const { benefitId, draft, version } = publication;
  const isKept = isSameContract(draft, live);
  const contractId = isKept ? live.benefit.contract.contractId : `${benefitId}.v${version}`;
  if (!isKept) await insertContract(tx, contractId, draft);
  await insertVersion(tx, publication);
  const kind =
    live.status === "draft" ? deliveryKinds[draft.contract.delivery].orderKind : live.benefit.kind;
  await updateBenefit(tx, publication, { contractId, kind });
  await writeSkus(tx, publication);
  await writeRoutes(tx, publication, live);
  const prices = draft.skus
    .filter((sku) => !isPriceKept(sku, live))
    .map((sku) => ({
      sku,
      version: newestVersionOf(live, sku.skuId) + 1,
      endsAt: loss && isDraftBelowCost(sku) ? new Date(loss.until) : undefined,
    }));
  if (!(await insertPrices(tx, publication, prices))) throw new Refusal("STATE_CHANGED");
}

/**
 * Publishes the draft of `sinceVersion` and returns the number of the publication. Of two
 * publications at once the second waits for the benefit's row and then finds the draft past. Refuses
 * NOT_FOUND, STATE_CHANGED for another draft, a past one and an archived benefit, and PUBLISH_DENIED
 * {missing: [{field, text}]}.
 */
export async function publishDraft(
  context: Context,
  tx: Tx,
  wanted: DraftPublication,
): Promise<number> {
  const { benefitId, operatorId, reason, loss } = wanted;
  const status = await lockGoods(tx, benefitId);
  if (status === undefined) throw new Refusal("NOT_FOUND");
  if (status === "archived" || !(await closeDraft(tx, wanted))) throw new Refusal("STATE_CHANGED");
  const { live, stored } = await draftState(context, tx, benefitId);
  const draft = stored?.body ?? draftOfLive(live);
  const checks = await checksOf(context, tx, { live, draft });
  refuseFaults(faultsOf(checks, { isLossAgreed: loss !== undefined }));
  const approvedBy = approverOf(draft, live, wanted);
  const now = context.clock.now();
  const priceNow = context.clock.sql();
  const savedAt = stored ? new Date(Number(stored.savedAt)) : now;
  const base = {
    benefitId,
    draft,
    version: 0,
    operatorId,
    reason,
    approvedBy,
    now,
    priceNow,
    savedAt,
  };
  const version = (await keepFirst(tx, live, base)) + 1;
  await write(context, tx, live, { publication: { ...base, version }, loss });
  await recordOperatorChange(context, tx, {
    operatorId,
    entity: "benefit",
    name: benefitId,
    event: "published",
    from: status,
    to: "on",
    reason,
    data: { version, ...(approvedBy === null ? {} : { lossApprovedBy: approvedBy }) },
  });
  return version;
}
