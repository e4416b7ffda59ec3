-- Closes the book of a member that ended in another, or has closed the account. Postings are still accepted: late money must not be refused.
CREATE OR REPLACE FUNCTION ledger_close(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_closed (member_id, closed_at) VALUES (p_member, coalesce(p_now, now()))
  ON CONFLICT (member_id) DO NOTHING
$$;

-- Reports something of value that came into a closed book, in the transaction that brings it: whoever handles the topic
-- `ledger.late` carries it to the remaining member, or forfeits it. `p_ref` names what came, once. Does nothing for an open book.
CREATE OR REPLACE FUNCTION ledger_came_late(p_member uuid, p_ref text, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_closed WHERE member_id = p_member) THEN RETURN; END IF;
  PERFORM platform_outbox_put(p_member, md5(p_ref || ':late')::uuid, p_member, 'ledger.late', '{}', NULL, NULL, p_now);
END $$;
