/**
 * Hook for one order: shows the cached version at once, then the current one as it changes, and
 * none once the order or its link no longer exists.
 */
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure, isDefiniteFailure } from "../../../device/failure.ts";
import { onPush, pollIntervalMs } from "../../../device/push.ts";
import {
  removeCachedOrder,
  cacheOrder,
  cachedOrder,
  type CachedOrder,
} from "../../../device/cached-orders.ts";

/** Seconds between polls while the order is in progress; the last value repeats. */
const POLL_SECONDS = [1, 2, 3, 5, 8, 13, 21, 30] as const;
const PENDING_DISPLAYS: ReadonlySet<string> = new Set(["issuing", "manual", "refunding"]);

/** How the order is referenced: by its receipt token, or by its number when logged in. */
export type OrderRef =
  | { readonly by: "receipt"; readonly token: string }
  | { readonly by: "number"; readonly orderNo: string };

export type OrderView = {
  readonly order: CachedOrder | undefined;
  /** The order does not exist, or its link has expired. */
  readonly isGone: boolean;
  /** The last poll failed, so the shown data may be old. */
  readonly isStale: boolean;
  readonly refetch: () => void;
  readonly show: (order: CachedOrder) => void;
};

const refKey = (name: OrderRef): string => (name.by === "receipt" ? name.token : name.orderNo);

const fetchOrder = (name: OrderRef): Promise<CachedOrder> =>
  name.by === "receipt"
    ? api.orders.receipt({ receiptToken: name.token })
    : api.orders.detail({ orderNo: name.orderNo });

const isGoneFailure = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  isDefiniteFailure(failure) &&
  failure.status < 500 &&
  failure.status !== 401;

type OrderState = {
  readonly order: CachedOrder | undefined;
  readonly isGone: boolean;
  readonly isStale: boolean;
  /** Number of finished polls. */
  readonly polls: number;
};

/**
 * Polls at growing intervals while the supplier works or the network is down; pauses while hidden.
 */
export function useOrder(name: OrderRef): OrderView {
  const key = refKey(name);
  const [seen, setSeen] = useState<OrderState>({
    order: undefined,
    isGone: false,
    isStale: false,
    polls: 0,
  });
  const [turn, setTurn] = useState(0);

  const show = (answer: CachedOrder) => {
    const order = cacheOrder(key, answer);
    setSeen(({ polls }) => ({ order, isGone: false, isStale: false, polls: polls + 1 }));
  };
  const fail = (failure: unknown) => {
    const isGone = isGoneFailure(failure);
    if (isGone) void removeCachedOrder(key);
    setSeen(({ order, polls }) => ({ order, isGone, isStale: !isGone, polls: polls + 1 }));
  };
  useEffect(() => {
    let isShown = true;
    void cachedOrder(key).then((cached) => {
      if (!isShown || !cached) return;
      setSeen((now) => (now.order || now.isGone ? now : { ...now, order: cached }));
    });
    return () => {
      isShown = false;
    };
  }, [key]);
  const poll = useEffectEvent((isLatest: () => boolean) =>
    fetchOrder(name).then(
      (answer) => isLatest() && show(answer),
      (failure: unknown) => isLatest() && fail(failure),
    ),
  );
  useEffect(() => {
    // A push event may arrive during a running poll; the result of that poll is then outdated.
    let isLatest = true;
    void poll(() => isLatest);
    return () => {
      isLatest = false;
    };
  }, [turn]);

  const { order, isGone, isStale, polls } = seen;
  const shouldPoll =
    !isGone && polls > 0 && (isStale || PENDING_DISPLAYS.has(order?.display ?? ""));
  useEffect(() => {
    if (!shouldPoll) return undefined;
    const seconds = POLL_SECONDS[Math.min(polls, POLL_SECONDS.length) - 1] ?? POLL_SECONDS[0];
    const again = () => {
      if (document.visibilityState === "visible") setTurn((count) => count + 1);
    };
    const timer = setTimeout(again, pollIntervalMs(seconds * 1000));
    document.addEventListener("visibilitychange", again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [polls, shouldPoll]);

  useEffect(() => onPush("order", () => setTurn((count) => count + 1)), []);

  return { order, isGone, isStale, refetch: () => setTurn((count) => count + 1), show };
}
