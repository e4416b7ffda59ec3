/**
 * Hook for the price quote of a purchase. Requests a new quote on every choice and after every
 * change of the price.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Quote } from "@yunjing/contract/schemas/buying";
import type { OrderDetail } from "@yunjing/contract/schemas/orders";
import { useEffect, useEffectEvent, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { serverNow } from "../../../device/clock.ts";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { moneyText } from "../../../components/money.ts";

export type QuoteItem = {
  readonly skuId: string;
  readonly quantity: number;
  readonly input?: Readonly<Record<string, string>>;
  /** A saved account, instead of `input`. */
  readonly savedAccountId?: string;
};

export type QuoteOptions = {
  /** `undefined`: the server chooses the best coupons. */
  readonly couponIds?: readonly string[];
  readonly usePoints: boolean;
  readonly useBalance: boolean;
};

/** Refusals after which a new quote is requested, because part of the quote is no longer valid. */
const REQUOTE_CODES: ReadonlySet<string> = new Set([
  "QUOTE_EXPIRED",
  "PRICE_CHANGED",
  "SOLD_OUT",
  "LIMIT_REACHED",
  "COUPON_UNUSABLE",
  "COUPON_LOCKED",
  "POINTS_SHORT",
  "BALANCE_SHORT",
]);

const codeOf = (failure: unknown): string => (failure instanceof ApiFailure ? failure.code : "");

/** Renews the quote shortly before it expires, so that a press does not use an expired one. */
const EXPIRY_MARGIN_MS = 5_000;

const changeText = (before: number, now: number): string =>
  before === now
    ? "价格已更新，应付不变，请重新确认"
    : `应付由 ${moneyText(before)} 变为 ${moneyText(now)}，请重新确认`;

const NO_OPTIONS: QuoteOptions = { usePoints: false, useBalance: false };

/** `first`: the payment options until the member chooses. */
export function useQuote(item: QuoteItem, regionCode: string, first = NO_OPTIONS) {
  const [options, setOptions] = useState(first);
  const [notice, setNotice] = useState<string>();
  const input = {
    items: [item],
    regionCode,
    usePoints: options.usePoints,
    useBalance: options.useBalance,
    ...(options.couponIds ? { couponIds: [...options.couponIds] } : {}),
  };
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery(api.buying.quote, input),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

  /** Requests a new quote and shows what changed. */
  const requote = async (why?: string): Promise<void> => {
    const before = data?.payableFen;
    const { data: now } = await refetch();
    const change = before !== undefined && now ? changeText(before, now.payableFen) : undefined;
    setNotice([why, change].filter(Boolean).join("。") || undefined);
  };
  const expire = useEffectEvent(() => void requote());
  const expiresAt = data?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return undefined;
    const timer = setTimeout(expire, Math.max(0, expiresAt - serverNow() - EXPIRY_MARGIN_MS));
    return () => clearTimeout(timer);
  }, [expiresAt]);

  const fail = async (failure: unknown): Promise<undefined> => {
    const code = codeOf(failure);
    if (code.startsWith("COUPON_")) setOptions(({ couponIds: _, ...rest }) => rest);
    if (REQUOTE_CODES.has(code)) await requote(userMessageFor(failure));
    else setNotice(userMessageFor(failure));
    return undefined;
  };
  /**
   * Places the order at exactly this price. Returns `undefined` when that failed. `keepsAccount`:
   * saves the entered account for the next order.
   */
  const place = (quote: Quote, keepsAccount = false): Promise<OrderDetail | undefined> => {
    setNotice(undefined);
    const { quoteToken } = quote;
    // The end of a sealed token is unique.
    return withIdempotencyKey(`place:${quoteToken.slice(-32)}`, (idempotencyKey) =>
      api.buying.place({ quoteToken, keepsAccount }, { idempotencyKey }),
    ).catch(fail);
  };
  const change = (part: Partial<QuoteOptions>) => {
    setNotice(undefined);
    setOptions({ ...options, ...part });
  };
  return { quote: data, error, isFetching, options, notice, change, place, refetch };
}

export type QuoteView = ReturnType<typeof useQuote>;
