-- Saves accounts for later orders, `[{id, kind, hash, sealed, mask}]` with bytes as base64. An
-- account that is already saved only gets a new time of use. Of each kind, only the `p_most` most
-- recently used accounts remain.
CREATE OR REPLACE FUNCTION accounts_save(p_member uuid, p_accounts jsonb, p_most integer, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_one record;
BEGIN
  -- In a fixed order, so that two concurrent orders wait for each other and cannot deadlock.
  FOR v_one IN
    SELECT * FROM jsonb_to_recordset(p_accounts) AS a (id uuid, kind text, hash text, sealed text, mask text)
    ORDER BY a.kind, a.hash
  LOOP
    INSERT INTO account_shelf (member_id, form_kind, changed_at) VALUES (p_member, v_one.kind, v_now)
    ON CONFLICT (member_id, form_kind) DO UPDATE SET changed_at = excluded.changed_at;
    INSERT INTO saved_account (member_id, id, form_kind, account_hash, sealed, mask, used_at, created_at)
    VALUES (p_member, v_one.id, v_one.kind, decode(v_one.hash, 'base64'), decode(v_one.sealed, 'base64'), v_one.mask,
      v_now, v_now)
    ON CONFLICT (member_id, form_kind, account_hash) DO UPDATE SET used_at = excluded.used_at;
    DELETE FROM saved_account
    WHERE member_id = p_member AND form_kind = v_one.kind AND id IN (
      SELECT s.id FROM saved_account s WHERE s.member_id = p_member AND s.form_kind = v_one.kind
      ORDER BY s.used_at DESC, s.id DESC OFFSET p_most);
  END LOOP;
END $$;
