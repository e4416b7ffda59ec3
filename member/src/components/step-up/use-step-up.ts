/** One step-up: by which means, what was typed, what was wrong with it, and the proof at the end. */
import type { Security, StepUpPurpose } from "@yunjing/contract/schemas/security";
import { useEffect, useState } from "react";
import { api } from "../../api.ts";
import { ApiFailure, userMessageFor } from "../../device/failure.ts";
import { formatTime } from "../../device/time.ts";
import { codeError } from "../code-error.ts";
import { useSecondsCountdown } from "../use-seconds-countdown.ts";

export type ProofMethod = "password" | "code";

/** What the password's door is closed by, in the member's words; undefined where it is open. */
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

/** The words of a refused proof, with the tries that are left where the server counts them. */
export function proofError(failure: unknown): string {
  return codeOf(failure) === "SMS_CODE_WRONG" ? codeError(failure) : userMessageFor(failure);
}

/** The code by SMS: asked for by a press, never by itself. */
function useCode(purpose: StepUpPurpose, onFault: (words: string | undefined) => void) {
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
  return { challengeId, waitSeconds, send, forget: () => setChallengeId(undefined) };
}

/** How the member proves anything, read once and again when a door has been shut. */
function useSecurity() {
  const [security, setSecurity] = useState<Security>();
  const [isUnread, setUnread] = useState(false);
  const read = () =>
    api.security.summary({}).then(
      (told) => {
        setUnread(false);
        setSecurity(told);
      },
      () => setUnread(true),
    );
  useEffect(() => {
    void api.security.summary({}).then(setSecurity, () => setUnread(true));
  }, []);
  return { security, isUnread, read };
}

/** As it is sent: the password, or the code and the question it answers. */
const proofOf = (typed: string, means: ProofMethod, challengeId: string | undefined) =>
  means === "password"
    ? { password: typed }
    : { code: typed, ...(challengeId === undefined ? {} : { challengeId }) };

/** `onlyCode` where a password proves nothing, as for the password itself. */
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
    if (codeOf(failure) === "SMS_CODE_EXPIRED") code.forget();
    // The server's answer says until when; what was typed has shut the door.
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
