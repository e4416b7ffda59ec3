-- Appeals: whoever's reward the judge of fraud withheld may ask a person to look again, once for each reward.

-- In the book of whoever gets the reward. `words` are the member's, `reply` is what they read when it is denied.
CREATE TABLE invite_appeal (
  member_id uuid NOT NULL,
  reward_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('WAITING', 'GRANTED', 'DENIED')),
  words text NOT NULL CHECK (char_length(words) BETWEEN 1 AND 200),
  reply text NOT NULL DEFAULT '',
  reviewer text,
  appealed_at timestamptz NOT NULL,
  decided_at timestamptz,
  PRIMARY KEY (member_id, reward_id),
  FOREIGN KEY (member_id, reward_id) REFERENCES invite_reward (member_id, id),
  CONSTRAINT invite_appeal_decided CHECK ((state = 'WAITING') = (decided_at IS NULL)
    AND (state = 'WAITING') = (reviewer IS NULL))
);
CREATE INDEX invite_appeal_waiting ON invite_appeal (appealed_at) WHERE state = 'WAITING';

GRANT SELECT, INSERT, UPDATE (state, reply, reviewer, decided_at) ON invite_appeal TO yunjing_app;
-- What an appeal brings back is frozen anew.
GRANT UPDATE (freeze_until) ON invite_reward TO yunjing_app;
