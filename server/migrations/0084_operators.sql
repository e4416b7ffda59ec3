-- Operators, their roles, and their second factor (decision 0078). `member.permissions` keeps the effective permissions
-- of a person; for an operator they are derived from the roles by the operators module.

-- An operator: a member who works in the console. `own_permissions` are permissions of the members' API, which no role
-- gives.
CREATE TABLE operator (
  member_id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  own_permissions text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  last_login_at timestamptz
);

CREATE TABLE role (
  role_id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1)
);
CREATE TABLE role_permission (
  role_id text NOT NULL REFERENCES role (role_id),
  permission text NOT NULL,
  PRIMARY KEY (role_id, permission)
);

-- Who proposed and who approved a grant; both null for the first administrators, the demo and this migration.
CREATE TABLE operator_role (
  member_id uuid NOT NULL REFERENCES operator (member_id),
  role_id text NOT NULL REFERENCES role (role_id),
  maker uuid,
  checker uuid,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, role_id),
  CHECK (num_nulls(maker, checker) IN (0, 2)),
  CHECK (maker <> checker),
  CHECK (member_id <> maker AND member_id <> checker)
);

-- The authenticator of an operator. `last_step` is the newest 30-second step whose code was used; a code is good once.
CREATE TABLE operator_authenticator (
  member_id uuid PRIMARY KEY REFERENCES operator (member_id),
  secret_sealed bytea NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  locked_until timestamptz
);
CREATE TABLE operator_recovery_code (
  member_id uuid NOT NULL REFERENCES operator (member_id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (member_id, code_hash)
);

-- The time between the code by SMS and the code of the authenticator.
CREATE TABLE operator_login_ticket (
  ticket_hash bytea PRIMARY KEY,
  member_id uuid NOT NULL,
  device text NOT NULL,
  step text NOT NULL CHECK (step IN ('totp', 'enrol')),
  begun_at timestamptz,
  used_at timestamptz,
  expires_at timestamptz NOT NULL
);

-- Console sessions: the last use by a person, and until when the second factor counts as fresh.
ALTER TABLE member_session ADD COLUMN last_used_at timestamptz, ADD COLUMN proven_until timestamptz;
-- Sessions that were opened without a second factor end.
UPDATE member_session SET revoked_at = now(), revoked_why = 'second factor introduced'
WHERE audience = 'console' AND revoked_at IS NULL;

GRANT SELECT, INSERT, UPDATE (name, own_permissions, disabled_at, last_login_at) ON operator TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (name, version) ON role TO yunjing_app;
GRANT SELECT, INSERT, DELETE ON role_permission, operator_role TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (secret_sealed, confirmed_at, last_step, failures, locked_until), DELETE
  ON operator_authenticator TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON operator_recovery_code TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (begun_at, used_at), DELETE ON operator_login_ticket TO yunjing_app;
GRANT UPDATE (last_used_at, proven_until) ON member_session TO yunjing_app;

INSERT INTO role (role_id, name) VALUES
  ('lead', '运营主管'), ('catalog', '商品'), ('marketing', '营销'), ('service', '客服'), ('finance', '财务'),
  ('finance_check', '财务复核'), ('dealers', '经销商务'), ('audit', '审计'), ('admin', '管理员');
INSERT INTO role_permission (role_id, permission)
SELECT role_id, regexp_split_to_table(permissions, '\s+') FROM (VALUES
  ('lead', 'tickets:handle catalog:read catalog:edit catalog:publish content:edit dining:manage orders:read orders:handle
    orders:refund members:read members:edit members:reveal campaigns:edit campaigns:approve
    campaigns:give codes:read exchange:approve dealers:manage supply:read supply:manage ledger:read
    ledger:approve withdrawals:review levels:edit points:edit wallet:edit invitations:edit
    invitations:review messages:send partners:manage clients:read clients:manage risk:read risk:edit
    stats:read exports:make audit:read settings:read settings:approve jobs:read jobs:manage'),
  ('catalog', 'catalog:read catalog:edit content:edit dining:manage orders:read campaigns:edit supply:read
    stock:import stats:read'),
  ('marketing', 'catalog:read catalog:edit orders:read members:read campaigns:edit campaigns:give points:edit
    levels:edit wallet:edit invitations:edit messages:send stats:read exports:make'),
  ('service', 'orders:read orders:handle orders:refund members:read members:edit members:reveal codes:read
    campaigns:give
    tickets:handle ledger:adjust'),
  ('finance', 'orders:read members:read ledger:read ledger:adjust ledger:freeze withdrawals:review supply:read
    supply:money stats:read exports:make'),
  ('finance_check', 'orders:read members:read ledger:read ledger:approve withdrawals:review audit:read stats:read
    exports:clear'),
  ('dealers', 'orders:read codes:read codes:make dealers:manage partners:manage'),
  ('audit', 'audit:read ledger:read settings:read jobs:read'),
  ('admin', 'operators:manage audit:read settings:read settings:edit jobs:read')
) AS initial (role_id, permissions);

-- Today's grants: every distinct set of console permissions becomes a role, and its holders get it.
CREATE TEMPORARY TABLE granted ON COMMIT DROP AS
SELECT m.member_id, CASE WHEN m.nickname = '' THEN m.member_no ELSE m.nickname END AS name, m.created_at,
       ARRAY(SELECT DISTINCT p FROM unnest(m.permissions) p WHERE p = ANY (k.known) ORDER BY p) AS console,
       ARRAY(SELECT DISTINCT p FROM unnest(m.permissions) p WHERE p <> ALL (k.known) ORDER BY p) AS own
FROM member m, (SELECT regexp_split_to_array('catalog:edit campaigns:edit campaigns:approve supply:manage points:edit orders:handle orders:refund
    wallet:edit ledger:read ledger:adjust ledger:approve ledger:freeze withdrawals:review levels:edit
    invitations:edit invitations:review messages:send partners:manage dealers:manage exchange:approve
    audit:read', '\s+') AS known) k
WHERE m.permissions && k.known;
INSERT INTO operator (member_id, name, own_permissions, created_at)
SELECT member_id, name, own, created_at FROM granted;
CREATE TEMPORARY TABLE found_set ON COMMIT DROP AS
SELECT console, 'before-' || row_number() OVER (ORDER BY console) AS role_id,
       '原有权限 ' || row_number() OVER (ORDER BY console) AS name
FROM (SELECT DISTINCT console FROM granted) s;
INSERT INTO role (role_id, name) SELECT role_id, name FROM found_set;
INSERT INTO role_permission (role_id, permission) SELECT role_id, unnest(console) FROM found_set;
INSERT INTO operator_role (member_id, role_id, granted_at)
SELECT g.member_id, f.role_id, now() FROM granted g JOIN found_set f USING (console);
