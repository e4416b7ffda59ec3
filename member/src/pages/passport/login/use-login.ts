/** Logging in by phone: a code is asked for, comes by SMS, and is traded for a token. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { useEffect, useState } from "react";
import { loadApi } from "../../../load-api.ts";
import { ApiFailure, wordsFor } from "../../../device/failure.ts";
import { forgetInvite, inviteOfLogin } from "../../../device/invited-by.ts";
import { saveToken } from "../../../device/token.ts";
import { useBusy } from "../../../shell/busy.ts";
import { confirm, toast } from "../../../shell/facade/facade.ts";

/** The spec's question when the terms are not ticked (§5). */
const TERMS_QUESTION = "请确认是否阅读并同意所有相关协议?";
const PHONE = /^1[3-9]\d{9}$/;
const CODE = /^\d{6}$/;

type Errors = { readonly phone?: string; readonly code?: string };

const digitsOf = (typed: string, most: number): string => typed.replace(/\D/g, "").slice(0, most);

/** What the member reads of a refused code, with the tries that are left. */
function codeError(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return wordsFor(failure);
  const { data } = failure;
  const left =
    typeof data === "object" && data !== null && "triesLeft" in data
      ? Number(data.triesLeft)
      : undefined;
  return left === undefined ? wordsFor(failure) : `验证码不对，还可以试 ${left} 次`;
}

/** Counts down whole seconds from what the server said. */
function useWait(): readonly [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [left]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [left, start];
}

function faultOf(phone: string, code: string, challengeId: string | undefined): Errors | undefined {
  if (!PHONE.test(phone)) return { phone: "请输入 11 位手机号" };
  if (challengeId === undefined) return { code: "请先获取验证码" };
  return CODE.test(code) ? undefined : { code: "请输入 6 位验证码" };
}

export function useLogin(onDone: () => Promise<void>) {
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [isAgreed, setAgreed] = useState(false);
  const [challengeId, setChallengeId] = useState<string>();
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const [waitSeconds, startWait] = useWait();
  useBusy("login", challengeId !== undefined);

  const typePhone = (typed: string) => {
    setPhone(digitsOf(typed, 11));
    setErrors({});
  };
  const typeCode = (typed: string) => {
    setCode(digitsOf(typed, 6));
    setErrors(({ phone: kept }) => (kept === undefined ? {} : { phone: kept }));
  };

  const send = async (): Promise<void> => {
    if (!PHONE.test(phone)) return setErrors({ phone: "请输入 11 位手机号" });
    const asked = loadApi().then(({ passport }) => passport.smsSend({ phone, scene: "login" }));
    await asked.then(
      async (challenge) => {
        setChallengeId(challenge.challengeId);
        startWait(challenge.resendAfterSeconds);
        await toast("验证码已发送，5 分钟内有效");
      },
      (failure: unknown) => setErrors({ phone: wordsFor(failure) }),
    );
  };

  /** No login runs before the terms are agreed to; a yes to the question ticks them. */
  const agreed = async (): Promise<boolean> => {
    if (isAgreed) return true;
    const yes = await confirm({ content: TERMS_QUESTION, confirmText: "同意并登录" });
    if (yes) setAgreed(true);
    return yes;
  };

  const login = async (): Promise<void> => {
    const found = faultOf(phone, code, challengeId);
    if (found) return setErrors(found);
    if (challengeId === undefined || !(await agreed())) return undefined;
    const asked = { challengeId, phone, code, termsVersion: TERMS_VERSION, ...inviteOfLogin() };
    setBusy(true);
    return loadApi()
      .then(({ passport }) => passport.smsLogin(asked))
      .then(
        (granted) => {
          forgetInvite();
          saveToken(granted);
          return onDone();
        },
        (failure: unknown) => setErrors({ code: codeError(failure) }),
      )
      .finally(() => setBusy(false));
  };

  const fields = { phone, typePhone, code, typeCode, isAgreed, setAgreed };
  return { ...fields, errors, isBusy, waitSeconds, send, login };
}
