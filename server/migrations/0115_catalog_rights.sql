-- Reading the catalogue and publishing it are rights of their own. Who could change the catalogue
-- before the roles had these names keeps both: the roles made from the grants of that time.

INSERT INTO role_permission (role_id, permission)
SELECT p.role_id, n.permission
FROM role_permission p, (VALUES ('catalog:read'), ('catalog:publish')) n (permission)
WHERE p.permission = 'catalog:edit' AND p.role_id LIKE 'before-%'
ON CONFLICT DO NOTHING;
UPDATE role r SET version = version + 1
WHERE r.role_id LIKE 'before-%' AND EXISTS (
  SELECT FROM role_permission p WHERE p.role_id = r.role_id AND p.permission = 'catalog:edit');
UPDATE member m SET permissions = ARRAY(
  SELECT DISTINCT x FROM unnest(m.permissions || ARRAY['catalog:read', 'catalog:publish']) x ORDER BY x)
FROM operator o
WHERE o.member_id = m.member_id AND o.disabled_at IS NULL AND EXISTS (
  SELECT FROM operator_role r JOIN role_permission p USING (role_id)
  WHERE r.member_id = m.member_id AND r.role_id LIKE 'before-%' AND p.permission = 'catalog:edit');
