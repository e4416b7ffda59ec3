/**
 * The pages whose first view the server renders (decision 0144): what of their address they show,
 * and what they read. Only pages whose content is the same for every visitor.
 */
import { agreementKinds, agreementNames } from "@yunjing/contract/agreements";
import type { FirstViewRead } from "@yunjing/contract/first-view";
import type { ComponentType } from "react";
import { INVITE_KEY, INVITE_PARAMETER } from "../device/invite-url.ts";
import ManifestPage from "../pages/exchange/manifest.tsx";
import LoginPage from "../pages/passport/login.tsx";
import TermsPage from "../pages/passport/terms.tsx";
import { LOGIN, type PagePath, type PageProps } from "../routes.ts";

type Query = Readonly<Record<string, string>>;

type FirstView = {
  readonly path: PagePath;
  readonly Page: ComponentType<PageProps>;
  readonly description: string;
  /** Parameters that may be private or that change the first view: with one, the app renders it. */
  readonly refused: readonly string[];
  /** Stored entries with which the first view is another. */
  readonly storedKeys: readonly string[];
  /** Returns the parameters that the page shows, each with one of few values. */
  readonly shown: (query: URLSearchParams) => Query;
  readonly reads: (query: Query) => readonly FirstViewRead[];
};

const nothingShown = (): Query => ({});
const readsNothing = (): readonly FirstViewRead[] => [];

const kindOf = (type: string | null | undefined) =>
  agreementKinds.find((kind) => kind === type) ?? "user";

export const firstViews: readonly FirstView[] = [
  {
    path: LOGIN,
    Page: LoginPage,
    description: "吃喝出行，会员一站办。没注册过的手机号会自动建立账号。",
    // WeChat's answer.
    refused: ["state", "code", INVITE_PARAMETER],
    // An invitation stands in place of the whale.
    storedKeys: [INVITE_KEY],
    shown: nothingShown,
    reads: readsNothing,
  },
  {
    path: "/pages/exchange/manifest",
    Page: ManifestPage,
    description: "输入兑换码，先看能兑什么，确认后当场出券或出码。不登录也能兑。",
    refused: ["code", "session", "resume"],
    storedKeys: ["exchange-session"],
    shown: nothingShown,
    reads: readsNothing,
  },
  {
    path: "/pages/passport/terms",
    Page: TermsPage,
    description: `云鲸权益的${Object.values(agreementNames).join("、")}。`,
    refused: [],
    storedKeys: [],
    shown: (query) => ({ type: kindOf(query.get("type")) }),
    reads: ({ type }) => [
      { topic: "home", operation: "agreement", input: { kind: kindOf(type) } },
      { topic: "home", operation: "serviceContacts", input: {} },
    ],
  },
];
