/** Coupon fixtures for tests over HTTP: campaigns, codes for their coupons, and a voided card. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { storeCards, voidCards } from "@yunjing/server/domain/cards/actions";
import { createActiveCampaign, type TemplateDraft } from "@yunjing/server/domain/coupons/actions";
import { grantCodes } from "@yunjing/server/domain/exchange/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import type { HttpTestEnv } from "./test-env.fixture.ts";

type MakerChecker = { readonly makerId: string; readonly checkerId: string };

export function couponActions({ context, db }: HttpTestEnv, operators: MakerChecker) {
  let campaigns = 0;
  /** Returns a code for a custom target, valid for a day. */
  async function codeFor(target: Omit<BatchTarget, "validUntil">): Promise<string> {
    const custom = { ...target, validUntil: Date.now() + 86_400_000 };
    const [made = ""] = await grantCodes(context, db, { custom, count: 1, ...operators });
    return made;
  }
  return {
    /** Creates an active campaign of `total` coupons, one per member. */
    async campaign(total: number, changes: Partial<TemplateDraft> = {}): Promise<string> {
      const templateId = `campaign-${++campaigns}`;
      const draft: TemplateDraft = {
        templateId,
        title: "立减券",
        isListed: true,
        sort: campaigns,
        audience: {},
        looks: { look: "plain", scopeText: "全场通用", tips: [], useAt: {} },
        rules: { type: "amount", valueFen: 100 },
        validity: { mode: "claim", days: 7 },
        limits: { perMember: 1 },
        ...changes,
      };
      const { makerId: actorId, checkerId } = operators;
      await createActiveCampaign(context, db, { actorId, checkerId, draft, total });
      return templateId;
    },

    /** Creates a card of this member that was delivered and then voided. */
    async voidCard(ownerId: string): Promise<string> {
      const itemId = context.ids.next();
      await transaction(db, async (tx) => {
        const cards = [{ code: "0123456789AB" }];
        await storeCards(context, tx, { ownerId, orderId: itemId, itemId, title: "卡券", cards });
        const actor = { kind: "system" } as const;
        await voidCards(context, tx, { ownerId, itemId, count: 1, reason: "退款", actor });
      });
      const found = await db.$client.query<{ id: string }>(
        "SELECT id FROM card WHERE item_id = $1",
        [itemId],
      );
      return String(found.rows[0]?.id);
    },

    /** Returns a code for a coupon of this campaign. */
    couponCode: (templateId: string) => codeFor({ target: "coupon", title: "立减券", templateId }),
    codeFor,
  };
}
