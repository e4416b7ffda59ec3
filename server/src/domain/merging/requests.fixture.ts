/**
 * Member requests for tests of merging: the preparation of each, the request, and what it writes.
 */
import type { Regions } from "../addresses/model.ts";
import { addAddress } from "../addresses/actions.ts";
import { setFavourite } from "../catalog/store.ts";
import { setFavouriteStore } from "../dining/store/favourites.ts";
import { claimCoupon } from "../coupons/actions.ts";
import { openSession } from "../exchange/actions/open.ts";
import { redeemCode } from "../exchange/actions/redeem.ts";
import { grantCodes } from "../exchange/batches/grant.ts";
import { linkWechat } from "../members/actions/identity.ts";
import { claimOrder, receiptTokenOf } from "../orders/actions/receipt.ts";
import type { ShopEnv } from "../orders/shop.fixture.ts";
import { signIn } from "../points/actions.ts";
import { beginTopUp } from "../wallet/actions.ts";

/** A prepared request, to be sent by the logged-in member. */
export type Request = (memberId: string) => Promise<unknown>;

export type Kind = {
  /** Prepares this many requests for `memberId`. */
  readonly prepare: (memberId: string, count: number) => Promise<Request[]>;
  /** SQL that counts what such requests have written for member `$1`. */
  readonly written: string;
};

const noRegions: Regions = {
  byCode: () => undefined,
  pathOf: () => [],
  children: () => undefined,
  isCompletePath: () => true,
  cities: [],
};

const repeat = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const CALLER = { device: "d", address: "10.0.0.1", session: undefined } as const;

/** Opens sessions on codes by the member. */
async function sessionsOn(
  { context, db }: ShopEnv,
  staff: Staff,
  { memberId, count }: { readonly memberId: string; readonly count: number },
): Promise<string[]> {
  const codes = await grantCodes(context, db, { target: "points-500", ...staff, count });
  const opened: string[] = [];
  for (const code of codes) {
    opened.push((await openSession(context, db, { ...CALLER, code, memberId })).session);
  }
  return opened;
}

/** Returns the receipt of an order placed by a guest. */
async function receiptOfGuest(shop: ShopEnv): Promise<string> {
  const guestId = shop.context.ids.next();
  await shop.db.$client.query(
    "INSERT INTO member (member_id, member_no, status, created_at) VALUES ($1, '', 'GUEST', now())",
    [guestId],
  );
  const { orderNo } = await shop.order(guestId, { items: [{ skuId: "card", quantity: 1 }] });
  const orderId = await shop.ask<string>("SELECT id FROM orders WHERE order_no = $1", [orderNo]);
  return receiptTokenOf(shop.context, orderId);
}

export type Staff = { readonly makerId: string; readonly checkerId: string };

type Kinds = Readonly<Record<string, Kind>>;

/** The same request each time. */
const sameRequest =
  (request: Request): Kind["prepare"] =>
  (_memberId, count) =>
    Promise.resolve(repeat(count, () => request));

/** A request with a new idempotency key each time. */
const keyedRequest =
  (shop: ShopEnv, request: (memberId: string, key: string) => Promise<unknown>): Kind["prepare"] =>
  (_memberId, count) =>
    Promise.resolve(
      repeat(count, () => {
        const key = shop.nextKey();
        return (memberId: string) => request(memberId, key);
      }),
    );

type Needed = { readonly staff: Staff; readonly template: string };

/** Requests that add something of value. */
function valueRequests(shop: ShopEnv, { staff, template }: Needed): Kinds {
  const { context, db } = shop;
  return {
    "a redemption": {
      prepare: async (memberId, count) =>
        (await sessionsOn(shop, staff, { memberId, count })).map((session) => {
          const key = shop.nextKey();
          return (holder) => redeemCode(context, db, { input: { session }, memberId: holder, key });
        }),
      written: "SELECT count(*)::int AS n FROM orders WHERE member_id = $1 AND source = 'code'",
    },
    "an order": {
      prepare: keyedRequest(shop, async (memberId, key) => {
        const basket = { items: [{ skuId: "card", quantity: 1 }] };
        const { quoteToken } = await shop.quote(memberId, basket);
        return shop.place(memberId, quoteToken, key);
      }),
      written: "SELECT count(*)::int AS n FROM orders WHERE member_id = $1 AND source = 'shop'",
    },
    "a sign-in": {
      prepare: sameRequest((memberId) => signIn(context, db, memberId)),
      written: "SELECT count(*)::int AS n FROM points_sign WHERE member_id = $1",
    },
    "a top-up": {
      prepare: keyedRequest(shop, (memberId, key) =>
        beginTopUp(context, db, shop, {
          memberId,
          key,
          address: "10.0.0.1",
          input: { amountFen: 1_000 },
        }),
      ),
      written: "SELECT count(*)::int AS n FROM topup WHERE member_id = $1",
    },
    "a claim of a coupon": {
      prepare: keyedRequest(shop, (memberId, key) =>
        claimCoupon(context, db, { memberId, templateId: template, key }),
      ),
      written:
        "SELECT count(*)::int AS n FROM member_coupon WHERE member_id = $1 AND state = 'AVAILABLE'",
    },
  };
}

/** Requests that do not lock the ledger. */
function plainRequests(shop: ShopEnv): Kinds {
  const { context, db } = shop;
  return {
    "an address": {
      prepare: (_memberId, count) =>
        Promise.resolve(
          repeat(count, (n) => (memberId: string) => {
            const phone = `139${String(n % 7).padStart(8, "0")}`;
            const address = {
              name: "张三",
              phone,
              regionCodes: ["440000", "441900"],
              detail: "1 号",
            };
            return addAddress(context, db, noRegions, { memberId, ...address });
          }),
        ),
      written: "SELECT count(*)::int AS n FROM address WHERE member_id = $1",
    },
    "a favourite": {
      prepare: sameRequest((memberId) =>
        setFavourite(db, { memberId, benefitId: "card", isOn: true, now: context.clock.now() }),
      ),
      written: "SELECT count(*)::int AS n FROM favourite WHERE member_id = $1",
    },
    "a favourite store": {
      prepare: sameRequest((memberId) =>
        setFavouriteStore(db, {
          memberId,
          storeId: "kfc-sh001",
          isOn: true,
          limit: 20,
          now: context.clock.sql(),
        }),
      ),
      written: "SELECT count(*)::int AS n FROM favourite_store WHERE member_id = $1",
    },
    "a claim of an order by receipt": {
      prepare: async (_memberId, count) => {
        const tokens = await Promise.all(repeat(count, () => receiptOfGuest(shop)));
        return tokens.map((token) => (memberId) => claimOrder(context, db, { memberId, token }));
      },
      written: "SELECT count(*)::int AS n FROM claimed_order WHERE member_id = $1",
    },
    "a link to a second WeChat": {
      prepare: sameRequest((memberId) => {
        const identity = { appId: "other", openid: `second-${memberId}`, unionid: undefined };
        return linkWechat(context, db, { memberId, identity });
      }),
      written:
        "SELECT count(*)::int AS n FROM member_identity WHERE member_id = $1 AND appid = 'other'",
    },
  };
}

/**
 * The requests a member can send while a merge runs. `template` can be claimed any number of times.
 */
export const requestsOf = (shop: ShopEnv, needed: Needed): Kinds => ({
  ...valueRequests(shop, needed),
  ...plainRequests(shop),
});
