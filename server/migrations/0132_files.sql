-- Operators block a picture, which is not served any more, and remove its bytes; the row stays, so
-- that the audit and what names it can still be read.
ALTER TABLE file
  ADD COLUMN blocked_at timestamptz,
  ADD COLUMN blocked_by uuid,
  ADD COLUMN block_reason text,
  ADD COLUMN removed_at timestamptz,
  ADD CONSTRAINT file_block CHECK ((blocked_at IS NULL) = (blocked_by IS NULL)
    AND (blocked_at IS NULL) = (block_reason IS NULL)),
  ADD CONSTRAINT file_removed CHECK (removed_at IS NULL OR blocked_at IS NOT NULL);
CREATE INDEX file_newest ON file (created_at DESC, file_id DESC) WHERE state = 'adopted';
CREATE INDEX file_of_owner ON file (owner_id, created_at DESC, file_id DESC) WHERE state = 'adopted';
CREATE INDEX file_blocked ON file (created_at DESC, file_id DESC) WHERE blocked_at IS NOT NULL;
GRANT UPDATE (blocked_at, blocked_by, block_reason, removed_at) ON file TO yunjing_app;

-- The leads, who answer for what members see, may look after pictures.
INSERT INTO role_permission (role_id, permission) VALUES ('lead', 'files:manage') ON CONFLICT DO NOTHING;
UPDATE role SET version = version + 1 WHERE role_id = 'lead';
UPDATE member m SET permissions = ARRAY(
  SELECT DISTINCT x FROM unnest(m.permissions || ARRAY['files:manage']) x ORDER BY x)
FROM operator o
WHERE o.member_id = m.member_id AND o.disabled_at IS NULL
  AND EXISTS (SELECT FROM operator_role r WHERE r.member_id = m.member_id AND r.role_id = 'lead');
