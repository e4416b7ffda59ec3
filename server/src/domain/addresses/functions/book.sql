-- Locks a member's address book, so that concurrent changes run one after the other and each sees
-- the result of the one before. Raises ACCOUNT_MERGED.
CREATE OR REPLACE FUNCTION addresses_lock(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  PERFORM members_refuse_merged(p_member);
  INSERT INTO address_book (member_id, changed_at) VALUES (p_member, v_now)
  ON CONFLICT (member_id) DO UPDATE SET changed_at = excluded.changed_at;
END $$;

-- Removes the default mark from every other address. The book must be locked.
CREATE OR REPLACE FUNCTION addresses_clear_default(p_member uuid, p_but uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE address SET is_default = false WHERE member_id = p_member AND is_default AND id <> p_but;
END $$;

-- Adds an address and returns its id; NULL when the book already has `p_most`. Adding an identical
-- address again returns the id of the existing one. The first address of a book becomes the
-- default.
CREATE OR REPLACE FUNCTION addresses_add(
  p_member uuid, p_id uuid, p_content addresses_content, p_is_default boolean, p_most integer, p_now timestamptz
) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_same uuid;
  v_count bigint;
BEGIN
  PERFORM addresses_lock(p_member, p_now);
  SELECT id INTO v_same FROM address
  WHERE member_id = p_member AND content_hash = p_content.hash AND deleted_at IS NULL LIMIT 1;
  IF FOUND THEN
    IF p_is_default THEN PERFORM addresses_set_default(p_member, v_same, p_now); END IF;
    RETURN v_same;
  END IF;
  SELECT count(*) INTO v_count FROM address WHERE member_id = p_member AND deleted_at IS NULL;
  IF v_count >= p_most THEN RETURN NULL; END IF;
  IF p_is_default THEN PERFORM addresses_clear_default(p_member, p_id); END IF;
  INSERT INTO address (member_id, id, sealed, phone_mask, region_codes, tag, content_hash, is_default, used_at, created_at)
  VALUES (p_member, p_id, p_content.sealed, p_content.phone_mask, p_content.region_codes, p_content.tag, p_content.hash,
    p_is_default OR v_count = 0, v_now, v_now);
  RETURN p_id;
END $$;

-- Replaces the content of an address. `p_is_default` NULL leaves the mark unchanged. Returns false
-- when there is no such address.
CREATE OR REPLACE FUNCTION addresses_change(
  p_member uuid, p_id uuid, p_content addresses_content, p_is_default boolean, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM addresses_lock(p_member, p_now);
  PERFORM 1 FROM address WHERE member_id = p_member AND id = p_id AND deleted_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_is_default THEN PERFORM addresses_clear_default(p_member, p_id); END IF;
  UPDATE address
  SET sealed = p_content.sealed, phone_mask = p_content.phone_mask, region_codes = p_content.region_codes,
      tag = p_content.tag, content_hash = p_content.hash,
      is_default = coalesce(p_is_default, is_default)
  WHERE member_id = p_member AND id = p_id AND deleted_at IS NULL;
  RETURN FOUND;
END $$;

-- Makes an address the default. Returns false when there is no such address; the mark is then
-- unchanged.
CREATE OR REPLACE FUNCTION addresses_set_default(p_member uuid, p_id uuid, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM addresses_lock(p_member, p_now);
  PERFORM 1 FROM address WHERE member_id = p_member AND id = p_id AND deleted_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM addresses_clear_default(p_member, p_id);
  UPDATE address SET is_default = true WHERE member_id = p_member AND id = p_id AND deleted_at IS NULL;
  RETURN FOUND;
END $$;
