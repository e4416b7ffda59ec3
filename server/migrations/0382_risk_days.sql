-- What the rules of risk did by day, so that their figures do not grow with the hits (decision 0227).

-- Hits of a rule on a day of Shanghai before `risk_day_mark.until`. A subject counts on the day of its latest hit: those
-- of several days are the sum of the days, and each subject counts once.
CREATE TABLE risk_day (
  day date NOT NULL,
  rule text NOT NULL,
  acted integer NOT NULL,
  dry integer NOT NULL,
  subjects integer NOT NULL,
  PRIMARY KEY (day, rule)
);
CREATE TABLE risk_subject_day (
  subject text NOT NULL,
  rule text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (subject, rule)
);
CREATE INDEX risk_subject_day_old ON risk_subject_day (day);

-- One row: the hits before this instant are summed.
CREATE TABLE risk_day_mark (
  name text PRIMARY KEY DEFAULT 'hits' CHECK (name = 'hits'),
  until timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (acted, dry, subjects), DELETE ON risk_day TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (day), DELETE ON risk_subject_day TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (until) ON risk_day_mark TO yunjing_app;
