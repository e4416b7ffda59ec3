/**
 * The pages whose first view the server renders (decisions 0144 and 0160): what of their address
 * they show, and what they read. Only content that any caller may read.
 */
import { agreementKinds, agreementNames } from "@yunjing/contract/agreements";
import type {
  FirstViewAnswer,
  FirstViewCity,
  FirstViewRead,
  FirstViewShare,
} from "@yunjing/contract/first-view";
import type { Output } from "@yunjing/contract/operations";
import type { ComponentType } from "react";
import { INVITE_KEY, INVITE_PARAMETER } from "../device/invite-url.ts";
import { NEWCOMER_KEY } from "../device/newcomer.ts";
import BenefitPage from "../pages/benefit/detail.tsx";
import { draftKey } from "../pages/benefit/detail/use-choice.ts";
import { SHOWN_MAX as STORES_MAX } from "../pages/benefit/detail/where-section.tsx";
import SearchPage from "../pages/benefit/search.tsx";
import KfcPage from "../pages/exchange/kfc.tsx";
import CouponCenterPage from "../pages/coupon/center.tsx";
import ManifestPage from "../pages/exchange/manifest.tsx";
import HomePage from "../pages/index/index.tsx";
import LoginPage from "../pages/passport/login.tsx";
import TermsPage from "../pages/passport/terms.tsx";
import HelpPage from "../pages/user/help.tsx";
import { DRAFT_KEY, SESSION_KEY } from "../device/exchange-session.ts";
import { HISTORY_KEY } from "../device/search-history.ts";
import { FIRST_CITY } from "../device/location-choice.ts";
import { HOME, LOGIN, type PagePath, type PageProps } from "../routes.ts";

type Query = Readonly<Record<string, string>>;
type Answers = readonly FirstViewAnswer[];

type FirstView = {
  readonly path: PagePath;
  readonly Page: ComponentType<PageProps>;
  /** Parameters that may be private or that change the first view: with one, the app renders it. */
  readonly refused: readonly string[];
  /** Returns the keys of stored entries with which the first view is another. */
  readonly storedKeys: (query: Query) => readonly string[];
  /** True when the page shows another content in another city. */
  readonly isOfCity?: true;
  /**
   * Returns the parameters that the page shows, each with one of few values; undefined for an
   * address that the app renders.
   */
  readonly shown: (query: URLSearchParams) => Query | undefined;
  readonly reads: (query: Query, city: FirstViewCity | undefined) => readonly FirstViewRead[];
  /** What remains to be read once the reads are answered. */
  readonly furtherReads?: (query: Query, answers: Answers) => readonly FirstViewRead[];
  /** The title where it depends on what the page shows. */
  readonly ownTitle?: (query: Query, answers: Answers) => string | undefined;
  /** The share preview; its title is that of the page where none is given. */
  readonly share: (
    query: Query,
    answers: Answers,
  ) => Partial<FirstViewShare> & Pick<FirstViewShare, "description">;
};

const nothingStored = (): readonly string[] => [];
const nothingShown = (): Query => ({});
const readsNothing = (): readonly FirstViewRead[] => [];
const sharedAs = (description: string) => () => ({ description });

const kindOf = (type: string | null | undefined) =>
  agreementKinds.find((kind) => kind === type) ?? "user";

/** The input of a read that asks for the default city by no code, as the pages do. */
const ofChosen = (city: FirstViewCity | undefined) => (city ? { regionCode: city.code } : {});
/** The input of a read that always names its city. */
const ofCity = (city: FirstViewCity | undefined) => ({ regionCode: (city ?? FIRST_CITY).code });

/** Returns the answer of one operation; the render fails when there is none. */
function answerOf(answers: Answers, operation: string): unknown {
  const found = answers.find((answer) => answer.operation === operation);
  if (!found) throw new Error(`no answer of ${operation}`);
  return found.data;
}

/** What a code of a category, a brand or a benefit may look like; an unknown one is not rendered. */
const CODE = /^[\w-]{1,64}$/;

/** Returns the parameter if it may be a code. */
const codeIn = (params: URLSearchParams, name: string): Query | undefined => {
  const code = params.get(name) ?? "";
  return CODE.test(code) ? { [name]: code } : undefined;
};

/** Returns the name of a category or a brand; the render fails for an unknown one. */
function nameOf(answers: Answers, operation: "categories" | "brands", code: string): string {
  const { list } = answerOf(answers, operation) as Output<"home", "categories">;
  const found = list.find((each) => each.code === code);
  if (!found) throw new Error(`${code} is not one of the ${operation}`);
  return found.name;
}

const CATEGORIES = { topic: "home", operation: "categories", input: {} } as const;
const BRANDS = { topic: "home", operation: "brands", input: {} } as const;

/** What the search page shows of an address, by the order in which the page decides. */
function searched(params: URLSearchParams): Query | undefined {
  for (const name of ["category", "brand"]) if (params.get(name)) return codeIn(params, name);
  for (const name of ["all", "brands"]) if (params.has(name)) return { [name]: "1" };
  return {};
}

function searchReads(query: Query, city: FirstViewCity | undefined): readonly FirstViewRead[] {
  const { category, brand, brands, all } = query;
  if (brands !== undefined) return [BRANDS];
  const input = ofCity(city);
  if (category === undefined && brand === undefined && all === undefined)
    return [{ topic: "home", operation: "suggest", input }, CATEGORIES];
  const found = {
    ...(category === undefined ? {} : { category }),
    ...(brand === undefined ? {} : { brand }),
  };
  return [
    {
      topic: "home",
      operation: "benefits",
      input: { ...found, ...input },
      isPaged: true,
      isOwn: true,
    },
    CATEGORIES,
    ...(brand === undefined ? [] : [BRANDS]),
  ];
}

