-- Risk rules, lists and cases: who is judged at registration, claims, codes, payments and
-- withdrawals. A subject is `device:<name>`, `network:<name>`, `member:<id>` or `phone:<hash>`.

-- Rules that operators have changed; a rule without a row is as the code declares it.
CREATE TABLE risk_rule (
  code text PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('off', 'dry', 'on')),
  verdict text NOT NULL CHECK (verdict IN ('watch', 'review', 'refuse')),
  figures jsonb NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 2 AND 200),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  operator_id uuid NOT NULL,
  changed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (mode, verdict, figures, reason, version, operator_id, changed_at)
  ON risk_rule TO yunjing_app;

-- Entries of the lists. One entry of a subject is in force; the others have ended.
CREATE TABLE risk_entry (
  entry_id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('allow', 'watch', 'block')),
  subject text NOT NULL,
  -- What operators read: a masked phone, a name of a device, an address as it was typed.
  label text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 2 AND 200),
  case_id uuid,
  operator_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  ends_at timestamptz CHECK (ends_at > created_at),
  ended_at timestamptz,
  ended_by uuid,
  end_reason text,
  CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX risk_entry_in_force ON risk_entry (subject) WHERE ended_at IS NULL;
CREATE INDEX risk_entry_newest ON risk_entry (created_at DESC, entry_id DESC);
GRANT SELECT, INSERT, UPDATE (ended_at, ended_by, end_reason) ON risk_entry TO yunjing_app;

-- How often a subject did what a rule counts, since the first time of the window.
CREATE TABLE risk_counter (
  subject text NOT NULL,
  rule text NOT NULL,
  started_at timestamptz NOT NULL,
  used integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (subject, rule)
);
CREATE INDEX risk_counter_age ON risk_counter (started_at);
GRANT SELECT, INSERT, UPDATE (started_at, used), DELETE ON risk_counter TO yunjing_app;

-- What waits for an operator: the hits of one rule on one subject. The rule `list` is a list's.
CREATE TABLE risk_case (
  subject text NOT NULL,
  id uuid NOT NULL,
  rule text NOT NULL,
  label text NOT NULL,
  state text NOT NULL CHECK (state IN ('OPEN', 'RELEASED', 'LISTED')),
  hits integer NOT NULL DEFAULT 1 CHECK (hits > 0),
  opened_at timestamptz NOT NULL,
  last_hit_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid,
  decision text CHECK (decision IN ('release', 'allow', 'watch', 'block')),
  reason text,
  PRIMARY KEY (subject, id),
  CHECK ((state = 'OPEN') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (decision IS NULL)
    AND (decided_at IS NULL) = (reason IS NULL))
);
CREATE UNIQUE INDEX risk_case_open ON risk_case (subject, rule) WHERE state = 'OPEN';
CREATE INDEX risk_case_by_id ON risk_case (id);
CREATE INDEX risk_case_newest ON risk_case (state, last_hit_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (state, hits, last_hit_at, decided_at, decided_by, decision, reason)
  ON risk_case TO yunjing_app;

-- One time that a rule or a list applied; in a dry run nothing else happened.
CREATE TABLE risk_hit (
  subject text NOT NULL,
  id uuid NOT NULL,
  rule text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('dry', 'on')),
  verdict text NOT NULL CHECK (verdict IN ('watch', 'review', 'refuse')),
  place text NOT NULL,
  -- The count or the age that the rule compared, and its figure.
  found integer,
  figure integer,
  owner_id uuid,
  device text,
  network text,
  case_id uuid,
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (subject, id)
);
CREATE INDEX risk_hit_newest ON risk_hit (happened_at DESC, rule);
CREATE INDEX risk_hit_of_case ON risk_hit (case_id, happened_at DESC, id DESC) WHERE case_id IS NOT NULL;
GRANT SELECT, INSERT, DELETE ON risk_hit TO yunjing_app;

-- The leads decide cases and change rules and lists.
INSERT INTO role_permission (role_id, permission)
VALUES ('lead', 'risk:read'), ('lead', 'risk:edit') ON CONFLICT DO NOTHING;
UPDATE role SET version = version + 1 WHERE role_id = 'lead';
UPDATE member m SET permissions = ARRAY(
  SELECT DISTINCT x FROM unnest(m.permissions || ARRAY['risk:read', 'risk:edit']) x ORDER BY x)
FROM operator o
WHERE o.member_id = m.member_id AND o.disabled_at IS NULL
  AND EXISTS (SELECT FROM operator_role r WHERE r.member_id = m.member_id AND r.role_id = 'lead');
