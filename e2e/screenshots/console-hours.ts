/**
 * Figures of the last days for the pictures of the console: the product has run for a minute, so the
 * hours before are written as a shop of some size would have summed them.
 */
import { vi } from "vitest";
import { dataAs, inDatabase } from "../console/console-calls.ts";

/** A day's course: few orders at night, peaks before lunch and in the evening. */
const COURSE = "(ARRAY[5,3,2,2,3,6,14,24,30,26,24,38,46,40,30,28,32,44,48,40,30,22,16,9])";

const HOURS = `
  INSERT INTO stat_hour (at_hour, hour, measure, dimension, key, value)
  SELECT h, h, m.measure, m.dimension, m.key, greatest(1, round(m.share * c.size))::bigint
  FROM generate_series(date_trunc('hour', now(), 'UTC') - interval '62 days',
                       date_trunc('hour', now(), 'UTC') - interval '1 hour', interval '1 hour') h
  CROSS JOIN LATERAL (
    SELECT ${COURSE}[1 + extract(hour FROM h AT TIME ZONE 'Asia/Shanghai')::int]
           * (1 + 0.006 * (62 - extract(epoch FROM now() - h) / 86400))
           * (0.9 + 0.2 * ((extract(epoch FROM h)::bigint / 3600 * 7919) % 100) / 100.0) AS size) c
  CROSS JOIN (VALUES
    ('channelFen', 'total', '', 13900), ('balanceFen', 'total', '', 2400), ('couponFen', 'total', '', 900),
    ('pointsFen', 'total', '', 300), ('codeFen', 'total', '', 5200), ('channelBackFen', 'total', '', 260),
    ('balanceBackFen', 'total', '', 40), ('paidBackFen', 'total', '', 290), ('topupFen', 'total', '', 3100),
    ('costFen', 'total', '', 17400), ('orders', 'total', '', 4.2), ('redeemed', 'total', '', 1.6),
    ('delivered', 'total', '', 4.1), ('failed', 'total', '', 0.06), ('newMembers', 'total', '', 0.9),
    ('registered', 'total', '', 1.3)
  ) AS m (measure, dimension, key, share)
  ON CONFLICT DO NOTHING`;

const BENEFITS = `
  INSERT INTO stat_hour (at_hour, hour, measure, dimension, key, value)
  SELECT h.at_hour, h.hour, v.measure, 'benefit', b.benefit_id, greatest(1, h.value / v.part / (b.place + 1))
  FROM stat_hour h
  JOIN (SELECT benefit_id, row_number() OVER (ORDER BY benefit_id) AS place FROM benefit
        ORDER BY benefit_id LIMIT 8) b ON true
  JOIN (VALUES ('goodsFen', 'channelFen', 3), ('units', 'orders', 2)) v (measure, source, part)
    ON v.source = h.measure
  WHERE h.dimension = 'total'
  ON CONFLICT DO NOTHING`;

type Overview = { readonly updatedAt?: number };
const updatedAt = async (): Promise<number> =>
  (await dataAs<Overview>("lead", "GET", "/stats/overview")).updatedAt ?? 0;

/** Writes the hours before this one, and waits until the job has summed this one. */
export async function layOutHours(): Promise<void> {
  const before = await updatedAt();
  await inDatabase("UPDATE job_lease SET due_at = now() WHERE name = 'figures'", []);
  await vi.waitFor(
    async () => {
      if ((await updatedAt()) <= before) throw new Error("the figures are not summed yet");
    },
    { timeout: 60_000, interval: 500 },
  );
  await inDatabase(HOURS, []);
  await inDatabase(BENEFITS, []);
}
