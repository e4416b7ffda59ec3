/**
 * The drawn objects by name, and the sheet each lies on, so that a page fetches only the sheets
 * it shows.
 */

/** Sheets are separate files: `core` holds what home and the exchange pages show first. */
const sheets = {
  core: [
    "bucket",
    "burger",
    "coffee",
    "tea",
    "fries",
    "film",
    "popcorn",
    "ticket",
    "car",
    "scooter",
    "phone",
    "video",
    "pump",
    "bag",
    "coins",
    "codebox",
    "bowl",
    "gift",
  ],
  food: [
    "icecream",
    "bread",
    "muffin",
    "wrap",
    "fish",
    "dbl",
    "drumstick",
    "wings",
    "nuggets",
    "eggtart",
    "porridge",
    "youtiao",
    "hashbrown",
    "salad",
    "corn",
    "familybucket",
    "croissant",
    "pizza",
    "sandwich",
    "buns",
    "hotpot",
    "sushi",
    "cake",
    "donut",
    "sundae",
  ],
  drink: [
    "soymilk",
    "juice",
    "cola",
    "latte",
    "americano",
    "icetea",
    "cheesetea",
    "mango",
    "matcha",
    "lemontea",
  ],
  life: [
    "music",
    "member",
    "coupon",
    "book",
    "bus",
    "metrocard",
    "bike",
    "plane",
    "train",
    "mappin",
    "sim",
    "databag",
    "headphones",
    "note",
    "glasses",
    "videocard",
    "wallet",
    "coupons",
    "clock",
    "crown",
    "stores",
    "cart",
    "parking",
    "carwash",
    "giftcard",
  ],
  goods: [
    "umbrella",
    "bottle",
    "tote",
    "cable",
    "soap",
    "plush",
    "mug",
    "powerbank",
    "towel",
    "groceries",
  ],
} as const;

export type ArtworkSheet = keyof typeof sheets;
export type ArtworkName = (typeof sheets)[ArtworkSheet][number];

const sheetOf = new Map<string, ArtworkSheet>();
const sheetNames: readonly ArtworkSheet[] = ["core", "food", "drink", "life", "goods"];
for (const sheet of sheetNames) for (const name of sheets[sheet]) sheetOf.set(name, sheet);

/** Every object, in drawing order; for the living sheet and for tests. */
export const artworkNames: readonly ArtworkName[] = sheetNames.flatMap((sheet) => sheets[sheet]);

export const artworkTints = [
  "peach",
  "sand",
  "gold",
  "sea",
  "ice",
  "teal",
  "green",
  "plum",
] as const;
export type ArtworkTint = (typeof artworkTints)[number];

/** Larger scenes for empty, error and lost pages. */
export const sceneNames = [
  "empty",
  "error",
  "search",
  "lock",
  "offline",
  "box",
  "wallet",
  "lighthouse",
  "lost",
] as const;
export type SceneName = (typeof sceneNames)[number];

/** The sheet and object for a name sent by the server; an unknown name becomes the shopping bag. */
export function findArtwork(name: string): { sheet: ArtworkSheet; name: string } {
  const sheet = sheetOf.get(name);
  return sheet ? { sheet, name } : { sheet: "core", name: "bag" };
}

const isTint = (tint: string): tint is ArtworkTint => artworkTints.some((known) => known === tint);

/** The tint for a name sent by the server; an unknown one becomes ice, the quietest. */
export const findTint = (tint: string | undefined): ArtworkTint =>
  tint !== undefined && isTint(tint) ? tint : "ice";
