/** Draws the home page's blocks for a city: their definitions, with benefits as they stand there. */
import { HomeBlock } from "@yunjing/contract/schemas/home";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { countBy } from "./actions/names.ts";
import { cardOf } from "./card.ts";
import type { City } from "./city.ts";
import { nextDailyEnd } from "./model.ts";
import type { Shelf } from "./shelf.ts";
import type { BlockRow } from "./store.ts";

/** Everything a block is drawn from. */
export type Scene = {
  readonly shelf: Shelf;
  readonly city: City;
  readonly now: Date;
  readonly grade: number;
};

const ZoneBody = Type.Object({
  benefitIds: Type.Array(Type.String()),
  /** The hour in Shanghai at which the zone's prices end each day. */
  endsDailyAtHour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
});
const BrandsBody = Type.Object({ most: Type.Integer({ minimum: 1, maximum: 20 }) });
const zoneBody = Compile(ZoneBody);
const brandsBody = Compile(BrandsBody);
const wholeBlock = Compile(HomeBlock);

function zone(row: BlockRow, { shelf, city, now, grade }: Scene): HomeBlock {
  const { benefitIds, endsDailyAtHour } = zoneBody.Parse(row.body);
  const items = benefitIds.flatMap((id) => {
    const entry = shelf.byId.get(id);
    return entry ? [cardOf(entry, city, grade)] : [];
  });
  return {
    ...{ kind: "zone", id: row.block_id, title: row.title, total: items.length, items },
    ...(endsDailyAtHour === undefined ? {} : { endsAt: nextDailyEnd(now, endsDailyAtHour) }),
  };
}

function brands(row: BlockRow, { shelf }: Scene): HomeBlock {
  const { most } = brandsBody.Parse(row.body);
  const counts = countBy(shelf.entries, ({ benefit }) => benefit.brandCode);
  const items = shelf.brands
    .flatMap(({ code, name, artwork, tint }) => {
      const count = counts.get(code);
      const link = { url: `/pages/benefit/search?brand=${code}` };
      return count === undefined ? [] : [{ code, name, count, picture: { artwork, tint }, link }];
    })
    .slice(0, most);
  return { kind: "brands", id: row.block_id, title: row.title, items };
}

/** One block as the page draws it. */
export function drawn(row: BlockRow, scene: Scene): HomeBlock {
  if (row.kind === "zone") return zone(row, scene);
  if (row.kind === "brands") return brands(row, scene);
  return wholeBlock.Parse({ kind: row.kind, id: row.block_id, ...row.body });
}

/** Whether a definition can be drawn at all. */
export function isDrawable(block: {
  readonly blockId: string;
  readonly kind: string;
  readonly title: string;
  readonly body: unknown;
}): boolean {
  const { blockId: id, kind, title, body } = block;
  if (kind === "zone") return zoneBody.Check(body);
  if (kind === "brands") return brandsBody.Check(body);
  return wholeBlock.Check({ kind, id, title, ...Object(body) });
}
