-- Returns the growth that counts for a member at `p_at`: entries written by then, from the 365 days
-- before.
CREATE OR REPLACE FUNCTION levels_growth(p_member uuid, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT greatest(0, coalesce(sum(growth), 0))::bigint FROM growth_entry
    WHERE member_id = p_member AND at <= p_at AND counts_at <= p_at AND counts_at > p_at - interval '365 days'
  );
END $$;

-- Returns the changes of a member's grade by time since it was stored, one row for each period that
-- has ended by `p_now`: with enough growth the grade is kept for another period, otherwise it falls
-- by one grade, never more. Each period is computed at its own end, so the result does not depend
-- on when the function runs.
CREATE OR REPLACE FUNCTION levels_ended_periods(p_member uuid, p_now timestamptz)
RETURNS TABLE (step integer, from_grade smallint, to_grade smallint, ended_at timestamptz, kept_until timestamptz)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_until timestamptz;
  v_grade smallint;
  v_from bigint;
BEGIN
  SELECT m.grade, m.kept_until INTO v_grade, v_until FROM member_level m WHERE m.member_id = p_member;
  step := 0;
  WHILE v_until <= v_now LOOP
    step := step + 1;
    from_grade := v_grade;
    ended_at := v_until;
    SELECT l.growth_from INTO v_from FROM level l WHERE l.grade = v_grade;
    IF levels_growth(p_member, v_until) < v_from THEN v_grade := v_grade - 1; END IF;
    to_grade := v_grade;
    SELECT CASE WHEN v_grade > 1 THEN v_until + l.keep_days * interval '1 day' END INTO v_until
    FROM level l WHERE l.grade = v_grade;
    kept_until := v_until;
    RETURN NEXT;
  END LOOP;
END $$;

-- Returns the grade of a member at `p_now`: by growth or granted; the higher applies. 1 for a
-- member without either.
CREATE OR REPLACE FUNCTION levels_grade(p_member uuid, p_now timestamptz) RETURNS smallint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_own smallint;
  v_until timestamptz;
  v_given smallint;
BEGIN
  SELECT m.grade, m.kept_until INTO v_own, v_until FROM member_level m WHERE m.member_id = p_member;
  IF v_until <= v_now THEN
    SELECT r.to_grade INTO v_own FROM levels_ended_periods(p_member, p_now) r ORDER BY r.step DESC LIMIT 1;
  END IF;
  SELECT max(g.grade) INTO v_given FROM level_grant g
  WHERE g.member_id = p_member AND g.valid_from <= v_now AND g.valid_to > v_now;
  RETURN greatest(1::smallint, v_own, v_given);
END $$;

-- Returns a member's level at `p_now`: the grade, the growth that counts, until when the grade
-- cannot fall (null for the lowest), and the growth still missing to keep it after that.
CREATE OR REPLACE FUNCTION levels_member_level(
  p_member uuid, p_now timestamptz, OUT grade smallint, OUT growth bigint, OUT kept_until timestamptz, OUT to_keep bigint
) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_own smallint;
  v_until timestamptz;
  v_given timestamptz;
  v_grown bigint;
BEGIN
  SELECT m.grade, m.kept_until INTO v_own, v_until FROM member_level m WHERE m.member_id = p_member;
  IF v_until <= v_now THEN
    SELECT r.to_grade, r.kept_until INTO v_own, v_until FROM levels_ended_periods(p_member, p_now) r ORDER BY r.step DESC LIMIT 1;
  END IF;
  grade := levels_grade(p_member, p_now);
  growth := levels_growth(p_member, v_now);
  SELECT max(g.valid_to) INTO v_given FROM level_grant g
  WHERE g.member_id = p_member AND g.grade = levels_member_level.grade AND g.valid_from <= v_now AND g.valid_to > v_now;
  kept_until := greatest(v_given, CASE WHEN v_own = grade THEN v_until END);
  SELECT coalesce(sum(e.growth), 0) INTO v_grown FROM growth_entry e
  WHERE e.member_id = p_member AND e.at <= v_now AND e.counts_at <= v_now
    AND e.counts_at > kept_until - interval '365 days';
  SELECT greatest(0, l.growth_from - v_grown) INTO to_keep FROM level l WHERE l.grade = levels_member_level.grade;
END $$;

-- Locks a member's level for the rest of the transaction and stores the changes that time has
-- caused.
CREATE OR REPLACE FUNCTION levels_settle(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_step record;
BEGIN
  INSERT INTO member_level (member_id, grade) VALUES (p_member, 1) ON CONFLICT (member_id) DO NOTHING;
  PERFORM 1 FROM member_level WHERE member_id = p_member FOR NO KEY UPDATE;
  FOR v_step IN SELECT * FROM levels_ended_periods(p_member, p_now) ORDER BY step LOOP
    UPDATE member_level SET grade = v_step.to_grade, kept_until = v_step.kept_until WHERE member_id = p_member;
    PERFORM levels_record_change(p_member, v_step.from_grade, v_step.to_grade, 'period', v_step.kept_until, NULL, 'system',
                        v_step.ended_at);
  END LOOP;
END $$;

-- Writes one line of a member's level history. The caller has locked the member's level.
CREATE OR REPLACE FUNCTION levels_record_change(
  p_member uuid, p_from smallint, p_to smallint, p_reason text, p_until timestamptz, p_note text, p_actor text,
  p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_seq integer;
BEGIN
  UPDATE member_level SET records = records + 1 WHERE member_id = p_member RETURNING records INTO v_seq;
  INSERT INTO level_record (member_id, seq, from_grade, to_grade, reason, valid_to, note, actor, at)
  VALUES (p_member, v_seq, p_from, p_to, p_reason, p_until, p_note, p_actor, v_now);
END $$;
