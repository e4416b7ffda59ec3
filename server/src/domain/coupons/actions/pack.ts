/** Makes the rules of a coupon pack from the campaigns that an operator chose for it. */
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { isPack, type PackPart, type PackRules, packRulesOf } from "../pack.ts";
import { findDraft } from "../store/templates.ts";

/** The path of the field that every refusal of a pack's coupons names. */
export const PARTS_FIELD = "rules.parts";

/**
 * Copies title, looks and rules of each chosen campaign, of any state. Refuses INPUT_INVALID {field,
 * text} for a campaign that does not exist, or is a pack itself.
 */
export async function packRulesFor(
  db: Db,
  chosen: readonly Pick<PackPart, "templateId" | "count">[],
): Promise<PackRules> {
  const parts: PackPart[] = [];
  for (const { templateId, count } of chosen) {
    const found = await findDraft(db, templateId);
    if (!found)
      throw new Refusal("INPUT_INVALID", { field: PARTS_FIELD, text: "选的券不存在，请重选" });
    const { title, looks, rules } = found.draft;
    if (isPack(rules))
      throw new Refusal("INPUT_INVALID", {
        field: PARTS_FIELD,
        text: `「${title}」是券包，券包里不能再放券包`,
      });
    parts.push({ templateId, count, title, looks, rules });
  }
  return packRulesOf(parts);
}
