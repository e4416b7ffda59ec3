-- The service number and its hours are part of the company's texts, no longer settings. What
-- operators set at run time becomes the first document, where they have not written one.
INSERT INTO site_content (name, version, body, saved_by, saved_at)
SELECT 'contacts', 1,
       jsonb_strip_nulls(jsonb_build_object(
         'phone', (SELECT nullif(value #>> '{}', '') FROM setting WHERE name = 'servicePhone'),
         'hours', coalesce((SELECT value #>> '{}' FROM setting WHERE name = 'serviceHours'), '每天 9:00–21:00'))),
       (SELECT CASE updated_by WHEN 'system' THEN 'installation' ELSE updated_by END FROM setting WHERE name IN ('servicePhone', 'serviceHours') AND value IS NOT NULL
        ORDER BY updated_at DESC LIMIT 1),
       now()
WHERE EXISTS (SELECT FROM setting WHERE name IN ('servicePhone', 'serviceHours') AND value IS NOT NULL)
ON CONFLICT (name) DO NOTHING;
DELETE FROM setting WHERE name IN ('servicePhone', 'serviceHours');
