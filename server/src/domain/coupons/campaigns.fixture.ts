/** Campaigns for tests: drafts, and campaigns that a second person approved. */
import { expect } from "vitest";
import { createActiveCampaign, createCampaign, type TemplateDraft } from "./actions.ts";
import type { CouponTestEnv } from "./testing.ts";

type Figures = { total?: number; budgetFen?: number };
type Given = { readonly testEnv: CouponTestEnv; readonly maker: string; readonly checker: string };

/** `given` is called when a campaign is made: the environment is there by then. */
export function campaignActions(given: () => Given) {
  let campaigns = 0;
  const draft = (changes: Partial<TemplateDraft> = {}): TemplateDraft => ({
    templateId: `campaign-${++campaigns}`,
    title: "立减券",
    isListed: true,
    sort: campaigns,
    looks: { look: "plain", scopeText: "全场通用", tips: [], useAt: {} },
    rules: { type: "amount", valueFen: 500 },
    validity: { mode: "claim", days: 7 },
    audience: {},
    limits: { perMember: 1 },
    ...changes,
  });
  return {
    draft,
    create(one: TemplateDraft, figures: Figures = {}) {
      const { testEnv, maker } = given();
      return createCampaign(testEnv.context, testEnv.db, {
        actorId: maker,
        draft: one,
        ...figures,
      });
    },
    /** Creates an active campaign and returns its id. */
    async open(changes: Partial<TemplateDraft> = {}, figures: Figures = {}): Promise<string> {
      const { testEnv, maker, checker } = given();
      const one = draft(changes);
      const operators = { actorId: maker, checkerId: checker };
      const wanted = { ...operators, draft: one, ...figures };
      await createActiveCampaign(testEnv.context, testEnv.db, wanted);
      return one.templateId;
    },
    by: (actorId: string, templateId: string) => ({ actorId, templateId, reason: "演练" }),
    refusal: (code: string) => expect.objectContaining({ name: "Refusal", code }),
  };
}
