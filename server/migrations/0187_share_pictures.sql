-- Pictures of benefits have a JPEG for share cards, which show neither AVIF nor WebP.
ALTER TABLE picture_size DROP CONSTRAINT picture_size_format_check;
ALTER TABLE picture_size ADD CONSTRAINT picture_size_format_check
  CHECK (format IN ('avif', 'webp', 'jpeg'));
