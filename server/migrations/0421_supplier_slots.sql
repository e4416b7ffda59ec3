-- What suppliers delivered in slots of ten minutes of days that are not summed yet, so that the list of settlements does
-- not count the deliveries of the present day (decision 0246).

-- `slot` is the beginning. Written by the job of the bills, which removes the slots of a day that it has summed: from the
-- orders, not from these.
CREATE TABLE supplier_slot (
  slot timestamptz NOT NULL,
  supplier_id text NOT NULL,
  deliveries integer NOT NULL CHECK (deliveries >= 0),
  owed_fen bigint NOT NULL CHECK (owed_fen >= 0),
  PRIMARY KEY (slot, supplier_id)
);
GRANT SELECT, INSERT, DELETE ON supplier_slot TO yunjing_app;
