-- Changing the bound phone: when it last was, and until when that keeps money from moving on a fresh proof.

ALTER TABLE member ADD COLUMN phone_changed_at timestamptz;
ALTER TABLE member ADD COLUMN money_cools_until timestamptz;
GRANT UPDATE (phone_changed_at, money_cools_until) ON member TO yunjing_app;

-- The phone of before is free for whoever holds the number next.
GRANT DELETE ON phone_claim TO yunjing_app;

-- One more act that a proof serves: leaving a phone. Like the pay password it takes a code, never a password.
ALTER TABLE step_up_proof DROP CONSTRAINT step_up_proof_purpose_check;
ALTER TABLE step_up_proof ADD CONSTRAINT step_up_proof_purpose_check
  CHECK (purpose IN ('pay', 'withdraw', 'pay_password', 'identity', 'phone'));
ALTER TABLE step_up_proof DROP CONSTRAINT step_up_proof_method;
ALTER TABLE step_up_proof ADD CONSTRAINT step_up_proof_method
  CHECK (purpose NOT IN ('pay_password', 'phone') OR method = 'sms');
