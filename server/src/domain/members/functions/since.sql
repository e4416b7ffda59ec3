-- Since when somebody is a member; null when there is no such member.
CREATE OR REPLACE FUNCTION members_since(p_member uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT created_at FROM member WHERE member_id = p_member
$$;
