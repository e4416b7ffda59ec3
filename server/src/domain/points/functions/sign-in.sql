-- Signs a member in for the day (China's calendar), once: the streak continues when the member
-- signed in yesterday, and the rule in force gives the points of each day of the week. A repeat
-- returns the same and gives no more points. `{streak}` in `p_title` is replaced. Raises
-- ACCOUNT_MERGED.
CREATE OR REPLACE FUNCTION points_sign_in(
  p_member uuid, p_lot uuid, p_txn uuid, p_expires timestamptz, p_title text, p_now timestamptz,
  OUT points integer, OUT streak integer, OUT is_new boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_day date := (v_now AT TIME ZONE 'Asia/Shanghai')::date;
  v_rule points_rule;
BEGIN
  PERFORM members_refuse_merged(p_member);
  PERFORM ledger_lock_member(p_member, p_now);
  SELECT s.points, s.streak, false INTO points, streak, is_new FROM points_sign s
  WHERE s.member_id = p_member AND s.day = v_day;
  IF FOUND THEN RETURN; END IF;
  is_new := true;
  SELECT s.streak + 1 INTO streak FROM points_sign s WHERE s.member_id = p_member AND s.day = v_day - 1;
  streak := coalesce(streak, 1);
  SELECT * INTO v_rule FROM points_rule WHERE rule_id = 'sign_in' AND starts_at <= v_now
  ORDER BY version DESC LIMIT 1;
  points := 0;
  IF v_rule.is_on THEN
    points := points_within_caps(p_member, 'points_sign', v_rule.points[(streak - 1) % 7 + 1], v_rule.per_day,
                            v_rule.per_life, p_now);
  END IF;
  INSERT INTO points_sign (member_id, day, streak, points, created_at)
  VALUES (p_member, v_day, streak, points, v_now);
  IF points > 0 THEN
    PERFORM points_grant(
      p_member, p_lot, points, p_expires,
      ROW(
        p_txn, 'points_sign', v_day::text, ledger_hash(to_jsonb(points)), 'member:' || p_member,
        NULL, replace(p_title, '{streak}', streak::text))::ledger_posting,
      p_now);
  END IF;
END $$;

-- Grants a task's points, once to a member. Returns false when they were granted before, the task
-- gives none now, or the member closed an earlier account.
CREATE OR REPLACE FUNCTION points_complete_task(
  p_member uuid, p_lot uuid, p_txn uuid, p_task text, p_title text, p_expires timestamptz, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_rule points_rule;
BEGIN
  PERFORM ledger_lock_member(p_member, p_now);
  PERFORM 1 FROM ledger_txn WHERE member_id = p_member AND kind = 'points_task' AND ref = p_task;
  IF FOUND OR members_is_returning(p_member) THEN RETURN false; END IF;
  SELECT * INTO v_rule FROM points_rule WHERE rule_id = p_task AND starts_at <= v_now
  ORDER BY version DESC LIMIT 1;
  IF v_rule.rule_id IS NULL OR NOT v_rule.is_on OR v_rule.points[1] = 0 THEN RETURN false; END IF;
  RETURN points_grant(
    p_member, p_lot, v_rule.points[1], p_expires,
    ROW(
      p_txn, 'points_task', p_task, ledger_hash(to_jsonb(p_task)), 'member:' || p_member, NULL,
      p_title)::ledger_posting,
    p_now) = 'posted';
END $$;
