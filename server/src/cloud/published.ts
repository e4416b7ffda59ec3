/**
 * Everything the cloud space publishes besides its collections: the name, who may call it, from which client, and what
 * it does. Each is a thin door to an operation of the host API; nothing is done here that is not done there.
 */
import type { MemberTopic, Name } from "@yunjing/contract/operations";

/** Which apps and platforms may call, by the client's own word: a filter that proves nothing. `*` is any. */
export type Clients = readonly { readonly appId: string; readonly platform: string }[];
const anyClient: Clients = [{ appId: "*", platform: "*" }];
/** Where the wallet's pages are shown. */
const walletClients: Clients = ["web", "app", "app-plus", "app-harmony", "mp-weixin"].map(
  (platform) => ({ appId: "*", platform }),
);

export type Operated = { readonly topic: MemberTopic; readonly name: string };
const asks = <T extends MemberTopic>(topic: T, name: Name<T> & string): Operated => ({
  topic,
  name,
});

export type Entry = {
  readonly who: "anyone" | "member";
  readonly does: string;
  readonly operation: Operated;
  /** The names of positional arguments; an object as the first argument is the fields themselves. */
  readonly takes: readonly string[];
  /** The answer carries a new login, which the client stores. */
  readonly isLogin?: true;
};

export type PublishedFunction = {
  readonly kind: "function";
  readonly from: Clients;
  readonly entry: Entry | "echo";
  readonly does: string;
};
export type PublishedObject = {
  readonly kind: "object";
  readonly from: Clients;
  readonly methods: ReadonlyMap<string, Entry>;
};
export type Published = PublishedFunction | PublishedObject;

type Line = readonly [
  name: string,
  who: Entry["who"],
  operation: Operated,
  does: string,
  more?: Partial<Entry>,
];

const toEntry = ([, who, operation, does, more]: Line): Entry => ({
  who,
  operation,
  does,
  takes: [],
  ...more,
});

const object = (from: Clients, ...lines: readonly Line[]): PublishedObject => ({
  kind: "object",
  from,
  methods: new Map(lines.map((line) => [line[0], toEntry(line)])),
});

const passport = object(
  anyClient,
  ["sendSms", "anyone", asks("passport", "smsSend"), "sends a login code"],
  ["loginBySms", "anyone", asks("passport", "smsLogin"), "logs in", { isLogin: true }],
  [
    ...(["refresh", "anyone", asks("passport", "refresh"), "trades `refreshToken`"] as const),
    { takes: ["refreshToken"], isLogin: true },
  ],
  ["logout", "member", asks("passport", "logout"), "ends this session, or `everywhere` all"],
);

/** By name; a Map, so that nothing inherited is ever found. */
export const published: ReadonlyMap<string, Published> = new Map<string, Published>([
  [
    "ping",
    {
      kind: "function",
      from: anyClient,
      entry: "echo",
      does: "answers that it is heard, and `echo`",
    },
  ],
  [
    "home",
    {
      kind: "function",
      from: anyClient,
      does: "the home page of a city as blocks",
      entry: toEntry(["home", "anyone", asks("home", "page"), "the home page of a city as blocks"]),
    },
  ],
  ["passport", passport],
  ["member", object(anyClient, ["me", "member", asks("member", "me"), "who one is"])],
  [
    "order",
    object(
      anyClient,
      ["list", "member", asks("orders", "list"), "one's orders, the latest first"],
      ["detail", "member", asks("orders", "detail"), "one of them", { takes: ["orderNo"] }],
    ),
  ],
  [
    "coupon",
    object(anyClient, ["list", "member", asks("coupons", "list"), "one's coupons, cards"]),
  ],
  ["points", object(anyClient, ["summary", "member", asks("points", "summary"), "one's points"])],
  [
    "wallet",
    object(walletClients, ["summary", "member", asks("wallet", "summary"), "one's money"]),
  ],
  [
    "exchange",
    object(anyClient, [
      ...(["inspect", "anyone", asks("exchange", "open"), "what a code can become"] as const),
      { takes: ["code"] },
    ]),
  ],
  [
    "invite",
    object(anyClient, ["summary", "member", asks("invite", "summary"), "whom one brought"]),
  ],
]);
