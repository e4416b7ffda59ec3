-- The fulfilment engine: routes with weights, what a supplier may be asked, how fast it is, and the desk's claims.

-- Among routes of one priority those with a weight are drawn by it; the others follow by price.
ALTER TABLE sku_route ADD COLUMN weight integer CHECK (weight BETWEEN 1 AND 1000);
GRANT UPDATE (weight) ON sku_route TO yunjing_app;

-- Questions asked of the supplier about this order on `asked_day` (Shanghai); made by hand: we delivered, not the
-- supplier. `hand_mac` tells the codes that a person handed over from others that come later.
ALTER TABLE supplier_order
  ADD COLUMN asked integer NOT NULL DEFAULT 0 CHECK (asked >= 0),
  ADD COLUMN asked_day date,
  ADD COLUMN claimed_by uuid,
  ADD COLUMN claimed_until timestamptz,
  ADD COLUMN is_hand_made boolean NOT NULL DEFAULT false,
  ADD COLUMN hand_mac bytea,
  ADD CONSTRAINT supplier_order_claim CHECK ((claimed_by IS NULL) = (claimed_until IS NULL));
GRANT UPDATE (asked, asked_day, claimed_by, claimed_until, is_hand_made, hand_mac) ON supplier_order TO yunjing_app;

-- A delivery by the supplier after a person had made it good.
ALTER TABLE loss_case DROP CONSTRAINT loss_case_kind_check;
ALTER TABLE loss_case ADD CONSTRAINT loss_case_kind_check
  CHECK (kind IN ('issued_after_failed', 'failed_after_issued', 'issued_after_hand'));

-- Placings whose time was taken, and deliveries with the time from sending to them.
ALTER TABLE supplier_health
  ADD COLUMN timed integer NOT NULL DEFAULT 0 CHECK (timed >= 0),
  ADD COLUMN timed_ms bigint NOT NULL DEFAULT 0 CHECK (timed_ms >= 0),
  ADD COLUMN answers integer NOT NULL DEFAULT 0 CHECK (answers >= 0),
  ADD COLUMN answer_ms bigint NOT NULL DEFAULT 0 CHECK (answer_ms >= 0);
GRANT UPDATE (timed, timed_ms, answers, answer_ms) ON supplier_health TO yunjing_app;

-- One row for each supplier. `free_at` spaces the questions of all processes; the rest is what health comes to, learned
-- now and then: the share of placings that went well in thousandths, whether that is too small for it to come first,
-- and the usual times in ms, null where not known.
CREATE TABLE supplier_pace (
  supplier_id text PRIMARY KEY REFERENCES supplier (supplier_id),
  free_at timestamptz,
  good_share integer NOT NULL DEFAULT 1000 CHECK (good_share BETWEEN 0 AND 1000),
  is_ailing boolean NOT NULL DEFAULT false,
  placing_ms integer CHECK (placing_ms >= 0),
  usual_ms integer CHECK (usual_ms >= 0),
  learned_at timestamptz
);
GRANT SELECT, INSERT, UPDATE (free_at, good_share, is_ailing, placing_ms, usual_ms, learned_at) ON supplier_pace TO yunjing_app;