function searchTitle({ category, brand, brands }: Query, answers: Answers): string | undefined {
  if (category !== undefined) return nameOf(answers, "categories", category);
  if (brand !== undefined) return nameOf(answers, "brands", brand);
  return brands === undefined ? undefined : "全部品牌";
}

/** The coupons and the stores of a benefit, as the page reads them. */
function besideBenefit(answers: Answers): readonly FirstViewRead[] {
  const benefit = answerOf(answers, "benefit") as Output<"home", "benefit">;
  const { brandCode, region, usedIn, category } = benefit;
  const input = { categoryCode: category.code };
  const coupons = { topic: "coupons", operation: "templates", input, isOwn: true } as const;
  if (usedIn !== "store" || !region.isHere) return [coupons];
  const near = { brand: brandCode, regionCode: region.code, pageSize: STORES_MAX + 1 };
  return [coupons, { topic: "dining", operation: "stores", input: near }];
}

const CONTACTS = { topic: "home", operation: "serviceContacts", input: {} } as const;

export const firstViews: readonly FirstView[] = [
  {
    path: LOGIN,
    Page: LoginPage,
    // WeChat's answer.
    refused: ["state", "code", INVITE_PARAMETER],
    // An invitation stands in place of the whale.
    storedKeys: () => [INVITE_KEY],
    shown: nothingShown,
    reads: readsNothing,
    share: sharedAs("吃喝出行，会员一站办。没注册过的手机号会自动建立账号。"),
  },
  {
    path: "/pages/exchange/manifest",
    Page: ManifestPage,
    refused: ["code", "session", "resume"],
    storedKeys: () => [SESSION_KEY],
    shown: nothingShown,
    reads: readsNothing,
    share: sharedAs("输入兑换码，先看能兑什么，确认后当场出券或出码。不登录也能兑。"),
  },
  {
    path: "/pages/passport/terms",
    Page: TermsPage,
    refused: [],
    storedKeys: nothingStored,
    shown: (query) => ({ type: kindOf(query.get("type")) }),
    reads: ({ type }) => [
      { topic: "home", operation: "agreement", input: { kind: kindOf(type) } },
      CONTACTS,
    ],
    share: sharedAs(`云鲸权益的${Object.values(agreementNames).join("、")}。`),
  },
  {
    path: "/pages/user/help",
    Page: HelpPage,
    refused: [],
    storedKeys: nothingStored,
    shown: nothingShown,
    reads: () => [{ topic: "home", operation: "help", input: {} }, CONTACTS],
    share: sharedAs("兑换、取餐、退款、积分和账号的常见问题，以及客服的联系方式。"),
  },
  {
    path: HOME,
    Page: HomePage,
    refused: [],
    // A new member's first steps stand between the blocks.
    storedKeys: () => [NEWCOMER_KEY],
    isOfCity: true,
    shown: nothingShown,
    reads: (_query, city) => [
      { topic: "home", operation: "page", input: ofChosen(city), isOwn: true },
      {
        topic: "home",
        operation: "benefits",
        input: ofCity(city),
        isPaged: true,
        isOwn: true,
        // The blocks above fill the first screens.
        shownMax: 4,
      },
      { topic: "home", operation: "shareTexts", input: {} },
    ],
    share: (_query, answers) => answerOf(answers, "shareTexts") as Output<"home", "shareTexts">,
  },
  {
    path: "/pages/benefit/detail",
    Page: BenefitPage,
    // The SKU of a link.
    refused: ["sku"],
    // A new member may claim coupons that the first view does not show.
    storedKeys: ({ id = "" }) => [draftKey(id), NEWCOMER_KEY],
    isOfCity: true,
    shown: (params) => codeIn(params, "id"),
    reads: ({ id = "" }, city) => [
      {
        topic: "home",
        operation: "benefit",
        input: { benefitId: id, ...ofChosen(city) },
        isOwn: true,
      },
    ],
    furtherReads: (_query, answers) => besideBenefit(answers),
    share: (_query, answers) => (answerOf(answers, "benefit") as Output<"home", "benefit">).share,
  },
  {
    path: "/pages/benefit/search",
    Page: SearchPage,
    // What a member searches for, and a member's coupon.
    refused: ["keyword", "coupon"],
    storedKeys: (query) => (Object.keys(query).length === 0 ? [HISTORY_KEY] : []),
    isOfCity: true,
    shown: searched,
    reads: searchReads,
    ownTitle: searchTitle,
    share: sharedAs("按分类、品牌找权益：话费、视频会员、餐饮、电影票，会员价当场可用。"),
  },
  {
    path: "/pages/coupon/center",
    Page: CouponCenterPage,
    refused: [],
    storedKeys: nothingStored,
    shown: (params) => (params.get("category") ? codeIn(params, "category") : {}),
    reads: ({ category }) => {
      const input = category === undefined ? {} : { categoryCode: category };
      const queryKey = ["coupons", "templates", "pages", input];
      return [
        {
          topic: "coupons",
          operation: "templates",
          input,
          queryKey,
          isPaged: true,
          isOwn: true,
        },
        CATEGORIES,
      ];
    },
    share: ({ category }, answers) => {
      const name = category === undefined ? "" : nameOf(answers, "categories", category);
      return { description: `可领的${name}优惠券，领取后下单自动用最划算的。` };
    },
  },
  {
    path: "/pages/exchange/kfc",
    Page: KfcPage,
    // A meal that is bought begins with the stores of the visitor's city and favourites.
    refused: ["session", "buy"],
    storedKeys: () => [SESSION_KEY, DRAFT_KEY],
    shown: nothingShown,
    reads: readsNothing,
    share: sharedAs("用兑换码点餐：选门店、餐品和取餐时间，到店取餐。"),
  },
];
