-- Moves one member's coupons to another: the old rows become void, the new ones have the same rules
-- and ends.

-- Ends coupons that are still usable, or were not unlocked after an expired lock; returns the data
-- for the new rows.
CREATE OR REPLACE FUNCTION coupons_merge_out(p_member uuid, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_row member_coupon;
  v_all jsonb := '[]';
BEGIN
  FOR v_row IN
    UPDATE member_coupon SET state = 'VOID', void_reason = 'merged', locked_order = NULL, lock_until = NULL
    WHERE member_id = p_member AND valid_until > v_now
      AND (state = 'AVAILABLE' OR (state = 'LOCKED' AND lock_until <= v_now))
    RETURNING *
  LOOP
    PERFORM coupons_record_event(p_member, v_row.id, NULL, 'voided', 'AVAILABLE', 'VOID', 'system', p_now);
    v_all := v_all || jsonb_build_object('id', v_row.id, 'templateId', v_row.template_id, 'source', v_row.source,
      'packSeq', v_row.pack_seq, 'bucket', v_row.bucket, 'snapshot', v_row.snapshot, 'from', v_row.valid_from, 'until', v_row.valid_until);
  END LOOP;
  RETURN v_all;
END $$;

CREATE OR REPLACE FUNCTION coupons_merge_in(p_member uuid, p_ref text, p_coupons jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_row jsonb;
BEGIN
  FOR v_row IN SELECT c FROM jsonb_array_elements(p_coupons) AS c LOOP
    INSERT INTO member_coupon (member_id, id, template_id, source, source_ref, pack_seq, pack_size, pack_next, bucket, snapshot, state,
                               valid_from, valid_until, created_at)
    VALUES (p_member, md5(p_ref || ':' || (v_row->>'id'))::uuid, v_row->>'templateId', v_row->>'source',
            'merge:' || (v_row->>'id'), (v_row->>'packSeq')::smallint, NULL, NULL, (v_row->>'bucket')::smallint, v_row->'snapshot', 'AVAILABLE',
            (v_row->>'from')::timestamptz, (v_row->>'until')::timestamptz, v_now);
    PERFORM coupons_record_event(p_member, md5(p_ref || ':' || (v_row->>'id'))::uuid, NULL, 'granted', NULL, 'AVAILABLE', 'system',
                         p_now);
  END LOOP;
END $$;
