-- Login codes: a challenge belongs to whoever asked for it (decision 0058).

-- `asker` is `device:` with the browser's id, `member:` with the id of the member who asked in a session, or
-- `challenge:` with its own id for a client that cannot be told from others.
ALTER TABLE sms_challenge ADD COLUMN asker text NOT NULL DEFAULT '';
-- Asked for by the phone's member, or on a device on which that member has logged in.
ALTER TABLE sms_challenge ADD COLUMN is_own boolean NOT NULL DEFAULT false;
-- Ended without having proved anything: by a newer code of the same asker, or because the member left the phone.
ALTER TABLE sms_challenge ADD COLUMN ended_at timestamptz;
GRANT UPDATE (ended_at) ON sms_challenge TO yunjing_app;
