-- Points for members: the statement of a book in its order.

-- A member's statement, newest first; also the roller's sums of one member's month.
CREATE INDEX ledger_transfer_book ON ledger_transfer (member_id, created_at);
