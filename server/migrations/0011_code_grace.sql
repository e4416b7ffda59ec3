-- A code that is given back past its own end is given a few days to be used again (decision 0021).

GRANT UPDATE (valid_until) ON code TO yunjing_app;
