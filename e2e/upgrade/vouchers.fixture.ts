/**
 * Members who order a meal above the value of their voucher and cancel it before they pay, over and
 * over: orders that wait for payment, in every minute of an upgrade.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { call, type MealChoice, type Outcome } from "../faults/caller.fixture.ts";
import { waitUntilReady } from "../faults/redeemers.fixture.ts";

const BREATH_MS = 200;
/** Burgers for more than the 50 yuan of the voucher. */
const LINES = [{ productId: "kfc-spicy-burger", quantity: 3, options: [] }];

/** Starts one loop per voucher until `stop`. */
export function startVouchers(
  origin: string,
  vouchers: readonly { readonly code: string; readonly token: string }[],
  meal: MealChoice,
) {
  let isStopping = false;
  let placed = 0;
  const faults: string[] = [];
  /** Repeats a step under its key until it is answered; undefined when the answer is a refusal. */
  const untilAnswered = async <T>(path: string, token: string, body: object): Promise<T> => {
    const key = randomUUID();
    for (;;) {
      const outcome: Outcome<T> = await call<T>(origin, path, { body, token, key });
      if (outcome.kind === "done") return outcome.data;
      if (outcome.kind === "refused") throw new Error(`${path}: ${outcome.code}`);
      if (outcome.status !== undefined && outcome.code !== "SYS_BUSY")
        throw new Error(`${path}: HTTP ${outcome.status} ${outcome.code}`);
      await waitUntilReady(origin);
    }
  };
  const loop = async (code: string, token: string) => {
    while (!isStopping) {
      const { session } = await untilAnswered<{ session: string }>("/exchange/sessions", token, {
        code,
      });
      const order = await untilAnswered<{ orderNo: string; differenceFen: number }>(
        `/exchange/sessions/${session}/dining-order`,
        token,
        { ...meal, lines: LINES },
      );
      if (order.differenceFen <= 0) throw new Error(`${order.orderNo} waits for no payment`);
      placed += 1;
      await untilAnswered(`/orders/${order.orderNo}/cancel`, token, {});
      await pause(BREATH_MS);
    }
  };
  const all = Promise.all(
    vouchers.map(({ code, token }) =>
      loop(code, token).catch((error: unknown) => faults.push(String(error))),
    ),
  );
  return {
    faults,
    placed: () => placed,
    async stop() {
      isStopping = true;
      await all;
    },
  };
}
