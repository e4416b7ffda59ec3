/** The operators' list of campaigns: a page with the names of their maker and checker. */
import type { Campaign } from "@yunjing/contract/schemas/operators/campaigns";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { memberLabels } from "../../members/actions.ts";
import { campaignFigures, type CampaignFilter } from "../store/campaigns.ts";

const PAGE_MAX = 100;

export type CampaignQuery = Omit<CampaignFilter, "after" | "limit"> & {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};

/**
 * Returns a page in display order; without a page size at most a hundred. Its cursor is the display
 * order and the id of the last campaign. Refuses BAD_REQUEST for a bad cursor.
 */
export async function campaignPage(
  context: Context,
  db: Db,
  { cursor, pageSize = PAGE_MAX, ...filter }: CampaignQuery,
): Promise<{ readonly list: Campaign[]; readonly nextCursor?: string }> {
  const position = readCursor(cursor);
  const after = position && { sort: position.micros, templateId: position.id };
  const wanted = { ...filter, after, limit: pageSize + 1 };
  const found = await campaignFigures(db, context.clock.sql(), wanted);
  const rows = found.slice(0, pageSize);
  const labels = await memberLabels(
    db,
    rows.flatMap(({ makerId, checkerId }) => [makerId, checkerId ?? []].flat()),
  );
  const person = (id: string) => ({ id, name: labels.get(id)?.nickname ?? "" });
  const list = rows.map(({ sort: _sort, checkerId, ...row }) => {
    const { endedHow, expiresAt, total, budgetFen, ...rest } = row;
    const { valueFen, percent, thresholdFen, claimFrom, claimUntil, ...figures } = rest;
    return {
      ...figures,
      maker: person(figures.makerId),
      ...(checkerId === null ? {} : { checker: person(checkerId) }),
      ...withoutNulls({ endedHow, expiresAt, total, budgetFen }),
      ...withoutNulls({ valueFen, percent, thresholdFen, claimFrom, claimUntil }),
    };
  });
  const last = rows.at(-1);
  const isMore = found.length > pageSize && last !== undefined;
  return {
    list,
    ...(isMore ? { nextCursor: cursorOf({ micros: last.sort, id: last.templateId }) } : {}),
  };
}
