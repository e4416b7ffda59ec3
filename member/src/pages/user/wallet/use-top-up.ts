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
import { confirm } from "../../../shell/facade/facade.ts";
import {
  type TopUpChoice,
  choiceError,
  firstChoice,
  topUpInputOf,
  worthOf,
} from "./top-up-choice.ts";

export type BegunTopUp = Output<"wallet", "topUp">;

/** Asked when the top-up terms are not ticked, as at login. */
const TERMS_QUESTION = "请确认是否阅读并同意《充值协议》?";

/**
 * Ticked when the member accepted the terms in force before; accepting in the dialog ticks the
 * checkbox. `accept` stores the acceptance before the first payment under these terms.
 */
function useTerms() {
  const { data, refetch } = useQuery({ ...apiQuery(api.member.terms, {}), meta: { quiet: true } });
  const [ticked, setTicked] = useState<boolean>();
  const isAgreed = ticked ?? data?.topup.isNeeded === false;
  const agreed = async (): Promise<boolean> => {
    if (isAgreed) return true;
    const yes = await confirm({ content: TERMS_QUESTION, confirmText: "同意并充值" });
    if (yes) setTicked(true);
    return yes;
  };
  const accept = async (): Promise<void> => {
    const { topup } = data ?? (await api.member.terms({}));
    if (!topup.isNeeded) return;
    await api.member.acceptTerms({ of: "topup", termsVersion: topup.termsVersion });
    void refetch();
  };
  return { isAgreed, agree: setTicked, agreed, accept };
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
  const start = async (): Promise<void> => {
    if (!worth || fault !== undefined || !(await terms.agreed())) return;
    setError(undefined);
    const input = topUpInputOf(choice, worth.amountFen);
    const via = platform() === "web" ? "h5" : "jsapi";
    const intent = `topup:${choice.packageId ?? "own"}:${worth.amountFen}`;
    const begin = async () => {
      await terms.accept();
      return withIdempotencyKey(intent, (idempotencyKey) =>
        api.wallet.topUp({ ...input, via }, { idempotencyKey }),
      );
    };
    await begin().then(onBegun, (failure: unknown) => {
      setError(userMessageFor(failure));
      // The limits may have changed.
      void refetch();
    });
  };
  return {
    packages,
    isLoadingError,
    refetch,
    choice,
    choose,
    worth,
    fault,
    error,
    terms,
    begin: start,
  };
}

export type TopUpView = ReturnType<typeof useTopUp>;
