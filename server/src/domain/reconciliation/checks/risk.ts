/** Compares the stored days of risk rules with the hits that they cover, as long as these are kept. */
import { sql } from "drizzle-orm";
import { before, type Check, noMemberColumns, noProposal } from "../check.ts";

/** Hits are kept for ninety days. */
const COMPARED_MS = 80 * 86_400_000;

export const riskDays: Check = {
  name: "risk days",
  isQuick: false,
  classes: { risk_day: { title: "风控命中的日汇总与命中不符", freezes: false } },
  find: (view) => sql`
    WITH first AS (
      SELECT ((${before(view, COMPARED_MS)}) AT TIME ZONE 'Asia/Shanghai')::date AS day
    ), hit AS (
      SELECT rule, subject, mode, (happened_at AT TIME ZONE 'Asia/Shanghai')::date AS day FROM risk_hit
      WHERE happened_at < (SELECT max(until) FROM risk_day_mark)
        AND happened_at >= (SELECT day::timestamp AT TIME ZONE 'Asia/Shanghai' FROM first)
    ), part AS (
      SELECT day, rule, count(*) FILTER (WHERE mode = 'on') AS acted, count(*) FILTER (WHERE mode = 'dry') AS dry,
             0 AS subjects
      FROM hit GROUP BY 1, 2
      UNION ALL
      SELECT day, rule, 0, 0, count(*) FROM (SELECT rule, subject, max(day) AS day FROM hit GROUP BY 1, 2) latest
      GROUP BY 1, 2
    ), counted AS (
      SELECT day, rule, sum(acted) AS acted, sum(dry) AS dry, sum(subjects) AS subjects FROM part GROUP BY 1, 2
    ), stored AS (
      SELECT day, rule, acted, dry, subjects FROM risk_day WHERE day >= (SELECT day FROM first)
    )
    SELECT 'risk_day' AS class, concat_ws(' ', day, rule) AS subject, ${noMemberColumns},
           jsonb_build_object('acted', c.acted, 'dry', c.dry, 'subjects', c.subjects) AS expected,
           jsonb_build_object('acted', s.acted, 'dry', s.dry, 'subjects', s.subjects) AS actual, ${noProposal}
    FROM counted c FULL JOIN stored s USING (day, rule)
    WHERE (c.acted, c.dry, c.subjects) IS DISTINCT FROM (s.acted, s.dry, s.subjects)`,
};
