-- Two members made one: what was merged into which, and every step in which something was carried over (decision 0040).

ALTER TABLE member ADD COLUMN merged_into uuid;
-- Whose books are read beside the member's own: cards stay where their orders are.
ALTER TABLE member ADD COLUMN merged_from uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE member ADD CONSTRAINT member_merged CHECK (merged_into IS NULL OR status = 'CANCELLED');
GRANT UPDATE (merged_into, merged_from) ON member TO yunjing_app;

-- The row of the one that ended. It is written once, so a member ends in one merge at most; `steps` numbers what was
-- carried over, then and since, and `look_at` is when the next look is due.
CREATE TABLE member_merge (
  member_id uuid PRIMARY KEY,
  into_id uuid NOT NULL,
  actor text NOT NULL,
  steps integer NOT NULL DEFAULT 0 CHECK (steps >= 0),
  look_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT member_merge_two CHECK (into_id <> member_id)
);
CREATE INDEX member_merge_look ON member_merge (look_at);
CREATE INDEX member_merge_newest ON member_merge (created_at DESC, member_id DESC);

CREATE TABLE member_merge_step (
  member_id uuid NOT NULL REFERENCES member_merge (member_id),
  seq integer NOT NULL CHECK (seq >= 1),
  moved jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, seq)
);

GRANT SELECT, INSERT, UPDATE (steps, look_at) ON member_merge TO yunjing_app;
GRANT SELECT, INSERT ON member_merge_step TO yunjing_app;

ALTER TABLE bonus_lot DROP CONSTRAINT bonus_lot_source_check;
ALTER TABLE bonus_lot ADD CONSTRAINT bonus_lot_source_check CHECK (source IN ('topup', 'grace', 'merge'));
