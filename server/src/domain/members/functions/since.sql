-- Returns the start of a membership; null for an unknown member.
CREATE OR REPLACE FUNCTION members_created_at(p_member uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT created_at FROM member WHERE member_id = p_member);
END $$;

-- Returns where a member registered: web or wechat; null for an unknown member.
CREATE OR REPLACE FUNCTION members_channel(p_member uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT reg_channel FROM member WHERE member_id = p_member);
END $$;
