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
import ManifestPage from "../pages/exchange/manifest.tsx";
import HomePage from "../pages/index/index.tsx";
import LoginPage from "../pages/passport/login.tsx";
import TermsPage from "../pages/passport/terms.tsx";
import HelpPage from "../pages/user/help.tsx";
import { FIRST_CITY } from "../device/location-choice.ts";
import { HOME, LOGIN, type PagePath, type PageProps } from "../routes.ts";

type Query = Readonly<Record<string, string>>;
type Answers = readonly FirstViewAnswer[];

type FirstView = {
  readonly path: PagePath;
  readonly Page: ComponentType<PageProps>;
  /** Parameters that may be private or that change the first view: with one, the app renders it. */
  readonly refused: readonly string[];
  /** Stored entries with which the first view is another. */
  readonly storedKeys: readonly string[];
  /** True when the page shows another content in another city. */
  readonly isOfCity?: true;
  /**
   * Returns the parameters that the page shows, each with one of few values; undefined for an
   * address that the app renders.
   */
  readonly shown: (query: URLSearchParams) => Query | undefined;
  readonly reads: (query: Query, city: FirstViewCity | undefined) => readonly FirstViewRead[];
  /** The title where it depends on what the page shows. */
  readonly ownTitle?: (query: Query, answers: Answers) => string | undefined;
  /** The share preview; its title is that of the page where none is given. */
  readonly share: (
    query: Query,
    answers: Answers,
  ) => Partial<FirstViewShare> & Pick<FirstViewShare, "description">;
};

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

const CONTACTS = { topic: "home", operation: "serviceContacts", input: {} } as const;

export const firstViews: readonly FirstView[] = [
  {
    path: LOGIN,
    Page: LoginPage,
    // WeChat's answer.
    refused: ["state", "code", INVITE_PARAMETER],
    // An invitation stands in place of the whale.
    storedKeys: [INVITE_KEY],
    shown: nothingShown,
    reads: readsNothing,
    share: sharedAs("吃喝出行，会员一站办。没注册过的手机号会自动建立账号。"),
  },
  {
    path: "/pages/exchange/manifest",
    Page: ManifestPage,
    refused: ["code", "session", "resume"],
    storedKeys: ["exchange-session"],
    shown: nothingShown,
    reads: readsNothing,
    share: sharedAs("输入兑换码，先看能兑什么，确认后当场出券或出码。不登录也能兑。"),
  },
  {
    path: "/pages/passport/terms",
    Page: TermsPage,
    refused: [],
    storedKeys: [],
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
    storedKeys: [],
    shown: nothingShown,
    reads: () => [{ topic: "home", operation: "help", input: {} }, CONTACTS],
    share: sharedAs("兑换、取餐、退款、积分和账号的常见问题，以及客服的联系方式。"),
  },
  {
    path: HOME,
    Page: HomePage,
    refused: [],
    // A new member's first steps stand between the blocks.
    storedKeys: [NEWCOMER_KEY],
    isOfCity: true,
    shown: nothingShown,
    reads: (_query, city) => [
      { topic: "home", operation: "page", input: ofChosen(city), isOwn: true },
      { topic: "home", operation: "benefits", input: ofCity(city), isPaged: true, isOwn: true },
      { topic: "home", operation: "shareTexts", input: {} },
    ],
    share: (_query, answers) => answerOf(answers, "shareTexts") as Output<"home", "shareTexts">,
  },
];
