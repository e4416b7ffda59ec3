-- Moderation: what members write and upload, and the words that operators keep (decision 0108).

-- One nickname or picture. It is screened by the provider unless a word sends it to a person.
CREATE TABLE moderation_case (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('nickname', 'avatar', 'ticket')),
  state text NOT NULL CHECK (state IN ('SCREENING', 'REVIEW', 'PASSED', 'REJECTED')),
  nickname text,
  file_id uuid,
  note text,
  decided_by uuid,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  CONSTRAINT moderation_case_subject CHECK (
    (nickname IS NOT NULL) = (kind = 'nickname') AND (file_id IS NULL) = (kind = 'nickname')),
  CONSTRAINT moderation_case_ended CHECK ((ended_at IS NOT NULL) = (state IN ('PASSED', 'REJECTED')))
);
CREATE UNIQUE INDEX moderation_case_file ON moderation_case (member_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX moderation_case_id ON moderation_case (id);
CREATE INDEX moderation_case_newest ON moderation_case (state, created_at, id);
GRANT SELECT, INSERT, UPDATE (state, nickname, note, decided_by, ended_at) ON moderation_case TO yunjing_app;

-- `plain` is the word as it is compared: without spaces and signs, with one form for digits that look alike.
CREATE TABLE moderation_term (
  plain text PRIMARY KEY CHECK (length(plain) BETWEEN 1 AND 60),
  term text NOT NULL,
  level text NOT NULL CHECK (level IN ('deny', 'review')),
  is_on boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  changed_by uuid,
  changed_at timestamptz NOT NULL
);
INSERT INTO moderation_term (plain, term, level, changed_at) VALUES
  ('代开发票', '代开发票', 'deny', now()), ('赌博', '赌博', 'deny', now()), ('色情', '色情', 'deny', now()),
  ('办证', '办证', 'deny', now()), ('刷单', '刷单', 'deny', now()), ('加微信', '加微信', 'review', now()),
  ('兼职', '兼职', 'review', now());
GRANT SELECT, INSERT, UPDATE (term, level, is_on, version, changed_by, changed_at) ON moderation_term TO yunjing_app;

-- Who handles tickets reviews what members write and upload.
INSERT INTO role_permission (role_id, permission)
SELECT role_id, 'moderation:handle' FROM role_permission WHERE permission = 'tickets:handle'
ON CONFLICT DO NOTHING;
UPDATE role SET version = version + 1
WHERE role_id IN (SELECT role_id FROM role_permission WHERE permission = 'moderation:handle');
UPDATE member m SET permissions = ARRAY(
  SELECT DISTINCT x FROM unnest(m.permissions || ARRAY['moderation:handle']) x ORDER BY x)
FROM operator o
WHERE o.member_id = m.member_id AND o.disabled_at IS NULL AND EXISTS (
  SELECT FROM operator_role r JOIN role_permission p USING (role_id)
  WHERE r.member_id = m.member_id AND p.permission = 'moderation:handle');
