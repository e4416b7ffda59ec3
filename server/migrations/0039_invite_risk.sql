-- What the judge of invitations looks up beside the device, the address and the payer.

CREATE INDEX invite_binding_account ON invite_binding (account_hash) WHERE account_hash IS NOT NULL;
