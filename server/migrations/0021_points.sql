-- Points for members: the statement of a book in its order.

-- A member's statement, newest first; also the roller's sums of one member's month.
CREATE INDEX ledger_transfer_book ON ledger_transfer (member_id, created_at);

-- How points are earned. A change is another version with its day; of those whose time it is, the highest holds.
CREATE TABLE points_rule (
  rule_id text NOT NULL CHECK (rule_id IN ('order', 'sign_in', 'first_order', 'nickname', 'first_coupon')),
  version integer NOT NULL CHECK (version > 0),
  is_on boolean NOT NULL,
  -- Of an order: for each unit of cash kept. Of signing in: for each day of the running week. Of a task: once.
  points integer[] NOT NULL CHECK (cardinality(points) BETWEEN 1 AND 7 AND 0 <= ALL (points) AND 100000 >= ALL (points)),
  unit_fen integer CHECK (unit_fen > 0),
  -- At most so many points for one order, on one day (China's calendar), in a member's life.
  per_order integer CHECK (per_order > 0),
  per_day integer CHECK (per_day > 0),
  per_life integer CHECK (per_life > 0),
  starts_at timestamptz NOT NULL,
  made_by text NOT NULL,
  reason text NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, version),
  CONSTRAINT points_rule_unit CHECK ((rule_id = 'order') = (unit_fen IS NOT NULL)),
  CONSTRAINT points_rule_week CHECK (cardinality(points) = CASE rule_id WHEN 'sign_in' THEN 7 ELSE 1 END)
);
-- domain.md 13: 1 元 is 1 点, signing in gives 1 to 10 a day.
INSERT INTO points_rule (rule_id, version, is_on, points, unit_fen, per_order, per_day, starts_at, made_by, reason, made_at)
VALUES ('order', 1, true, '{1}', 100, 5000, 20000, '2020-01-01', 'system', 'domain.md 13', '2020-01-01'),
       ('sign_in', 1, true, '{1,2,3,4,5,6,10}', NULL, NULL, NULL, '2020-01-01', 'system', 'domain.md 13', '2020-01-01'),
       ('first_order', 1, true, '{50}', NULL, NULL, NULL, '2020-01-01', 'system', 'domain.md 13', '2020-01-01'),
       ('nickname', 1, true, '{20}', NULL, NULL, NULL, '2020-01-01', 'system', 'domain.md 13', '2020-01-01'),
       ('first_coupon', 1, true, '{10}', NULL, NULL, NULL, '2020-01-01', 'system', 'domain.md 13', '2020-01-01');

-- A day signed in, of China's calendar; `streak` counts the days in a row up to it.
CREATE TABLE points_sign (
  member_id uuid NOT NULL,
  day date NOT NULL,
  streak integer NOT NULL CHECK (streak > 0),
  points integer NOT NULL CHECK (points >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, day)
);

-- By which ratio an order's points were earned, so that a part of its cash keeps as many as it would have earned.
ALTER TABLE points_lot
  ADD COLUMN per_points integer CHECK (per_points > 0),
  ADD COLUMN per_fen integer CHECK (per_fen > 0),
  ADD CONSTRAINT points_lot_ratio CHECK ((per_points IS NULL) = (per_fen IS NULL));

-- What only members of at least this grade may have.
ALTER TABLE benefit ADD COLUMN grade_min integer CHECK (grade_min > 0);

GRANT SELECT, INSERT ON points_rule, points_sign TO yunjing_app;

-- They took the points themselves; now they take the cash that was kept, and reckon by the rule.
DROP FUNCTION IF EXISTS points_earn(uuid, uuid, uuid, uuid, bigint, timestamptz, timestamptz, text, timestamptz);
DROP FUNCTION IF EXISTS points_clawback(uuid, text, uuid, bigint, text, text, timestamptz);
