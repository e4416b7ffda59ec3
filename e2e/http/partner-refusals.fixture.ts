/** Provokes each refusal of the partner operations over HTTP. */
import type { Input } from "@yunjing/contract/operations";
import { decideHost, proposeHost, insertPartner } from "@yunjing/server/domain/partners/actions";
import type { ShopFixture } from "./shop.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  readonly operators: readonly [Login, Login];
};
type Wanted = Input<"operatorPartners", "setLink">;

const partnerId = "yunda";
const reason = "试一试";
const place = "h5.yunda.example";
let made = 0;

const linkTo = (changes: Partial<Wanted>): Wanted => ({
  linkId: `link-${++made}`,
  partnerId,
  title: "打车",
  brandName: "云达",
  artwork: "car",
  tint: "sea",
  kind: "h5",
  target: `https://${place}/open`,
  tip: "",
  cityCodes: [],
  isOn: true,
  sinceVersion: 0,
  reason,
  ...changes,
});

/** Creates the partner, and a host proposal by one person. */
async function proposed({
  testEnv: { context, db },
  operators: [maker],
}: RefusalContext): Promise<string> {
  await insertPartner(db, { partnerId, name: "云达出行" }, null);
  const wanted = { partnerId, scheme: "https", place, maker: maker.memberId, reason } as const;
  return proposeHost(context, db, wanted);
}

async function allowed(at: RefusalContext): Promise<void> {
  const { context, db } = at.testEnv;
  const checker = at.operators[1].memberId;
  const decision = { approvalId: await proposed(at), checker, state: "approved", reason } as const;
  await decideHost(context, db, decision);
}

const by = ({ operators: [maker] }: RefusalContext) => ({ token: maker.consoleToken });

async function linked(at: RefusalContext, changes: Partial<Wanted> = {}): Promise<string> {
  await allowed(at);
  const wanted = linkTo(changes);
  await at.exchange.call("operatorPartners", "setLink", wanted, by(at));
  return wanted.linkId;
}

const jumpRefusalCases = (given: () => RefusalContext): RefusalCases[string] => ({
  NOT_FOUND: async () =>
    given().exchange.call("partners", "go", { linkId: "nothing" }, await given().shop.buyer()),
  BIZ_CLOSED: async () => {
    const linkId = await linked(given(), { isOn: false });
    return given().exchange.call("partners", "go", { linkId }, await given().shop.buyer());
  },
  RATE_LIMITED: async () => {
    const linkId = await linked(given());
    const buyer = await given().shop.buyer();
    let response = await given().exchange.call("partners", "go", { linkId }, buyer);
    // The rate limit window may end in between.
    for (let n = 0; n < 25 && response.code !== "RATE_LIMITED"; n++) {
      response = await given().exchange.call("partners", "go", { linkId }, buyer);
    }
    return response;
  },
});

export const partnerRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const unknownPartner = { partnerId: "nobody", reason };
  const host = { ...unknownPartner, scheme: "https", place } as const;
  return {
    "partners.link": {
      NOT_FOUND: async () =>
        given().exchange.call(
          "partners",
          "link",
          { linkId: "nothing" },
          await given().shop.buyer(),
        ),
    },
    "partners.go": jumpRefusalCases(given),
    "operatorPartners.setLink": {
      NOT_FOUND: () =>
        given().exchange.call(
          "operatorPartners",
          "setLink",
          linkTo({ partnerId: "nobody" }),
          by(given()),
        ),
      TARGET_DENIED: async () => {
        await allowed(given());
        const wanted = linkTo({ target: "https://elsewhere.example/" });
        return given().exchange.call("operatorPartners", "setLink", wanted, by(given()));
      },
      STATE_CHANGED: async () => {
        const wanted = linkTo({ linkId: await linked(given()) });
        return given().exchange.call("operatorPartners", "setLink", wanted, by(given()));
      },
    },
    "operatorPartners.switchLink": {
      NOT_FOUND: () => {
        const wanted = { linkId: "nothing", isOn: false, reason };
        return given().exchange.call("operatorPartners", "switchLink", wanted, by(given()));
      },
    },
    "operatorPartners.switchPartner": {
      NOT_FOUND: () =>
        given().exchange.call(
          "operatorPartners",
          "switchPartner",
          { ...unknownPartner, isOn: false },
          by(given()),
        ),
    },
    "operatorPartners.proposeHost": {
      NOT_FOUND: () => given().exchange.call("operatorPartners", "proposeHost", host, by(given())),
      TARGET_DENIED: async () => {
        await allowed(given());
        const wanted = { partnerId, reason, scheme: "https", place: "127.0.0.1" } as const;
        return given().exchange.call("operatorPartners", "proposeHost", wanted, by(given()));
      },
    },
    "operatorPartners.closeHost": {
      NOT_FOUND: () => given().exchange.call("operatorPartners", "closeHost", host, by(given())),
    },
    "operatorPartners.pull": {
      NOT_FOUND: () =>
        given().exchange.call("operatorPartners", "pull", unknownPartner, by(given())),
    },
  };
};
