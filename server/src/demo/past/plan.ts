/**
 * What each member of the demo's past does and when: decided from the seed alone, before anything is
 * done.
 */
import { type Choice, createChoice } from "./choice.ts";
import { FRIENDS_FROM, type Person, SHARED_DEVICE_FROM } from "./people.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type MemberAction =
  | { readonly do: "join" | "sign-in" | "top-up" }
  | { readonly do: "claim"; readonly templateId: string }
  /** Redeems a code of the batch of this name; `skuId` is the choice among benefits. */
  | { readonly do: "redeem"; readonly batch: string; readonly skuId?: string }
  | {
      readonly do: "buy";
      readonly skuId: string;
      readonly input: Readonly<Record<string, string>>;
      /** `cancelled` and `expired` are never paid; `returned` is refunded at the member's wish. */
      readonly end: "delivered" | "cancelled" | "expired" | "returned";
      readonly fromBalance: boolean;
      /** A coupon that the member claims for it. */
      readonly templateId?: string;
    };

export type Event = MemberAction & {
  readonly person: Person;
  /** ms before the end of the past. */
  readonly beforeEndMs: number;
};

/** Hours of the day, as often as people shop in them; the last minute of 22 is 22:39. */
const HOURS = [
  7, 8, 8, 9, 10, 11, 11, 11, 12, 12, 12, 13, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 20, 21, 21,
  22,
] as const;

/** Before the end of the past, on the day that begins `daysAgo` + 1 days before that end. */
const timeOfDay = (choice: Choice, daysAgo: number): number =>
  (daysAgo + 1) * DAY_MS -
  choice.of(HOURS) * HOUR_MS -
  choice.below(39) * MINUTE_MS -
  choice.below(60_000);

type Goods = readonly [skuId: string, form: "phone" | "qq" | "card" | "none"];

/** Goods of the suppliers without own stock, as often as they sell. */
const GOODS: readonly [Goods, ...Goods[]] = [
  ["phone-mobile-50", "phone"],
  ["phone-mobile-100", "phone"],
  ["phone-mobile-30", "phone"],
  ["phone-unicom-50", "phone"],
  ["phone-telecom-100", "phone"],
  ["video-iqiyi", "phone"],
  ["video-iqiyi-quarter", "phone"],
  ["video-tencent-month", "qq"],
  ["music-net", "phone"],
  ["kfc-bucket", "none"],
  ["kfc-wings-six", "none"],
  ["kfc-cash-50", "none"],
  ["mcd-fries", "none"],
  ["luckin-americano", "none"],
  ["heytea-mango", "none"],
  ["heytea-cash-50", "none"],
  ["hotpot-two-100", "none"],
  ["jd-cash-100", "none"],
  ["didi-ten", "none"],
  ["didi-pack", "none"],
  ["waimai-five", "none"],
  ["waimai-pack", "none"],
  ["movie-2d", "none"],
  ["movie-2d-two", "none"],
  ["fuel-hundred-200", "card"],
  ["bike-month", "none"],
  ["hema-cash-100", "none"],
  ["mall-thirty", "none"],
];

const inputOf = (form: Goods[1], { phone, place }: Person): Readonly<Record<string, string>> => {
  if (form === "none") return {};
  if (form === "phone") return { account: phone };
  if (form === "qq") return { account: String(280_000_000 + place * 7_919) };
  return { account: `100011${String(3_100_000_000_000 + place * 86_028_121).padStart(13, "0")}` };
};

/** Coupons that stay unused, until they expire. */
const CLAIMED = ["new-ten", "delivery-eight", "ride-twelve", "drink-three", "meal-twenty"] as const;

/** Coupons that members claim for what they are about to buy, by the beginning of the SKU. */
const COUPON_FOR = [
  ["phone-mobile-50", "phone-five"],
  ["phone-mobile-100", "phone-five"],
  ["phone-telecom", "phone-five"],
  ["movie-2d", "movie-eight"],
] as const;

/** More than half only look around; few buy often. */
function purchasesOf(choice: Choice): number {
  const draw = choice.below(100);
  if (draw < 52) return 0;
  if (draw < 82) return 1;
  if (draw < 95) return 2 + choice.below(2);
  return 4 + choice.below(3);
}

const endOf = (choice: Choice): Extract<MemberAction, { do: "buy" }>["end"] => {
  const draw = choice.below(100);
  if (draw < 3) return "cancelled";
  if (draw < 7) return "expired";
  return draw < 12 ? "returned" : "delivered";
};

