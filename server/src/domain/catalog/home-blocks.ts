/** Draws the home page's blocks for a city: definitions from the database, benefits as they stand there. */
import { HomeBlock } from "@yunjing/contract/schemas/home";
import Type from "typebox";
import { Compile } from "typebox/compile";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { cardOf, nextDailyEnd } from "./model.ts";
import { benefitsById, type BlockRow, brandsWithCounts, currentBlocks } from "./store.ts";

type City = { readonly code: string; readonly name: string };

const ZoneBody = Type.Object({
  benefitIds: Type.Array(Type.String()),
  /** The hour in Shanghai at which the zone's prices end each day. */
  endsDailyAtHour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
});
const BrandsBody = Type.Object({ most: Type.Integer({ minimum: 1, maximum: 20 }) });
const zoneBody = Compile(ZoneBody);
const brandsBody = Compile(BrandsBody);
const wholeBlock = Compile(HomeBlock);

async function zone(context: Context, db: Db, city: City, row: BlockRow): Promise<HomeBlock> {
  const { benefitIds, endsDailyAtHour } = zoneBody.Parse(row.body);
  const found = await benefitsById(db, benefitIds);
  const items = benefitIds.flatMap((id) => {
    const benefit = found.get(id);
    return benefit ? [cardOf(benefit, city)] : [];
  });
  const ends =
    endsDailyAtHour === undefined ? undefined : nextDailyEnd(context.clock.now(), endsDailyAtHour);
  return {
    kind: "zone",
    id: row.block_id,
    title: row.title,
    total: items.length,
    items,
    ...(ends === undefined ? {} : { endsAt: ends }),
  };
}

async function brands(db: Db, row: BlockRow): Promise<HomeBlock> {
  const { most } = brandsBody.Parse(row.body);
  const counted = await brandsWithCounts(db);
  const items = counted.slice(0, most).map(({ code, name, count, artwork, tint }) => ({
    code,
    name,
    count,
    picture: { artwork, tint },
    link: { url: `/pages/benefit/search?brand=${code}` },
  }));
  return { kind: "brands", id: row.block_id, title: row.title, items };
}

async function drawn(context: Context, db: Db, city: City, row: BlockRow): Promise<HomeBlock> {
  if (row.kind === "zone") return zone(context, db, city, row);
  if (row.kind === "brands") return brands(db, row);
  return wholeBlock.Parse({ kind: row.kind, id: row.block_id, ...row.body });
}

/** The blocks whose time it is, in their order; an empty one is left out. */
export async function drawnBlocks(context: Context, db: Db, city: City): Promise<HomeBlock[]> {
  const rows = await currentBlocks(db, context.clock.sql());
  const blocks = await Promise.all(rows.map((row) => drawn(context, db, city, row)));
  return blocks.filter(({ items }) => items.length > 0);
}
