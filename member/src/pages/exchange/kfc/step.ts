/** Types and props shared by every step of the meal page. */
import type { Output } from "@yunjing/contract/operations";
import type { Store } from "@yunjing/contract/schemas/dining";
import type { MealDraft } from "../../../device/exchange-session.ts";

export type Manifest = Output<"exchange", "open">["manifest"];

export type StepProps = {
  readonly manifest: Manifest;
  readonly draft: MealDraft;
  /** Changes the draft; a function gets the draft before. The same function for a whole visit. */
  readonly change: (
    change: Partial<MealDraft> | ((before: MealDraft) => Partial<MealDraft>),
  ) => void;
  readonly goToStep: (step: number) => void;
};

/** The session of a draft that is paid with money, without a code. */
export const BUYING = "buying";

export const isBuying = ({ session }: Pick<MealDraft, "session">): boolean => session === BUYING;

/** The store's name; with its brand where stores of all brands are listed. */
export const storeNameOf = (
  draft: Pick<MealDraft, "session">,
  store: Pick<Store, "name" | "brandName"> | undefined,
): string => {
  if (!store) return "";
  return isBuying(draft) ? `${store.brandName} ${store.name}` : store.name;
};

/** What is redeemed when nothing is: dishes of any brand, at their price. */
export const boughtMeal: Manifest = {
  target: "voucher",
  title: "门店点餐",
  validUntil: Number.MAX_SAFE_INTEGER,
  last4: "",
  valueFen: 0,
  needsLogin: false,
  rules: [],
  choices: [],
};

export const STEPS = ["门店", "餐品", "取餐", "确认"] as const;
export const STORE_STEP = 0;
export const MENU_STEP = 1;
export const PICKUP_STEP = 2;
export const CONFIRM_STEP = 3;

export const eatText = { dine_in: "堂食", take_away: "外带" } as const;

/** Returns "营业至 22:30" for "07:00–22:30"; returns other text unchanged. */
export const untilText = (hoursText: string): string => {
  const end = /–(\d\d:\d\d)$/.exec(hoursText)?.[1];
  return end ? `营业至 ${end}` : hoursText;
};
