-- Functions that take their texts as parameters.

DROP FUNCTION IF EXISTS members_close(uuid, bytea[], timestamptz, timestamptz);
DROP FUNCTION IF EXISTS members_erase(uuid);
DROP FUNCTION IF EXISTS points_expire(uuid, timestamptz);
DROP FUNCTION IF EXISTS points_sign_in(uuid, uuid, uuid, timestamptz, timestamptz);
