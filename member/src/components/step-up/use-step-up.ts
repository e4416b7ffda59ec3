/** The state of one step-up: the method, the typed digits, the error, and the resulting proof. */
import type { Security, StepUpPurpose } from "@yunjing/contract/schemas/security";
import { useEffect, useState } from "react";
import { api } from "../../api.ts";
import { ApiFailure, userMessageFor } from "../../device/failure.ts";
import { formatTime } from "../../device/time.ts";
import { codeError } from "../code-error.ts";
import { useSecondsCountdown } from "../use-seconds-countdown.ts";

export type ProofMethod = "password" | "code";

/** Returns why the pay password cannot be used, as text for the member; undefined when it can. */
export function passwordBlockedReason(
  security: Security,
  purpose: StepUpPurpose,
): string | undefined {
  const { hasPayPassword, lockedUntil, coolingUntil } = security;
  if (!hasPayPassword) return "还没有设置支付密码，请用短信验证码";
  if (lockedUntil !== undefined) {
    return `支付密码输错太多次，${formatTime(lockedUntil).slice(5, 16)} 前请用短信验证码`;
  }
  if (purpose !== "withdraw" || coolingUntil === undefined) return undefined;
  return `支付密码刚改过，${formatTime(coolingUntil).slice(5, 16)} 前提现请用短信验证码`;
}

const codeOf = (failure: unknown): string => (failure instanceof ApiFailure ? failure.code : "");

/**
 * Returns the message of a rejected proof, with the number of tries left where the server returns
 * it.
 */
export function proofError(failure: unknown): string {
  return codeOf(failure) === "SMS_CODE_WRONG" ? codeError(failure) : userMessageFor(failure);
}

/** Requests the SMS code; only after a press, never automatically. */
function useCode(purpose: StepUpPurpose, onFault: (text: string | undefined) => void) {
  const [challengeId, setChallengeId] = useState<string>();
  const [waitSeconds, startWait] = useSecondsCountdown();
  const send = async (): Promise<void> => {
    onFault(undefined);
    await api.security.sendCode({ purpose }).then(
      (challenge) => {
        setChallengeId(challenge.challengeId);
        startWait(challenge.resendAfterSeconds);
      },
      (failure: unknown) => onFault(userMessageFor(failure)),
    );
  };
  return { challengeId, waitSeconds, send, reset: () => setChallengeId(undefined) };
}

/** Reads the member's verification methods once, and again after the password was locked. */
function useSecurity() {
  const [security, setSecurity] = useState<Security>();
  const [isUnread, setUnread] = useState(false);
  const read = () =>
    api.security.summary({}).then(
      (loaded) => {
        setUnread(false);
        setSecurity(loaded);
      },
      () => setUnread(true),
    );
  useEffect(() => {
    void api.security.summary({}).then(setSecurity, () => setUnread(true));
  }, []);
  return { security, isUnread, read };
}

/** The proof in the request's format: the password, or the code with the id of its challenge. */
const proofOf = (typed: string, means: ProofMethod, challengeId: string | undefined) =>
  means === "password"
    ? { password: typed }
    : { code: typed, ...(challengeId === undefined ? {} : { challengeId }) };

/** `onlyCode` where the password is not accepted, as for changing the password itself. */
export function useStepUp(
  purpose: StepUpPurpose,
  onlyCode: boolean,
  onProof: (stepUp: string) => unknown,
) {
  const { security, isUnread, read } = useSecurity();
  const [wanted, setWanted] = useState<ProofMethod>("password");
  const [digits, setDigits] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const code = useCode(purpose, setError);
  const shut = security && passwordBlockedReason(security, purpose);
  const means: ProofMethod = onlyCode || shut !== undefined ? "code" : wanted;

  const type = (typed: string) => {
    setDigits(typed);
    setError(undefined);
  };
  const change = (next: ProofMethod) => {
    setWanted(next);
    type("");
  };
  const fail = async (failure: unknown) => {
    setDigits("");
    if (codeOf(failure) === "SMS_CODE_EXPIRED") code.reset();
    // The last try locked the password; the server's response contains until when.
    if (codeOf(failure) === "PASSWORD_LOCKED") return read();
    setError(proofError(failure));
  };
  const prove = async (typed: string): Promise<void> => {
    const { challengeId } = code;
    if (isBusy) return;
    if (means === "code" && challengeId === undefined) return setError("请先获取验证码");
    setBusy(true);
    await api.security
      .stepUp({ purpose, ...proofOf(typed, means, challengeId) })
      .then(({ stepUp }) => onProof(stepUp), fail)
      .finally(() => setBusy(false));
  };
  const typing = { digits, type, change, error, isBusy };
  return { security, isUnread, read, means, shut, ...typing, code, prove };
}

export type StepUpView = ReturnType<typeof useStepUp>;
