-- Who pays, proved once more; and the levels, which growth and gifts bring.

-- The password is kept by a slow hash over its salt and a pepper outside the database. A try is counted before it is
-- judged, so that no number of tries at once gets beyond the limit.
CREATE TABLE pay_password (
  member_id uuid PRIMARY KEY,
  salt bytea NOT NULL,
  hash bytea NOT NULL,
  wrong integer NOT NULL DEFAULT 0 CHECK (wrong >= 0),
  locked_until timestamptz,
  set_at timestamptz NOT NULL
);

-- A proof serves one act of one purpose, once. Only the hash of its token is here.
CREATE TABLE step_up_proof (
  member_id uuid NOT NULL,
  proof_hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('pay', 'withdraw', 'pay_password')),
  method text NOT NULL CHECK (method IN ('password', 'sms')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, proof_hash),
  CONSTRAINT step_up_proof_method CHECK (purpose <> 'pay_password' OR method = 'sms')
);
CREATE INDEX step_up_proof_age ON step_up_proof (expires_at);

-- What of the balance an order may spend, with a proof or without one: those without are bounded over a day.
CREATE TABLE spend_permit (
  member_id uuid NOT NULL,
  ref text NOT NULL,
  fen bigint NOT NULL CHECK (fen > 0),
  is_proved boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, ref)
);
CREATE INDEX spend_permit_recent ON spend_permit (member_id, at);

GRANT SELECT, INSERT, UPDATE (salt, hash, wrong, locked_until, set_at) ON pay_password TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON step_up_proof TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (fen, is_proved, at) ON spend_permit TO yunjing_app;

-- The ladder. Its rungs are numbered without a gap, and each asks for more growth than the one below.
CREATE TABLE level (
  grade smallint PRIMARY KEY CHECK (grade BETWEEN 1 AND 9),
  name text NOT NULL,
  growth_from bigint NOT NULL CHECK (growth_from >= 0),
  keep_days integer NOT NULL CHECK (keep_days BETWEEN 28 AND 3660),
  points_rate integer NOT NULL CHECK (points_rate BETWEEN 100 AND 1000),
  coupon_templates text[] NOT NULL DEFAULT '{}',
  benefits jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  CONSTRAINT level_lowest CHECK ((grade = 1) = (growth_from = 0))
);
INSERT INTO level (grade, name, growth_from, keep_days, points_rate, benefits) VALUES
  (1, '白鲸会员', 0, 365, 100,
   '[{"icon":"points","name":"消费积分","text":"每消费 1 元得 1 积分"}]'),
  (2, '银鲸会员', 500, 365, 110,
   '[{"icon":"discount","name":"会员价","text":"部分商品享银鲸会员价"},
     {"icon":"points","name":"积分加速","text":"消费积分为 1.1 倍"}]'),
  (3, '金鲸会员', 1500, 365, 120,
   '[{"icon":"discount","name":"会员价","text":"更多商品享金鲸会员价"},
     {"icon":"points","name":"积分加速","text":"消费积分为 1.2 倍"},
     {"icon":"coupon","name":"升级礼券","text":"首次升级即赠优惠券"}]'),
  (4, '蓝鲸会员', 3000, 365, 150,
   '[{"icon":"discount","name":"会员价","text":"享最低会员价"},
     {"icon":"points","name":"积分加速","text":"消费积分为 1.5 倍"},
     {"icon":"coupon","name":"升级礼券","text":"首次升级即赠优惠券"},
     {"icon":"gift","name":"生日礼遇","text":"生日当月专属好礼"}]');

-- Where growth has brought a member. The grade is good until `kept_until`; what comes after it is worked out by time.
CREATE TABLE member_level (
  member_id uuid PRIMARY KEY,
  grade smallint NOT NULL REFERENCES level (grade),
  kept_until timestamptz,
  entries bigint NOT NULL DEFAULT 0,
  records integer NOT NULL DEFAULT 0,
  CONSTRAINT member_level_kept CHECK ((grade = 1) = (kept_until IS NULL))
);
CREATE INDEX member_level_ends ON member_level (kept_until) WHERE kept_until IS NOT NULL;

-- Growth, gained and taken back. What is taken back of an entry counts for the time of that entry, so both go out of the
-- year together.
CREATE TABLE growth_entry (
  member_id uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  ref text NOT NULL,
  of_ref text,
  growth bigint NOT NULL CHECK (growth <> 0),
  title text NOT NULL,
  counts_at timestamptz NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, seq),
  CONSTRAINT growth_entry_once UNIQUE (member_id, ref)
);
CREATE INDEX growth_entry_counts ON growth_entry (member_id, counts_at);

-- Every step on the ladder, and every level given.
CREATE TABLE level_record (
  member_id uuid NOT NULL,
  seq integer NOT NULL CHECK (seq >= 1),
  from_grade smallint NOT NULL,
  to_grade smallint NOT NULL,
  reason text NOT NULL CHECK (reason IN ('growth', 'period', 'manual', 'code', 'purchase')),
  valid_to timestamptz,
  note text,
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, seq)
);

-- A level that was given: it counts from its time to its end, beside the one that growth brings; the higher wins.
CREATE TABLE level_grant (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  grade smallint NOT NULL REFERENCES level (grade),
  source text NOT NULL CHECK (source IN ('manual', 'code', 'purchase')),
  ref text NOT NULL,
  valid_from timestamptz NOT NULL,
  valid_to timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT level_grant_once UNIQUE (member_id, source, ref),
  CONSTRAINT level_grant_lasts CHECK (valid_to > valid_from)
);

GRANT SELECT, INSERT, UPDATE (name, growth_from, keep_days, points_rate, coupon_templates, benefits, version) ON level
  TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (grade, kept_until, entries, records) ON member_level TO yunjing_app;
GRANT SELECT, INSERT ON growth_entry, level_record, level_grant TO yunjing_app;

-- One truth: what members had so far becomes their first entry.
INSERT INTO member_level (member_id, grade, kept_until, entries)
SELECT member_id, grade, CASE WHEN grade > 1 THEN now() + interval '365 days' END, (growth > 0)::int
FROM member WHERE growth > 0 OR grade > 1;
INSERT INTO growth_entry (member_id, seq, ref, growth, title, counts_at, at)
SELECT member_id, 1, 'carried', growth, '历史成长值', now(), now() FROM member WHERE growth > 0;
ALTER TABLE member DROP COLUMN grade, DROP COLUMN growth;

-- It took no proof.
DROP FUNCTION IF EXISTS orders_pay(uuid, text, text, bytea, text, text, boolean, integer, uuid, integer, uuid,
  timestamptz);
