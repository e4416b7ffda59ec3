-- Which history lies in archive files (decision 0136): one row for each thing and each file, written by
-- platform_archive_events in the transaction that removes the events. So a page finds the files of earlier history, and a
-- comparison of states with their history knows that nothing is lost.
CREATE TABLE event_archive (
  member_id uuid NOT NULL,
  entity_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  entity text NOT NULL,
  events integer NOT NULL CHECK (events > 0),
  -- The newest of these events.
  to_at timestamptz NOT NULL,
  archived_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, entity_id, entity, archive_id)
);
GRANT SELECT ON event_archive TO yunjing_app;

-- It is called with the file and the time from here on.
DROP FUNCTION IF EXISTS platform_archive_events(uuid[], uuid[]);