function eventsOf(seed: string, person: Person): Event[] {
  const choice = createChoice(`${seed}:deeds of ${person.place}`);
  const { joinedDaysAgo } = person;
  const joins = timeOfDay(choice, joinedDaysAgo);
  const events: Event[] = [{ person, do: "join", beforeEndMs: joins }];
  /** After joining: later the same day, or on one of the days since. */
  const later = (): number => {
    const at = timeOfDay(choice, choice.below(joinedDaysAgo + 1));
    return at < joins - 5 * MINUTE_MS ? at : joins - (5 + choice.below(40)) * MINUTE_MS;
  };
  const add = (action: MemberAction, beforeEndMs = later()) =>
    events.push({ ...action, person, beforeEndMs });
  const purchases = purchasesOf(choice);
  const hasBalance = purchases > 1 && choice.isIn(35);
  if (hasBalance) add({ do: "top-up" }, joins - 4 * MINUTE_MS);
  for (let n = 0; n < purchases; n += 1) {
    const [skuId, form] = choice.of(GOODS);
    const input = inputOf(form, person);
    const fromBalance = hasBalance && n === 0;
    const end = fromBalance ? "delivered" : endOf(choice);
    const coupon = COUPON_FOR.find(([sku]) => skuId.startsWith(sku))?.[1];
    const templateId = choice.isIn(55) ? coupon : undefined;
    add({ do: "buy", skuId, input, end, fromBalance, ...(templateId ? { templateId } : {}) });
  }
  if (choice.isIn(30)) add({ do: "claim", templateId: choice.of(CLAIMED) });
  const signIns = choice.isIn(35) ? 1 + choice.below(3) : 0;
  for (let n = 0; n < signIns; n += 1) add({ do: "sign-in" });
  return events;
}

/** Purchases of a whole day like today. */
const TODAYS_PURCHASES = 32;
/** What is bought is delivered within this time. */
const DELIVERED_MS = 30 * MINUTE_MS;

/**
 * What members buy on the present day until now; `sinceEndMs` have passed since the end of the past.
 */
export function planOfToday(seed: string, people: readonly Person[], sinceEndMs: number): Event[] {
  const choice = createChoice(`${seed}:today`);
  return Array.from({ length: TODAYS_PURCHASES }, (): Event | undefined => {
    const person = people[choice.below(people.length)];
    const at = choice.of(HOURS) * HOUR_MS + choice.below(HOUR_MS);
    const [skuId, form] = choice.of(GOODS);
    if (person === undefined || at > sinceEndMs - DELIVERED_MS) return undefined;
    const bought = { skuId, input: inputOf(form, person), end: "delivered" } as const;
    return { ...bought, do: "buy", fromBalance: false, person, beforeEndMs: -at };
  })
    .filter((event) => event !== undefined)
    .toSorted(inTime);
}

/** What friends buy first: delivered at once, so that it brings the inviter a reward. */
const FRIENDS_BUY = [
  "phone-mobile-200",
  "video-iqiyi-year",
  "phone-unicom-100",
  "music-net-year",
  "fuel-hundred-100",
  "video-iqiyi-quarter",
  "phone-mobile-50",
  "phone-telecom-100",
] as const;

/** Friends buy the day after they joined; the last of them has not bought yet. */
const eventsOfFriend = (person: Person): Event[] => {
  const from = person.device === undefined ? FRIENDS_FROM : SHARED_DEVICE_FROM;
  const at = person.place - from;
  const joins = person.joinedDaysAgo * DAY_MS + (3 + (at % 5)) * HOUR_MS + at * 7 * MINUTE_MS;
  const skuId = FRIENDS_BUY[at];
  const join: Event = { person, do: "join", beforeEndMs: joins };
  if (skuId === undefined) return [join];
  const form = skuId.startsWith("fuel") ? "card" : "phone";
  const bought = {
    skuId,
    input: inputOf(form, person),
    end: "delivered",
    fromBalance: false,
  } as const;
  return [join, { ...bought, person, do: "buy", beforeEndMs: joins - 21 * HOUR_MS }];
};

/** Orders events by time; those of one instant by person. */
export const inTime = (a: Event, b: Event): number =>
  b.beforeEndMs - a.beforeEndMs || a.person.place - b.person.place;

/** Every event that the members decide by themselves, the earliest first. */
export const planOf = (
  seed: string,
  people: readonly Person[],
  friends: readonly Person[] = [],
): Event[] =>
  [
    ...people.flatMap((person) => eventsOf(seed, person)),
    ...friends.flatMap(eventsOfFriend),
  ].toSorted(inTime);
