-- How an operator wants a list: which columns are hidden, and how many rows a page has.
CREATE TABLE operator_list (
  operator_id uuid NOT NULL,
  list text NOT NULL CHECK (length(list) BETWEEN 1 AND 32),
  hidden text[] NOT NULL CHECK (cardinality(hidden) <= 40),
  page_size integer CHECK (page_size IN (20, 50, 100)),
  PRIMARY KEY (operator_id, list)
);
GRANT SELECT, INSERT, UPDATE (hidden, page_size) ON operator_list TO yunjing_app;
