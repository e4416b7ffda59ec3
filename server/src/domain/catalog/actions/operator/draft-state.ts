/** Reads a benefit as an operator edits it: its draft, the checklist, and what members would read. */
import type {
  BenefitDraft,
  DraftCheck,
  DraftPreview,
} from "@yunjing/contract/schemas/operators/goods";
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { type CityOf, cityNamesBy } from "../../city.ts";
import { contractOfDraft, draftOfLive, type LiveGoods } from "../../model/draft.ts";
import { checkDraft } from "../../model/draft-checks.ts";
import type { CodeNames } from "../../model/draft-diff.ts";
import { textsOfContract } from "../../rules.ts";
import {
  readDraft,
  readKnownNames,
  readLive,
  readTakenSkus,
  type StoredDraft,
} from "../../store/drafts.ts";
import { readNamed } from "../../store/taxonomy.ts";

export type DraftState = {
  readonly live: LiveGoods;
  readonly stored: StoredDraft | undefined;
  /** The open draft, or what members see. */
  readonly draft: BenefitDraft;
};

/** Returns a benefit with its draft. Refuses NOT_FOUND. */
export async function draftState(
  { clock }: Context,
  db: Db | Tx,
  benefitId: string,
): Promise<DraftState> {
  const live = await readLive(db, benefitId, clock.sql());
  if (!live) throw new Refusal("NOT_FOUND");
  const stored = await readDraft(db, benefitId);
  return { live, stored, draft: stored?.isOpen ? stored.body : draftOfLive(live) };
}

/** Returns the checklist of a draft as it would be published now. */
export async function checksOf(
  { clock }: Context,
  db: Db | Tx,
  { live, draft }: Pick<DraftState, "live" | "draft">,
): Promise<DraftCheck[]> {
  const skuIds = draft.skus.map(({ skuId }) => skuId);
  const takenSkuIds = await readTakenSkus(db, live.benefit.benefitId, skuIds);
  return checkDraft(draft, { live, takenSkuIds, nowMs: clock.now().getTime() });
}

/** Returns the texts that members would read, generated from the draft's contract. */
export async function previewOf(
  db: Db | Tx,
  draft: BenefitDraft,
  cityOf: CityOf,
): Promise<DraftPreview> {
  const { brand: brandName = draft.brandCode } = await readKnownNames(db, draft);
  const contract = contractOfDraft(draft, "");
  const cityNames = cityNamesBy(cityOf)(draft.regionCodes);
  return textsOfContract({ contract, limits: draft.limits, brandName, cityNames });
}

/** Returns the names of all brands and categories by code. */
export async function codeNames(db: Db | Tx): Promise<CodeNames> {
  const byCode = (rows: readonly { readonly code: string; readonly name: string }[]) =>
    new Map(rows.map(({ code, name }) => [code, name]));
  return {
    brands: byCode(await readNamed(db, "brand")),
    categories: byCode(await readNamed(db, "category")),
  };
}
