/** Check 19: every stored change of state is one that the lifecycle declares, by whom it declares. */
import { sql } from "drizzle-orm";
import { undeclaredEventsSql } from "../../../platform/database/lifecycle-events.ts";
import { type Check, noProposal, slicedByMember } from "../check.ts";
import { lifecycles } from "../lifecycles.ts";

const undeclared = sql.raw(undeclaredEventsSql(lifecycles));

export const lifecycleEvents: Check = {
  name: "changes of state",
  isQuick: false,
  sliced: slicedByMember("event"),
  classes: { state_move: { title: "状态变更不符合规定", freezes: false } },
  find: () => sql`
    SELECT 'state_move' AS class, u.id::text AS subject, u.member_id AS "memberId", NULL::text AS asset,
           '{}'::jsonb AS expected,
           jsonb_build_object('entity', u.entity, 'entityId', u.entity_id, 'event', u.name, 'from', u.was,
                              'to', u.became, 'actor', u.actor) AS actual,
           ${noProposal}
    FROM (${undeclared}) u`,
};
