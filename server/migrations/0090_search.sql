-- The operators' search by the four last digits of a phone: the mask shows them already.

CREATE INDEX member_phone_last4 ON member (right(phone_mask, 4), created_at DESC) WHERE phone_mask <> '';
