-- Arguments of SQL functions that belong together are one composite argument: no function has more than eight.

-- The content of an address: sealed, with what the list shows, and the hash that finds a duplicate.
CREATE TYPE addresses_content AS (sealed bytea, phone_mask text, region_codes text[], tag text, hash bytea);

-- What a line of the audit log records about an operator's call; `reason` may be null.
CREATE TYPE audit_entry AS (
  call_id uuid, operation text, outcome text, input jsonb, reason text, request_id text, address text
);

-- What remains of an invitation reward: amount, cost and base. `end_state` where nothing remains before the settlement.
CREATE TYPE invitations_reduction AS (
  amount bigint, cost_fen bigint, base_fen bigint, end_state text, reason text, actor text
);

-- A granted level: where it comes from (once for each source and ref), and what the history says about it.
CREATE TYPE levels_granted AS (id uuid, grade smallint, source text, ref text, note text, actor text);

DO $$
DECLARE v_old regprocedure;
BEGIN
  FOR v_old IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = ANY (ARRAY[
    'addresses_add', 'addresses_change', 'audit_append', 'audit_append_refusal', 'audit_hash', 'invitations_cut',
    'levels_grant', 'levels_grant_days'
  ]) LOOP
    EXECUTE format('DROP FUNCTION %s', v_old);
  END LOOP;
END $$;
