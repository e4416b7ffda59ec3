-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION cards_check_card() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('READY')
  ) OR OLD.state <> NEW.state AND strpos(
      ',READY>REVEALED,READY>MARKED_USED,REVEALED>MARKED_USED,READY>VOID,REVEALED>VOID,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON card
FOR EACH ROW EXECUTE FUNCTION cards_check_card('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON card
FOR EACH ROW EXECUTE FUNCTION cards_check_card('state');
