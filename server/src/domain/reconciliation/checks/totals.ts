/**
 * Check 1: members' balances and their contra accounts cancel out for each asset; roll-ups equal
 * the sums of their days, those of the ledger and those of suppliers' deliveries; slots equal theirs.
 */
import { sql } from "drizzle-orm";
import { slotLength, slotOf } from "../../../platform/database/sql.ts";
import { deliveriesByDay } from "../bills/settlement.ts";
import { type Check, noMemberColumns, noProposal } from "../check.ts";

/**
 * Compares balances with roll-ups and the transfers of later days: quick, since only those are read
 * one by one.
 */
export const totals: Check = {
  name: "totals",
  isQuick: true,
  classes: { total: { title: "总账不平", freezes: false } },
  find: () => sql`
    WITH part AS (
      SELECT asset, balance * ledger_sign(asset, purpose) AS members, 0 AS contra FROM ledger_account
      UNION ALL
      SELECT asset, 0, credits - debits FROM ledger_part WHERE is_contra
    ), total AS (
      SELECT asset, sum(members)::bigint AS members, sum(contra)::bigint AS contra FROM part GROUP BY asset
    )
    SELECT 'total' AS class, asset AS subject, ${noMemberColumns}, jsonb_build_object('sum', 0) AS expected,
           jsonb_build_object('difference', members + contra, 'members', members, 'contra', contra) AS actual,
           ${noProposal}
    FROM total WHERE members + contra <> 0`,
};

/** Compares every roll-up with the transfers of its day. */
export const rollups: Check = {
  name: "rollups",
  isQuick: false,
  sliced: {
    by: "day",
    tables: { ledger_line: "created_at", ledger_rollup: "day", ledger_member_rollup: "day" },
  },
  classes: { rollup: { title: "日汇总与流水不符", freezes: false } },
  find: () => sql`
    WITH rolled AS (
      SELECT (max(day) + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AS until FROM (
        -- The last day of all, also in a slice: a past day without its sums is a difference.
        SELECT day FROM public.ledger_rollup UNION ALL SELECT day FROM public.ledger_member_rollup) stored
    ), line AS (
      SELECT created_at, purpose, asset, change,
             CASE WHEN version IS NULL THEN coalesce(party, '') ELSE 'members' END AS party FROM ledger_line
    ), summed AS (
      SELECT (created_at AT TIME ZONE 'Asia/Shanghai')::date AS day, purpose, asset, party,
             coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS debits,
             coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS credits
      FROM line, rolled WHERE created_at < until GROUP BY 1, 2, 3, 4
    ), stored AS (
      SELECT day, purpose, asset, party, debits, credits FROM ledger_rollup
      UNION ALL SELECT day, purpose, asset, 'members', debits, credits FROM ledger_member_rollup
    )
    SELECT 'rollup' AS class, concat_ws(' ', day, asset, purpose, party) AS subject, ${noMemberColumns},
           jsonb_build_object('debits', coalesce(s.debits, 0), 'credits', coalesce(s.credits, 0)) AS expected,
           jsonb_build_object('debits', coalesce(r.debits, 0), 'credits', coalesce(r.credits, 0)) AS actual,
           ${noProposal}
    FROM summed s FULL JOIN stored r USING (day, purpose, asset, party)
    WHERE s.debits IS DISTINCT FROM r.debits OR s.credits IS DISTINCT FROM r.credits`,
};

/** Compares the sums of slots of ten minutes with the transfers of their slots. */
export const slots: Check = {
  name: "slots",
  isQuick: false,
  sliced: { by: "day", tables: { ledger_line: "created_at", ledger_slot: "slot" } },
  classes: { ledger_slot: { title: "十分钟汇总与流水不符", freezes: false } },
  // The last slot of all, also in a slice: a past slot without its sums is a difference.
  find: () => sql`
    WITH summed AS (
      SELECT ${slotOf(sql`created_at`)} AS slot, purpose, asset,
             CASE WHEN version IS NULL THEN coalesce(party, '') ELSE '' END AS party,
             coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS debits,
             coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS credits
      FROM ledger_line WHERE created_at < (SELECT max(slot) + ${slotLength} FROM public.ledger_slot)
      GROUP BY 1, 2, 3, 4
    )
    SELECT 'ledger_slot' AS class, concat_ws(' ', to_char(slot AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'),
                                             asset, purpose, party) AS subject, ${noMemberColumns},
           jsonb_build_object('debits', coalesce(s.debits, 0), 'credits', coalesce(s.credits, 0)) AS expected,
           jsonb_build_object('debits', coalesce(r.debits, 0), 'credits', coalesce(r.credits, 0)) AS actual,
           ${noProposal}
    FROM summed s FULL JOIN ledger_slot r USING (slot, purpose, asset, party)
    WHERE s.debits IS DISTINCT FROM r.debits OR s.credits IS DISTINCT FROM r.credits`,
};

/** Compares the sums of suppliers' past days with the orders that they delivered. */
export const supplierDays: Check = {
  name: "supplier days",
  isQuick: false,
  sliced: { by: "day", tables: { supplier_order: "ended_at", supplier_day: "day" } },
  classes: { supplier_day: { title: "供应商日汇总与订单不符", freezes: false } },
  // The last day of all, also in a slice: a past day without its sums is a difference.
  find: () => sql`
    WITH summed AS (
      ${deliveriesByDay(sql`o.ended_at < (
        SELECT (max(day) + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' FROM public.supplier_day)`)}
    )
    SELECT 'supplier_day' AS class, concat_ws(' ', day, supplier_id) AS subject, ${noMemberColumns},
           jsonb_build_object('deliveries', coalesce(s.deliveries, 0), 'owedFen', coalesce(s.owed_fen, 0)) AS expected,
           jsonb_build_object('deliveries', coalesce(d.deliveries, 0), 'owedFen', coalesce(d.owed_fen, 0)) AS actual,
           ${noProposal}
    FROM summed s FULL JOIN supplier_day d USING (day, supplier_id)
    WHERE s.deliveries IS DISTINCT FROM d.deliveries OR s.owed_fen IS DISTINCT FROM d.owed_fen`,
};
