-- Counts of a batch's codes by state, so that a list of batches reads a few rows of each and not its codes (decision 0155).

-- How many codes of a batch are in a state and end at an instant, and how many uses of them were redeemed; only the end
-- of codes that can be used matters, others count at infinity. The counts are the sums of the entries. The entry of the batch's own id is the folded part; the entry of an order holds what it
-- changed, so that no redemption waits for another. LOCKED counts as ACTIVE: a session changes no count.
CREATE TABLE code_count (
  batch_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  state text NOT NULL CHECK (state <> 'LOCKED'),
  valid_until timestamptz NOT NULL,
  codes integer NOT NULL,
  uses bigint NOT NULL,
  PRIMARY KEY (batch_id, entry_id, state, valid_until)
);
GRANT SELECT, INSERT, UPDATE (codes, uses), DELETE ON code_count TO yunjing_app;

INSERT INTO code_count (batch_id, entry_id, state, valid_until, codes, uses)
SELECT batch_id, batch_id, CASE WHEN state = 'LOCKED' THEN 'ACTIVE' ELSE state END,
       CASE WHEN state IN ('ACTIVE', 'LOCKED') THEN valid_until ELSE 'infinity' END, count(*), sum(uses)
FROM code GROUP BY 1, 3, 4;

-- It takes the order as well.
DROP FUNCTION IF EXISTS exchange_use_count(bytea, integer, boolean);
