/**
 * Records every change of a state column in a test's database, to compare it with the tables of
 * allowed transitions.
 */

/** State columns by table. */
export type StateColumns = Readonly<Record<string, readonly string[]>>;

/** Returns the statements that install the recorder; the owner of the tables must run them. */
export function transitionRecorderSql(columns: StateColumns): string {
  const triggers = Object.entries(columns).map(
    ([table, names]) => `
      CREATE TRIGGER record_moves AFTER UPDATE ON "${table}" FOR EACH ROW
      EXECUTE FUNCTION record_move(${names.map((name) => `'${name}'`).join(", ")});`,
  );
  return `
    CREATE TABLE state_move (what text, was text, became text, PRIMARY KEY (what, was, became));
    CREATE FUNCTION record_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE v_name text;
    BEGIN
      FOREACH v_name IN ARRAY TG_ARGV LOOP
        INSERT INTO state_move (what, was, became)
        SELECT TG_TABLE_NAME || '.' || v_name, to_jsonb(OLD)->>v_name, to_jsonb(NEW)->>v_name
        WHERE to_jsonb(OLD)->>v_name IS DISTINCT FROM to_jsonb(NEW)->>v_name
        ON CONFLICT DO NOTHING;
      END LOOP;
      RETURN NULL;
    END $$;
    GRANT SELECT ON state_move TO yunjing_app;
    ${triggers.join("\n")}`;
}

/** Reads the recorded transitions, as `table.column from>to`, in alphabetical order. */
export const RECORDED_TRANSITIONS_SQL = `SELECT what || ' ' || was || '>' || became AS move FROM state_move ORDER BY 1`;
