/** Operators edit the home page: a block, its schedule, and its audience. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { isRenderable } from "../../home-blocks.ts";
import { recordOperatorChange } from "./change-history.ts";

export type ScheduledBlock = {
  readonly blockId: string;
  readonly operatorId: string;
  readonly kind: "banner" | "grid" | "notice" | "zone" | "brands";
  readonly title: string;
  /** The block's content: items, for a zone its benefits, for brands their number. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly audience: "all" | "new" | "level";
  /** The lowest grade that sees it, for `level`. */
  readonly gradeMin?: number;
  /** Cities that see it; all when empty. */
  readonly regionCodes: readonly string[];
  readonly startsAt?: Date;
  readonly endsAt?: Date;
  readonly sort: number;
};

/**
 * Creates or replaces a block; one that ends before it starts is never shown. Refuses INPUT_INVALID
 * for a block that cannot be rendered.
 */
export async function scheduleBlock(
  context: Context,
  db: Db,
  block: ScheduledBlock,
): Promise<void> {
  const { blockId, operatorId, kind, title, body, audience, gradeMin, regionCodes } = block;
  const { startsAt, endsAt, sort } = block;
  const isInOrder = startsAt === undefined || endsAt === undefined || startsAt < endsAt;
  const hasAudience = audience !== "level" || (gradeMin !== undefined && gradeMin > 0);
  if (!isInOrder || !hasAudience || !isRenderable({ blockId, kind, title, body }))
    throw new Refusal("INPUT_INVALID", { field: "body" });
  await transaction(db, async (tx) => {
    await tx.execute(sql`
      INSERT INTO home_block (block_id, kind, title, body, audience, grade_min, region_codes, starts_at, ends_at, sort)
      VALUES (${blockId}, ${kind}, ${title}, ${JSON.stringify(body)}::jsonb, ${audience}, ${gradeMin ?? null},
              ${sql.param([...regionCodes])}::text[], ${startsAt ?? null}, ${endsAt ?? null}, ${sort})
      ON CONFLICT (block_id) DO UPDATE
      SET kind = excluded.kind, title = excluded.title, body = excluded.body, audience = excluded.audience,
          grade_min = excluded.grade_min, region_codes = excluded.region_codes, starts_at = excluded.starts_at,
          ends_at = excluded.ends_at, sort = excluded.sort`);
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "home_block",
      name: blockId,
      event: "scheduled",
      data: {
        kind,
        audience,
        sort,
        ...(startsAt ? { startsAt: startsAt.getTime() } : {}),
        ...(endsAt ? { endsAt: endsAt.getTime() } : {}),
      },
    });
  });
}
