-- The hours now also count how long deliveries took. The job sums all hours again, newest first.
DELETE FROM stat_hour;
DELETE FROM stat_progress;
