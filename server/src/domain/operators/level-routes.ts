/** Maps operators' operations on levels to actions of the levels module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import { refuseOwnAccount } from "../approvals/actions.ts";
import { isTemplateGranted } from "../coupons/actions.ts";
import { memberIdOf } from "../members/actions.ts";
import { changeLevel, grantLevel, listLevels } from "../levels/actions.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const operatorLevelRoutes = (context: Context, db: Db): Handlers<"operatorLevels"> => ({
  list: async () => ({
    list: (await listLevels(db)).map(({ couponTemplates, benefits, ...level }) => ({
      ...level,
      couponTemplates: [...couponTemplates],
      benefits: [...benefits],
    })),
  }),
  change: async ({ grade, sinceVersion, reason: _, ...level }) => {
    for (const templateId of level.couponTemplates) {
      if (!(await isTemplateGranted(db, templateId)))
        throw new Refusal("NOT_FOUND", {
          field: "couponTemplates",
          text: `没有券 ${templateId}，或活动没有在发放`,
        });
    }
    await changeLevel(db, { ...level, grade: Number(grade), version: sinceVersion });
    return {};
  },
  give: async ({ grade, until, ref, reason, ...named }, call) => {
    const memberId = await memberIdOf(db, named);
    if (!UUID.test(memberId)) throw new Refusal("NOT_FOUND");
    refuseOwnAccount(memberOf(call).memberId, memberId);
    await grantLevel(context, db, {
      memberId,
      grade: Number(grade),
      ref,
      until: new Date(until),
      note: reason,
      source: "manual",
      actor: `operator:${memberOf(call).memberId}`,
    });
    return {};
  },
});
