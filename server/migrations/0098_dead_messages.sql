-- Messages of the outbox that were given up, as operators list and send them again.
CREATE INDEX outbox_dead ON outbox (created_at DESC, id DESC) WHERE state = 'dead';
