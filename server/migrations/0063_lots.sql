-- What a lot of points or bonus still has.
CREATE TYPE ledger_lot AS (id uuid, remaining bigint);
