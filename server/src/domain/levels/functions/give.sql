-- Grants a member a level until `p_until`, once for each (source, ref). Growth continues
-- separately; the higher level applies. Returns given, or replay.
CREATE OR REPLACE FUNCTION levels_grant(
  p_member uuid, p_granted levels_granted, p_until timestamptz, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_before smallint;
BEGIN
  PERFORM levels_settle(p_member, p_now);
  v_before := levels_grade(p_member, p_now);
  PERFORM 1 FROM level_grant WHERE member_id = p_member AND source = p_granted.source AND ref = p_granted.ref;
  IF FOUND THEN RETURN 'replay'; END IF;
  PERFORM levels_publish_reached(p_member, p_granted.grade, p_now);
  INSERT INTO level_grant (member_id, id, grade, source, ref, valid_from, valid_to)
  VALUES (p_member, p_granted.id, p_granted.grade, p_granted.source, p_granted.ref, v_now, p_until);
  PERFORM levels_record_change(p_member, v_before, p_granted.grade, p_granted.source, p_until, p_granted.note,
                               p_granted.actor, p_now);
  RETURN 'given';
END $$;

-- Grants a level for a number of days: from now, or from the end of an earlier grant of the same
-- level, so that no day is lost. Returns as levels_grant, or held: the member already has that
-- level or a higher one for as long, and nothing changed.
CREATE OR REPLACE FUNCTION levels_grant_days(
  p_member uuid, p_granted levels_granted, p_days integer, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_until timestamptz;
BEGIN
  PERFORM levels_settle(p_member, p_now);
  SELECT greatest(v_now, max(valid_to)) + p_days * interval '1 day' INTO v_until
  FROM level_grant WHERE member_id = p_member AND grade = p_granted.grade;
  PERFORM 1 FROM level_grant WHERE member_id = p_member AND grade > p_granted.grade AND valid_to >= v_until
  UNION ALL
  SELECT 1 FROM member_level WHERE member_id = p_member AND grade >= p_granted.grade AND kept_until >= v_until;
  IF FOUND THEN RETURN 'held'; END IF;
  RETURN levels_grant(p_member, p_granted, v_until, p_now);
END $$;
