-- Closes the ledger of a member who was merged into another or has closed the account. Postings are
-- still accepted: late money must not be refused.
CREATE OR REPLACE FUNCTION ledger_close(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO ledger_closed (member_id, closed_at) VALUES (p_member, v_now)
  ON CONFLICT (member_id) DO NOTHING;
END $$;

-- Reports a late credit to a closed ledger, in the transaction of that credit: the handler of topic
-- `ledger.late` moves it to the remaining member, or forfeits it. `p_ref` identifies the credit,
-- once. Does nothing for an open ledger.
CREATE OR REPLACE FUNCTION ledger_report_late(p_member uuid, p_ref text, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_closed WHERE member_id = p_member) THEN RETURN; END IF;
  PERFORM platform_outbox_insert(p_member, md5(p_ref || ':late')::uuid, p_member, 'ledger.late', '{}', NULL, NULL, p_now);
END $$;
