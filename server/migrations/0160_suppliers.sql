-- What operators keep about a supplier, and what became of each of its callbacks.

ALTER TABLE supplier
  ADD COLUMN phone text NOT NULL DEFAULT '' CHECK (length(phone) <= 40),
  ADD COLUMN hours text NOT NULL DEFAULT '' CHECK (length(hours) <= 100),
  -- What customer service says on the phone to the supplier.
  ADD COLUMN script text NOT NULL DEFAULT '' CHECK (length(script) <= 1000),
  -- Below this prepaid balance an alert is raised; null: by the days left alone.
  ADD COLUMN lowest_fen bigint CHECK (lowest_fen > 0),
  -- With more orders of unknown result an alert is raised; null: none.
  ADD COLUMN unknown_max integer CHECK (unknown_max > 0),
  ADD COLUMN version integer NOT NULL DEFAULT 0;

-- Of suppliers only; null for the channel's notifications, and for callbacks before this migration.
ALTER TABLE inbox ADD COLUMN supplier_id text, ADD COLUMN outcome text;
GRANT UPDATE (outcome) ON inbox TO yunjing_app;
CREATE INDEX inbox_supplier ON inbox (supplier_id, received_at DESC) WHERE supplier_id IS NOT NULL;
