/** One order as this phone may see it: the last seen one at once, the present one as it changes, none after its end. */
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure, isAnswered } from "../../../device/failure.ts";
import { onPush, pauseBeside } from "../../../device/push.ts";
import { forgetSeen, keepSeen, recallSeen, type SeenOrder } from "../../../device/receipts.ts";

/** Seconds from one look to the next while something is under way; the last figure repeats. */
const LOOK_SECONDS = [1, 2, 3, 5, 8, 13, 21, 30] as const;
const UNDER_WAY: ReadonlySet<string> = new Set(["issuing", "manual", "refunding"]);

/** How the order is known: by whoever holds its receipt, or by its number when logged in. */
export type OrderName =
  | { readonly by: "receipt"; readonly token: string }
  | { readonly by: "number"; readonly orderNo: string };

export type OrderView = {
  readonly order: SeenOrder | undefined;
  /** No such order, or its link is over. */
  readonly isGone: boolean;
  /** The last look failed: what is shown may be old. */
  readonly isStale: boolean;
  readonly look: () => void;
  readonly show: (order: SeenOrder) => void;
};

const keyOf = (name: OrderName): string => (name.by === "receipt" ? name.token : name.orderNo);

const fetchOrder = (name: OrderName): Promise<SeenOrder> =>
  name.by === "receipt"
    ? api.orders.receipt({ receiptToken: name.token })
    : api.orders.detail({ orderNo: name.orderNo });

const saysGone = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  isAnswered(failure) &&
  failure.status < 500 &&
  failure.status !== 401;

type Seen = {
  readonly order: SeenOrder | undefined;
  readonly isGone: boolean;
  readonly isStale: boolean;
  /** Looks that have ended. */
  readonly looks: number;
};

/** Looks again with growing pauses while the supplier works or the network is away; pauses while hidden. */
export function useOrder(name: OrderName): OrderView {
  const key = keyOf(name);
  const [seen, setSeen] = useState<Seen>(() => ({
    order: recallSeen(key),
    isGone: false,
    isStale: false,
    looks: 0,
  }));
  const [turn, setTurn] = useState(0);

  const show = (answer: SeenOrder) => {
    const order = keepSeen(key, answer);
    setSeen(({ looks }) => ({ order, isGone: false, isStale: false, looks: looks + 1 }));
  };
  const fail = (failure: unknown) => {
    const isGone = saysGone(failure);
    if (isGone) forgetSeen(key);
    setSeen(({ order, looks }) => ({ order, isGone, isStale: !isGone, looks: looks + 1 }));
  };
  const look = useEffectEvent((isLatest: () => boolean) =>
    fetchOrder(name).then(
      (answer) => isLatest() && show(answer),
      (failure: unknown) => isLatest() && fail(failure),
    ),
  );
  useEffect(() => {
    // News may overtake a look that is under way: what that one read is old.
    let isLatest = true;
    void look(() => isLatest);
    return () => {
      isLatest = false;
    };
  }, [turn]);

  const { order, isGone, isStale, looks } = seen;
  const isWorthIt = !isGone && looks > 0 && (isStale || UNDER_WAY.has(order?.display ?? ""));
  useEffect(() => {
    if (!isWorthIt) return undefined;
    const seconds = LOOK_SECONDS[Math.min(looks, LOOK_SECONDS.length) - 1] ?? LOOK_SECONDS[0];
    const again = () => {
      if (document.visibilityState === "visible") setTurn((count) => count + 1);
    };
    const timer = setTimeout(again, pauseBeside(seconds * 1000));
    document.addEventListener("visibilitychange", again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [looks, isWorthIt]);

  useEffect(() => onPush("order", () => setTurn((count) => count + 1)), []);

  return { order, isGone, isStale, look: () => setTurn((count) => count + 1), show };
}
