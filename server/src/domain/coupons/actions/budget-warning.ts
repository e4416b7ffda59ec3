/** Warns operators once when most of a campaign's budget is spent or held. */
import { yuanText } from "../../../platform/amount-text.ts";
import { raiseAlert } from "../../../platform/alerts.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { markShortBudgets } from "../store/campaign-days.ts";

/** Of the budget, spent or held. */
const WARNED_AT_PERCENT = 80;

/** Raises the alert `campaign_budget` for each campaign that passed 80 %, once; returns how many. */
export const warnOfBudgets = (context: Context, db: Db): Promise<number> =>
  transaction(db, async (tx) => {
    const now = context.clock.sql();
    const short = await markShortBudgets(tx, { percent: WARNED_AT_PERCENT, now });
    for (const { templateId, title, takenFen, budgetFen } of short) {
      const percent = Math.floor((takenFen * 100) / budgetFen);
      const text =
        `「${title}」的预算已用和预占 ${percent}%：` +
        `${yuanText(takenFen)} / ${yuanText(budgetFen)}`;
      await raiseAlert(tx, { kind: "campaign_budget", subject: templateId, text, now });
    }
    return short.length;
  });
