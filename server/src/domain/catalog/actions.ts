/** What may be asked of the catalogue: the home page of a city, benefits, categories, and reports of lost pages. */
import { PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Region } from "@yunjing/contract/schemas/regions";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { countUp } from "../../platform/counter.ts";
import { Refusal } from "../../platform/refusal.ts";
import { drawnBlocks } from "./home-blocks.ts";
import { cardOf, DEFAULT_CITY, plain, shortCityName } from "./model.ts";
import { benefitsById, listBenefits, listCategories, noteLostPage, type Place } from "./store.ts";

export type CityOf = (code: string) => Region | undefined;

const HOUR_MS = 3_600_000;
const REPORTS_PER_HOUR = 30;
const HOT_WORD = "肯德基早餐 9.9 元";

/** The city of a code; a district counts as its city, anything else as the default. */
function cityFor(cityOf: CityOf, code: string | undefined): { code: string; name: string } {
  const asked = code ? cityOf(code) : undefined;
  const city = asked?.level === 3 && asked.parent ? cityOf(asked.parent) : asked;
  const region = city?.level === 2 ? city : cityOf(DEFAULT_CITY);
  return { code: region?.code ?? DEFAULT_CITY, name: shortCityName(region?.name ?? "上海市") };
}

export async function homePage(
  context: Context,
  db: Db,
  cityOf: CityOf,
  regionCode: string | undefined,
): Promise<Output<"home", "page">> {
  const city = cityFor(cityOf, regionCode);
  const blocks = await drawnBlocks(context, db, city);
  return { regionCode: city.code, cityName: city.name, hotWord: HOT_WORD, blocks };
}

const cursorOf = (row: { away: number; sort: number; benefit_id: string }): string =>
  Buffer.from(`${row.away}:${row.sort}:${row.benefit_id}`).toString("base64url");

function readCursor(cursor: string): Place {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, away, sort, id] = /^([01]):(-?\d{1,9}):([\w-]{1,64})$/.exec(text) ?? [];
  if (id === undefined) throw new Refusal("BAD_REQUEST");
  return { away: Number(away), sort: Number(sort), id };
}

const plainly = (text: string | undefined): string | undefined =>
  (text && plain(text).trim()) || undefined;

/** A page of benefits; a cursor continues where the page before ended. Refuses BAD_REQUEST for a cursor not ours. */
export async function benefitPage(
  db: Db,
  cityOf: CityOf,
  input: Input<"home", "benefits">,
): Promise<Output<"home", "benefits">> {
  const { page = 1, pageSize = PAGE_SIZE, cursor } = input;
  const city = cityFor(cityOf, input.regionCode);
  const rows = await listBenefits(db, {
    city: city.code,
    category: plainly(input.category),
    brand: plainly(input.brand),
    keyword: plainly(input.keyword),
    after: cursor ? readCursor(cursor) : undefined,
    offset: cursor ? 0 : (page - 1) * pageSize,
    limit: pageSize + 1,
  });
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize;
  return {
    list: shown.map((row) => cardOf(row, city)),
    page,
    pageSize,
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
  };
}

/** One benefit with its rules; refuses NOT_FOUND. */
export async function oneBenefit(
  db: Db,
  cityOf: CityOf,
  input: Input<"home", "benefit">,
): Promise<Output<"home", "benefit">> {
  const benefitId = plain(input.benefitId);
  const found = (await benefitsById(db, [benefitId])).get(benefitId);
  if (!found) throw new Refusal("NOT_FOUND");
  return { ...cardOf(found, cityFor(cityOf, input.regionCode)), rules: found.rules };
}

export async function categories(db: Db): Promise<Output<"home", "categories">> {
  const rows = await listCategories(db);
  return {
    list: rows.map(({ code, name, artwork, tint }) => ({ code, name, picture: { artwork, tint } })),
  };
}

/** Notes that a path is no page; refuses RATE_LIMITED above thirty reports an hour and address. */
export async function reportLostPage(
  context: Context,
  db: Db,
  report: { path: string; from: string | undefined; address: string },
): Promise<void> {
  const now = context.clock.now();
  const subject = `lost-page:${report.address}`;
  const used = await countUp(db, { subject, windowMs: HOUR_MS, now });
  if (used > REPORTS_PER_HOUR) throw new Refusal("RATE_LIMITED", undefined, 60);
  const from = report.from === undefined ? undefined : plain(report.from);
  await noteLostPage(db, { path: plain(report.path), from, now });
}
