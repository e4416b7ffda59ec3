-- What the outside says of a day: the channel's bill and the suppliers' statements, and where they differ from us.

-- One day of one source. `waiting` until its file is here; `compared` when each of its rows was held against our books;
-- `judged_at` when our side of the day was held against the rows too. `file_id` is the edition that counts, none where
-- the source says that nothing happened.
CREATE TABLE bill_day (
  source text NOT NULL CHECK (source ~ '^[a-z]+(:[a-z0-9_-]+)?$'),
  day date NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'compared')),
  file_id uuid,
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Why it is not here yet, in the source's words.
  reason text,
  next_try_at timestamptz,
  row_count integer NOT NULL DEFAULT 0 CHECK (row_count >= 0),
  compared_at timestamptz,
  judged_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (source, day),
  CONSTRAINT bill_day_waits CHECK ((state = 'waiting') = (compared_at IS NULL)),
  CONSTRAINT bill_day_tried CHECK (state = 'compared' OR next_try_at IS NOT NULL),
  CONSTRAINT bill_day_judged CHECK (judged_at IS NULL OR compared_at IS NOT NULL)
);
CREATE INDEX bill_day_due ON bill_day (next_try_at) WHERE next_try_at IS NOT NULL;

-- An edition of a day's file, told from others by its digest; one that comes again is the same edition.
CREATE TABLE bill_file (
  source text NOT NULL,
  day date NOT NULL,
  file_id uuid NOT NULL,
  digest text NOT NULL,
  row_count integer CHECK (row_count >= 0),
  created_at timestamptz NOT NULL,
  imported_at timestamptz,
  PRIMARY KEY (source, day, file_id),
  UNIQUE (source, day, digest),
  FOREIGN KEY (source, day) REFERENCES bill_day (source, day),
  CONSTRAINT bill_file_imported CHECK ((row_count IS NULL) = (imported_at IS NULL))
);

-- A row as the file has it; rows are only ever added. `of_no` is the payment that a refund belongs to.
CREATE TABLE bill_row (
  source text NOT NULL,
  day date NOT NULL,
  file_id uuid NOT NULL,
  row_no integer NOT NULL CHECK (row_no >= 1),
  kind text NOT NULL CHECK (kind IN ('payment', 'refund', 'supply')),
  out_no text NOT NULL,
  channel_no text NOT NULL,
  of_no text,
  amount_fen bigint NOT NULL CHECK (amount_fen >= 0),
  fee_fen bigint,
  state text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (source, day, file_id, row_no),
  FOREIGN KEY (source, day, file_id) REFERENCES bill_file (source, day, file_id)
);
CREATE INDEX bill_row_out_no ON bill_row (source, kind, out_no);

-- A difference once found is found: its case lies with the books. `row_no` is none where the row is what is missing.
CREATE TABLE bill_difference (
  source text NOT NULL,
  class text NOT NULL,
  subject text NOT NULL,
  day date NOT NULL,
  file_id uuid,
  row_no integer,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (source, class, subject),
  FOREIGN KEY (source, day) REFERENCES bill_day (source, day)
);
CREATE INDEX bill_difference_day ON bill_difference (source, day);

GRANT SELECT, INSERT, UPDATE (state, file_id, tries, reason, next_try_at, row_count, compared_at, judged_at)
  ON bill_day TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (row_count, imported_at) ON bill_file TO yunjing_app;
GRANT SELECT, INSERT ON bill_row TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (file_id, row_no) ON bill_difference TO yunjing_app;

-- What ended on a day is looked for when that day's bill is here.
CREATE INDEX payment_attempt_paid_at ON payment_attempt (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX payment_return_done_at ON payment_return (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX refund_done_at ON refund (ended_at) WHERE state = 'SUCCESS' AND cash_fen > 0;
CREATE INDEX supplier_order_done_at ON supplier_order (ended_at) WHERE state = 'SUCCESS';
