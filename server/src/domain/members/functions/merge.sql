-- Locks a member's row until the end of the transaction, and returns the data that a merge needs;
-- null for an unknown member. The lock waits for every transaction in which the member acts
-- (members_refuse_merged), and makes later ones wait for the merge.
CREATE OR REPLACE FUNCTION members_lock(p_member uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_member member;
BEGIN
  SELECT * INTO v_member FROM member WHERE member_id = p_member FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('memberId', p_member, 'status', v_member.status,
    'hasPhone', v_member.phone_hash IS NOT NULL, 'mergedInto', v_member.merged_into,
    'isOperator', cardinality(v_member.roles) + cardinality(v_member.permissions) > 0,
    'appIds', (SELECT coalesce(jsonb_agg(appid ORDER BY appid), '[]') FROM member_identity WHERE member_id = p_member));
END $$;
