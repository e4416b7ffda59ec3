/**
 * Hook that chooses and starts a top-up: a failure keeps the choice, and no top-up starts twice.
 */
import { useQuery } from "@tanstack/react-query";
import type { Output } from "@yunjing/contract/operations";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { platform } from "../../../device/platform.ts";
import { isBoolean, writeEntry, readEntry } from "../../../device/storage.ts";
import { confirm } from "../../../shell/facade/facade.ts";
import {
  type TopUpChoice,
  choiceError,
  firstChoice,
  topUpInputOf,
  worthOf,
} from "./top-up-choice.ts";

export type BegunTopUp = Output<"wallet", "topUp">;

const AGREED = "topup:agreed";
/** Asked when the top-up terms are not ticked, as at login. */
const TERMS_QUESTION = "请确认是否阅读并同意《充值协议》?";

/** Acceptance is stored on this phone; accepting in the dialog ticks the checkbox. */
function useTerms() {
  const [isAgreed, setAgreed] = useState(() => readEntry(AGREED, isBoolean) ?? false);
  const agree = (yes: boolean) => {
    writeEntry(AGREED, yes);
    setAgreed(yes);
  };
  const agreed = async (): Promise<boolean> => {
    if (isAgreed) return true;
    const yes = await confirm({ content: TERMS_QUESTION, confirmText: "同意并充值" });
    if (yes) agree(true);
    return yes;
  };
  return { isAgreed, agree, agreed };
}

export function useTopUp(onBegun: (begun: BegunTopUp) => void) {
  const { data: packages, isLoadingError, refetch } = useQuery(apiQuery(api.wallet.packages, {}));
  const [chosen, setChosen] = useState<TopUpChoice>();
  const [error, setError] = useState<string>();
  const terms = useTerms();
  const choice = chosen ?? firstChoice(packages ?? { list: [] });
  const worth = packages && worthOf(packages, choice);
  const fault = packages && choiceError(packages, choice);

  const choose = (next: TopUpChoice) => {
    setError(undefined);
    setChosen(next);
  };
  const begin = async (): Promise<void> => {
    if (!worth || fault !== undefined || !(await terms.agreed())) return;
    setError(undefined);
    const input = topUpInputOf(choice, worth.amountFen);
    const via = platform() === "web" ? "h5" : "jsapi";
    const intent = `topup:${choice.packageId ?? "own"}:${worth.amountFen}`;
    await withIdempotencyKey(intent, (idempotencyKey) =>
      api.wallet.topUp({ ...input, via }, { idempotencyKey }),
    ).then(onBegun, (failure: unknown) => {
      setError(userMessageFor(failure));
      // The limits may have changed.
      void refetch();
    });
  };
  return { packages, isLoadingError, refetch, choice, choose, worth, fault, error, terms, begin };
}

export type TopUpView = ReturnType<typeof useTopUp>;
