-- Returns the start of a membership; null for an unknown member.
CREATE OR REPLACE FUNCTION members_created_at(p_member uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT created_at FROM member WHERE member_id = p_member
$$;
