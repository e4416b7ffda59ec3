-- The books: what may not be spent for now, runs that reconcile, cases of what does not agree, and what two persons decide.

-- A member's asset that may not be spent until it is thawed. Credits, refunds and the ends of holds go on.
CREATE TABLE ledger_freeze (
  member_id uuid NOT NULL,
  asset text NOT NULL CHECK (asset IN ('CNY', 'PTS')),
  is_frozen boolean NOT NULL,
  reason text NOT NULL,
  -- `system` when a case froze it, else who did.
  actor text NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, asset)
);
GRANT SELECT ON ledger_freeze TO yunjing_app;

-- What one person proposes and another decides. `payload` is what is done on approval; nothing in it changes later.
CREATE TABLE approval (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  reason text NOT NULL,
  maker uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'rejected')),
  checker uuid,
  decision text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  CONSTRAINT approval_two_persons CHECK (checker IS NULL OR checker <> maker),
  CONSTRAINT approval_decided CHECK ((state = 'waiting') = (checker IS NULL) AND (state = 'waiting') = (decided_at IS NULL))
);
CREATE INDEX approval_waiting ON approval (created_at, id) WHERE state = 'waiting';
CREATE INDEX approval_newest ON approval (created_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (state, checker, decision, decided_at) ON approval TO yunjing_app;

-- One pass over the books, or over a bill. `checks` says for each check how many differences it found and its ms.
CREATE TABLE recon_run (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
  checks jsonb NOT NULL DEFAULT '[]',
  found integer NOT NULL DEFAULT 0 CHECK (found >= 0),
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT recon_run_ended CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE INDEX recon_run_newest ON recon_run (started_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (state, checks, found, ended_at) ON recon_run TO yunjing_app;

-- What does not agree: one live case for each (class, subject), however many runs see it. `frozen` are the assets that
-- the case froze; they are thawed with its end, unless another case or a person holds them frozen.
CREATE TABLE recon_case (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES recon_run (id),
  class text NOT NULL,
  subject text NOT NULL,
  member_id uuid,
  expected jsonb NOT NULL,
  actual jsonb NOT NULL,
  proposal jsonb,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'proposed', 'booked', 'dismissed', 'healed')),
  frozen text[] NOT NULL DEFAULT '{}',
  approval_id uuid,
  opened_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  closing text,
  CONSTRAINT recon_case_closed CHECK ((state IN ('open', 'proposed')) = (closed_at IS NULL)),
  CONSTRAINT recon_case_proposed CHECK (state <> 'proposed' OR approval_id IS NOT NULL)
);
CREATE UNIQUE INDEX recon_case_live ON recon_case (class, subject) WHERE state IN ('open', 'proposed');
CREATE INDEX recon_case_newest ON recon_case (opened_at DESC, id DESC);
CREATE INDEX recon_case_member ON recon_case (member_id) WHERE state IN ('open', 'proposed');
GRANT SELECT, INSERT, UPDATE (actual, expected, proposal, state, frozen, approval_id, seen_at, closed_at, closed_by,
  closing) ON recon_case TO yunjing_app;
