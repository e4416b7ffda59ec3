/**
 * Tests paying: an unknown result stays unknown, a step-up loses nothing, no payment is started
 * twice.
 */
import { act } from "react";
import { describe, expect, test, vi } from "vitest";
import { ApiFailure } from "../../device/failure.ts";
import { renderComponent } from "../testing.tsx";
import type { Payable, PaymentProgress } from "./payable.ts";
import { type PaymentView, usePaying } from "./use-payment.ts";

const waiting: PaymentProgress = { state: "waiting", dueFen: 990 };
const refused = (code: string, status = 200) =>
  new ApiFailure({ code, message: code, userMessage: code, status });

/** Renders the payment of a payable and returns its latest view. */
async function paying(payable: Partial<Payable>) {
  let view: PaymentView | undefined;
  const fakePayable: Payable = {
    returnPath: "/pages/user/wallet",
    read: () => Promise.resolve(waiting),
    begin: () => Promise.resolve(waiting),
    ...payable,
  };
  const Probe = () => {
    view = usePaying(fakePayable);
    return null;
  };
  const { remove } = await renderComponent(<Probe />);
  const now = (): PaymentView => {
    if (!view) throw new Error("nothing has been rendered");
    return view;
  };
  return { now, remove };
}

describe("paying", () => {
  test("a lost response is an unknown outcome and never offers to pay again", async () => {
    const begin = () => Promise.reject(refused("NETWORK", 0));
    const { now, remove } = await paying({ begin });
    expect(now().stage).toBe("choosing");
    await act(() => now().pay("balance"));
    expect(now().stage).toBe("sure");
    await act(() => now().refetch());
    expect(now().stage).toBe("sure");
    await remove();
  });

  test("a definite refusal offers the choice again and shows its message", async () => {
    const begin = () => Promise.reject(refused("BALANCE_SHORT"));
    const { now, remove } = await paying({ begin });
    await act(() => now().pay("balance"));
    expect(now()).toMatchObject({ stage: "choosing", error: "BALANCE_SHORT", isPaying: false });
    await remove();
  });

  test("a step-up is required for the same channel, and its proof is sent with the next try", async () => {
    const begin = vi
      .fn<Payable["begin"]>()
      .mockRejectedValueOnce(refused("STEP_UP_NEEDED"))
      .mockResolvedValueOnce({ ...waiting, state: "paid", dueFen: 0 });
    const { now, remove } = await paying({ begin });
    await act(() => now().pay("balance"));
    expect(now()).toMatchObject({ stage: "choosing", unproved: "balance" });
    await act(() => now().pay("balance", "proof-of-271828"));
    expect(now().stage).toBe("paid");
    expect(now().unproved).toBeUndefined();
    expect(begin.mock.calls[1]?.[0]).toMatchObject({ stepUp: "proof-of-271828" });
    await remove();
  });

  test("an unknown outcome is awaited, and an ended payment is over", async () => {
    const unknown = await paying({ read: () => Promise.resolve({ ...waiting, state: "unknown" }) });
    expect(unknown.now().stage).toBe("sure");
    await unknown.remove();
    const over = await paying({ read: () => Promise.resolve({ ...waiting, state: "over" }) });
    expect(over.now().stage).toBe("over");
    await over.remove();
  });
});
