/**
 * The names of the drawn objects and the sheet that contains each, so that a page loads only the
 * sheets it shows.
 */

/** Sheets are separate files: `core` contains what home and the exchange pages show first. */
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

/** All objects in drawing order, for the showcase page and for tests. */
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

/** Larger scenes for empty, error and not-found pages. */
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

/**
 * Returns the sheet and the object for a name sent by the server; an unknown name becomes the
 * shopping bag.
 */
export function findArtwork(name: string): { sheet: ArtworkSheet; name: string } {
  const sheet = sheetOf.get(name);
  return sheet ? { sheet, name } : { sheet: "core", name: "bag" };
}

const isTint = (tint: string): tint is ArtworkTint => artworkTints.some((known) => known === tint);

/**
 * Returns the tint for a name sent by the server; an unknown one becomes ice, the least prominent.
 */
export const findTint = (tint: string | undefined): ArtworkTint =>
  tint !== undefined && isTint(tint) ? tint : "ice";
