-- Records the hits of a judgement that stands: `p_hits` is [{rule, subject, label, mode, verdict, found?,
-- figure?, hitId, caseId}]. A hit of a rule that is on belongs to the open case of its rule and
-- subject, which is opened when there is none. All calls write the cases in one order.
CREATE OR REPLACE FUNCTION risk_record(p_member uuid, p_at jsonb, p_hits jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hit jsonb;
  v_case uuid;
BEGIN
  FOR v_hit IN SELECT h FROM jsonb_array_elements(p_hits) h ORDER BY h->>'subject', h->>'rule' LOOP
    v_case := NULL;
    IF v_hit->>'mode' = 'on' THEN
      INSERT INTO risk_case AS c (subject, id, rule, label, state, opened_at, last_hit_at)
      VALUES (v_hit->>'subject', (v_hit->>'caseId')::uuid, v_hit->>'rule', v_hit->>'label', 'OPEN', v_now, v_now)
      ON CONFLICT (subject, rule) WHERE state = 'OPEN'
      DO UPDATE SET hits = c.hits + 1, last_hit_at = v_now
      RETURNING id INTO v_case;
    END IF;
    INSERT INTO risk_hit (subject, id, rule, mode, verdict, place, found, figure, owner_id, device, network, case_id,
                          happened_at)
    VALUES (v_hit->>'subject', (v_hit->>'hitId')::uuid, v_hit->>'rule', v_hit->>'mode', v_hit->>'verdict',
            p_at->>'place', (v_hit->>'found')::integer, (v_hit->>'figure')::integer, p_member, p_at->>'device',
            p_at->>'network', v_case, v_now);
  END LOOP;
END $$;

-- Counts and compares one act for each of `p_rules` and returns the hits: those of the caller's lists,
-- `p_listed`, and of the rules, in the form of risk_record. `p_at` is {place, device, network}. A rule is
-- {rule, measure, subject, label, windowMs, figure, withinMs?, isCounted, mode, verdict, hitId, caseId}
-- with a measure of
-- - `count`: the subject did it more than `figure` times within the window
-- - `count_new`: the same for a member who registered within `withinMs`
-- - `phone_age`: the member's phone changed within `withinMs`; `found` is the age in hours
--
-- A counter holds the acts of the last 25 parts of 1/24 window, the newest first. It slides with the
-- parts, so that no window of this length, wherever it begins, holds more than `figure` acts; an act is
-- forgotten between one window and one window and a 24th later.
--
-- The row of a counter is locked until the end of the transaction, so that of several at once no more
-- than `figure` pass. Hits are recorded here, except when one of them refuses: the caller rolls back,
-- which gives back the count, and records them by risk_record.
CREATE OR REPLACE FUNCTION risk_judge(
  p_member uuid, p_at jsonb, p_rules jsonb, p_listed jsonb, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hits jsonb := p_listed;
  v_rule jsonb;
  v_part_ms bigint;
  v_part timestamptz;
  v_parts integer[];
  v_found integer;
  v_is_hit boolean;
  v_since timestamptz;
BEGIN
  FOR v_rule IN SELECT r FROM jsonb_array_elements(p_rules) r ORDER BY r->>'subject', r->>'rule' LOOP
    v_since := v_now - (v_rule->>'withinMs')::bigint * interval '1 ms';
    IF v_rule->>'measure' = 'phone_age' THEN
      SELECT floor(extract(epoch FROM v_now - phone_changed_at) / 3600)::integer, phone_changed_at > v_since
      INTO v_found, v_is_hit FROM member WHERE member_id = p_member;
    ELSE
      IF v_rule->>'measure' = 'count_new' AND NOT EXISTS (
        SELECT FROM member WHERE member_id = p_member AND created_at > v_since) THEN CONTINUE; END IF;
      v_part_ms := (v_rule->>'windowMs')::bigint / 24;
      v_part := to_timestamp(floor(extract(epoch FROM v_now) * 1000 / v_part_ms) * v_part_ms / 1000);
      IF (v_rule->>'isCounted')::boolean THEN
        INSERT INTO risk_counter AS c (subject, rule, started_at, parts)
        VALUES (v_rule->>'subject', v_rule->>'rule', v_part, ARRAY[1])
        ON CONFLICT (subject, rule) DO UPDATE SET
          parts = risk_slide(c.parts, c.started_at, v_part, v_part_ms, 1),
          started_at = greatest(c.started_at, v_part)
        RETURNING parts INTO v_parts;
      ELSE
        SELECT risk_slide(parts, started_at, v_part, v_part_ms, 1) INTO v_parts FROM risk_counter
        WHERE subject = v_rule->>'subject' AND rule = v_rule->>'rule';
      END IF;
      SELECT coalesce(sum(n), 1) INTO v_found FROM unnest(v_parts) n;
      v_is_hit := v_found > (v_rule->>'figure')::integer;
    END IF;
    IF v_is_hit THEN
      v_hits := v_hits || jsonb_build_array(
        v_rule - ARRAY['measure', 'windowMs', 'withinMs', 'isCounted'] || jsonb_build_object('found', v_found));
    END IF;
  END LOOP;
  IF NOT EXISTS (SELECT FROM jsonb_array_elements(v_hits) h WHERE h->>'mode' = 'on' AND h->>'verdict' = 'refuse') THEN
    PERFORM risk_record(p_member, p_at, v_hits, p_now);
  END IF;
  RETURN v_hits;
END $$;

-- Judges as risk_judge does, as a part of another statement: raises RISK_REFUSED {hits} when a hit
-- refuses, which rolls back the whole statement. The caller then records the hits by risk_record.
CREATE OR REPLACE FUNCTION risk_judge_or_refuse(
  p_member uuid, p_at jsonb, p_rules jsonb, p_listed jsonb, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_hits jsonb := risk_judge(p_member, p_at, p_rules, p_listed, p_now);
BEGIN
  IF v_hits @? '$[*] ? (@.mode == "on" && @.verdict == "refuse")' THEN
    PERFORM platform_refuse('RISK_REFUSED', jsonb_build_object('hits', v_hits));
  END IF;
END $$;

-- Returns the parts of a counter as of `p_part`, with `p_by` more acts in the newest. An act of a
-- process whose clock is behind counts in the newest part.
CREATE OR REPLACE FUNCTION risk_slide(
  p_parts integer[], p_started_at timestamptz, p_part timestamptz, p_part_ms bigint, p_by integer
) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_steps integer := least(25, round(date_part('epoch', p_part - p_started_at) * 1000 / p_part_ms));
  v_parts integer[] := (array_fill(0, ARRAY[greatest(0, v_steps)]) || p_parts)[1:25];
BEGIN
  v_parts[1] := v_parts[1] + p_by;
  RETURN v_parts;
END $$;
