/** Check 7: nothing waits longer than allowed: messages, callbacks, jobs. */
import { sql } from "drizzle-orm";
import { before, type Check, noMemberColumns, noProposal } from "../check.ts";

/** A job that failed this often in a row does not recover by itself. */
const JOB_FAILURES = 5;

export const queues: Check = {
  name: "queues",
  isQuick: true,
  classes: {
    outbox_stuck: { title: "消息积压", freezes: false },
    outbox_dead: { title: "消息投递失败", freezes: false },
    inbox_stuck: { title: "回调未处理", freezes: false },
    agent_stuck: { title: "定时任务反复失败", freezes: false },
  },
  find: (view) => sql`
    SELECT 'outbox_stuck' AS class, topic AS subject, ${noMemberColumns}, jsonb_build_object('count', 0) AS expected,
           jsonb_build_object('count', count(*), 'oldest', min(due_at)) AS actual, ${noProposal}
    FROM outbox WHERE (state = 'queued' AND due_at < ${before(view, view.queueSlaMs)})
                   OR (state = 'claimed' AND lease_until < ${before(view, view.queueSlaMs)})
    GROUP BY topic
    UNION ALL
    SELECT 'outbox_dead', topic, ${noMemberColumns}, jsonb_build_object('count', 0),
           jsonb_build_object('count', count(*), 'oldest', min(created_at)), NULL::jsonb
    FROM outbox WHERE state = 'dead' GROUP BY topic
    UNION ALL
    SELECT 'inbox_stuck', split_part(event_key, ':', 1), ${noMemberColumns}, jsonb_build_object('count', 0),
           jsonb_build_object('count', count(*), 'oldest', min(received_at)), NULL::jsonb
    FROM inbox WHERE applied_at IS NULL AND received_at < ${before(view, view.queueSlaMs)} GROUP BY 2
    UNION ALL
    SELECT 'agent_stuck', name, ${noMemberColumns}, jsonb_build_object('failures', 0),
           jsonb_build_object('failures', failures, 'error', last_error), NULL::jsonb
    FROM job_lease WHERE failures >= ${JOB_FAILURES}`,
};
