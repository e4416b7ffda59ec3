/**
 * The table of everything the cloud space publishes besides its collections: the name, who may call
 * it, from which client, and what it does. Each entry only calls an operation of the host API and
 * adds no behaviour of its own.
 */
import type { MemberTopic, Name } from "@yunjing/contract/operations";

/**
 * Apps and platforms that may call, as the client declares them: a filter that proves nothing. `*`
 * means any.
 */
export type Clients = readonly { readonly appId: string; readonly platform: string }[];
const anyClient: Clients = [{ appId: "*", platform: "*" }];
/** The platforms that show the wallet's pages. */
const walletClients: Clients = ["web", "app", "app-plus", "app-harmony", "mp-weixin"].map(
  (platform) => ({ appId: "*", platform }),
);

export type OperationRef = { readonly topic: MemberTopic; readonly name: string };
const operationRef = <T extends MemberTopic>(topic: T, name: Name<T> & string): OperationRef => ({
  topic,
  name,
});

export type Entry = {
  readonly allowedCaller: "anyone" | "member";
  readonly description: string;
  readonly operation: OperationRef;
  /**
   * Names of positional arguments; an object as the first argument contains the named fields
   * itself.
   */
  readonly argumentNames: readonly string[];
  /** The answer contains a new login, which the client stores. */
  readonly isLogin?: true;
};

export type PublishedFunction = {
  readonly kind: "function";
  readonly allowedClients: Clients;
  readonly entry: Entry | "echo";
  readonly description: string;
};
export type PublishedObject = {
  readonly kind: "object";
  readonly allowedClients: Clients;
  readonly methods: ReadonlyMap<string, Entry>;
};
export type Published = PublishedFunction | PublishedObject;

type Line = readonly [
  name: string,
  who: Entry["allowedCaller"],
  operation: OperationRef,
  does: string,
  more?: Partial<Entry>,
];

const toEntry = ([, who, operation, does, more]: Line): Entry => ({
  allowedCaller: who,
  operation,
  description: does,
  argumentNames: [],
  ...more,
});

const object = (allowedClients: Clients, ...lines: readonly Line[]): PublishedObject => ({
  kind: "object",
  allowedClients,
  methods: new Map(lines.map((line) => [line[0], toEntry(line)])),
});

const passport = object(
  anyClient,
  ["sendSms", "anyone", operationRef("passport", "smsSend"), "sends a login code"],
  ["loginBySms", "anyone", operationRef("passport", "smsLogin"), "logs in", { isLogin: true }],
  [
    ...([
      "refresh",
      "anyone",
      operationRef("passport", "refresh"),
      "trades `refreshToken`",
    ] as const),
    { argumentNames: ["refreshToken"], isLogin: true },
  ],
  [
    "logout",
    "member",
    operationRef("passport", "logout"),
    "ends this session, or `everywhere` all",
  ],
);

/** The table by name; a Map, so that inherited properties are never found. */
export const published: ReadonlyMap<string, Published> = new Map<string, Published>([
  [
    "ping",
    {
      kind: "function",
      allowedClients: anyClient,
      entry: "echo",
      description: "answers that it is heard, and `echo`",
    },
  ],
  [
    "home",
    {
      kind: "function",
      allowedClients: anyClient,
      description: "the home page of a city as blocks",
      entry: toEntry([
        "home",
        "anyone",
        operationRef("home", "page"),
        "the home page of a city as blocks",
      ]),
    },
  ],
  ["passport", passport],
  ["member", object(anyClient, ["me", "member", operationRef("member", "me"), "who one is"])],
  [
    "order",
    object(
      anyClient,
      ["list", "member", operationRef("orders", "list"), "one's orders, the latest first"],
      [
        "detail",
        "member",
        operationRef("orders", "detail"),
        "one of them",
        { argumentNames: ["orderNo"] },
      ],
    ),
  ],
  [
    "coupon",
    object(anyClient, ["list", "member", operationRef("coupons", "list"), "one's coupons, cards"]),
  ],
  [
    "points",
    object(anyClient, ["summary", "member", operationRef("points", "summary"), "one's points"]),
  ],
  [
    "wallet",
    object(walletClients, ["summary", "member", operationRef("wallet", "summary"), "one's money"]),
  ],
  [
    "exchange",
    object(anyClient, [
      ...([
        "inspect",
        "anyone",
        operationRef("exchange", "open"),
        "what a code can become",
      ] as const),
      { argumentNames: ["code"] },
    ]),
  ],
  [
    "invite",
    object(anyClient, ["summary", "member", operationRef("invite", "summary"), "whom one brought"]),
  ],
]);
