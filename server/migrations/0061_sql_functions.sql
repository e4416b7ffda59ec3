-- Structured arguments of SQL functions, and functions that have another name or other parameters.

-- A posting of the ledger: its id, what identifies it and its content, who acts, the order it belongs to, and its title in
-- the member's statement.
CREATE TYPE ledger_posting AS (
  id uuid, kind text, ref text, hash bytea, actor text, order_id uuid, title text
);

-- An amount to hold until `expires_at`, and who holds it for which order.
CREATE TYPE ledger_hold_request AS (
  id uuid, asset text, purpose text, amount bigint, expires_at timestamptz, actor text, order_id uuid, title text
);

-- What happened to an entity: a state is null where the entity has none, or did not change it.
CREATE TYPE platform_event_change AS (name text, from_state text, to_state text);

-- Who changed an entity, why, and in which request.
CREATE TYPE platform_event_actor AS (kind text, id text, reason text, request_id text);

-- What a completed order earns: the cash kept, the percentage of the rule's points, and the titles of the two postings.
CREATE TYPE points_earning AS (
  lot_id uuid, txn_id uuid, order_id uuid, cash_fen bigint, rate integer, title text, first_order_title text
);

-- A lot that begins at `active_at`; `per_points` points for each `per_fen` fen of cash, null where cash does not count.
CREATE TYPE points_pending_lot AS (
  id uuid, points bigint, active_at timestamptz, expires_at timestamptz, per_points integer, per_fen integer
);

DO $$
DECLARE v_old regprocedure;
BEGIN
  FOR v_old IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = ANY (ARRAY[
    'accounts_keep', 'addresses_default', 'audit_end_refusals', 'audit_put', 'audit_refuse',
    'catalog_changed', 'catalog_limit_take', 'catalog_stock_drop', 'catalog_stock_note',
    'catalog_stock_take', 'catalog_stock_undo', 'coupons_deny', 'coupons_free_budget',
    'coupons_hold_rows', 'coupons_note', 'coupons_refuse', 'coupons_span', 'coupons_spend',
    'coupons_take_budget', 'ledger_book', 'ledger_came_late', 'ledger_hold', 'ledger_post',
    'ledger_release', 'ledger_reverse', 'ledger_write', 'levels_give', 'levels_give_days',
    'levels_grow', 'levels_note', 'levels_reached', 'levels_roll', 'levels_standing',
    'levels_write', 'members_cancelling', 'members_idem_take', 'members_identity_drop',
    'members_identity_keep', 'members_merge_hold', 'members_money_cools', 'members_note_return',
    'members_since', 'members_state_use', 'platform_event_put', 'platform_idem_keep',
    'platform_idem_take', 'platform_inbox_keep', 'platform_outbox_put', 'platform_push_put',
    'points_capped', 'points_earn', 'points_first_order', 'points_freeze', 'points_give_back',
    'points_grant', 'points_take', 'points_take_back', 'points_task_done', 'security_cooling',
    'security_free', 'security_take'
  ]) LOOP
    EXECUTE format('DROP FUNCTION %s', v_old);
  END LOOP;
END $$;
