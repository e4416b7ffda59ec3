-- The former signature (decision 0200): a reduction that waits for a lock while the schema changes goes on in
-- the former body of its caller and calls this. A later contract step drops it.
CREATE OR REPLACE FUNCTION invitations_take(
  p_member uuid, p_was invite_reward, p_less bigint, p_left bigint, p_actor text, p_now timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN invitations_take(p_member, p_was.id, p_was.kind, p_was.friend, p_less, p_left, p_actor, p_now);
END $$;
