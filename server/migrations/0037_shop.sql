-- What a purchase spends its time on (decision 0039).

-- These two stand in CHECKs, whose expressions are made ready anew in each statement: as SQL functions they were parsed
-- and put in there every time, which cost as much as the rest of the row. As PL/pgSQL they are called, and answer the same.
CREATE OR REPLACE FUNCTION ledger_sign(p_asset text, p_purpose text) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE
    WHEN p_asset = 'CNY' AND p_purpose IN ('principal', 'bonus', 'reward_frozen', 'reward_cash',
                                           'held_principal', 'held_bonus', 'held_reward') THEN 1
    WHEN p_asset = 'PTS' AND p_purpose IN ('available', 'pending', 'held') THEN 1
    WHEN p_asset = 'PTS' AND p_purpose = 'debt' THEN -1
  END;
END $$;

CREATE OR REPLACE FUNCTION ledger_is_contra(p_asset text, p_purpose text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE p_asset
    WHEN 'CNY' THEN p_purpose IN ('channel', 'clearing', 'revenue', 'fee', 'expense', 'cost', 'prepaid',
                                  'codes_sold', 'suspense')
    WHEN 'PTS' THEN p_purpose IN ('points_issued', 'points_spent', 'points_expired')
    ELSE false
  END;
END $$;

-- An order whose tickets were delivered waits to be used until the last of them ends.
GRANT UPDATE (pickup_to) ON orders TO yunjing_app;
