-- A challenge is found by its phone, which every statement names: on a cluster it lies with the claim of
-- that phone, and no request reads all shards (decision 0240). The key has both, so that a table which a
-- cluster has placed by the challenge can get it, too. It replaces the index by phone and time: a phone
-- has few challenges.
--
-- Two statements, because a cluster adds a constraint in a statement of its own.
-- Formerly a5b73192acd1e185441b287cbffc935662bd8417f7561cd89db30ea14ed32145: both changes in one statement.
ALTER TABLE sms_challenge DROP CONSTRAINT sms_challenge_pkey;
ALTER TABLE sms_challenge ADD CONSTRAINT sms_challenge_pkey PRIMARY KEY (phone_hash, challenge_id);
DROP INDEX sms_challenge_phone;
