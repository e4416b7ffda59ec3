/** Hook for login by phone: requests an SMS code and exchanges it for a token. */
import { MOBILE } from "@yunjing/contract/phone";
import { useState } from "react";
import { loadApi } from "../../../load-api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { loadStoredInvite } from "../../../device/load-stored-invite.ts";
import { saveToken } from "../../../device/token.ts";
import { codeError } from "../../../components/code-error.ts";
import {
  codeDigits,
  isWholeCode,
  type PhoneCodeErrors,
  phoneDigits,
} from "../../../components/phone-code.tsx";
import { useSecondsCountdown } from "../../../components/use-seconds-countdown.ts";
import { useBusy } from "../../../shell/busy.ts";
import { toast } from "../../../shell/facade/facade.ts";

/**
 * Keeps for the home page that a new member logged in here; an invited one finds the coupons of the
 * invitation in the wallet.
 */
export async function welcomeNewcomer(
  { isNew }: { readonly isNew: boolean },
  inviteCode: string | undefined,
): Promise<void> {
  if (!isNew) return;
  await import("../../../device/newcomer.ts").then(
    ({ storeNewcomer }) => storeNewcomer(),
    () => undefined,
  );
  if (inviteCode === undefined) return;
  const count = await import("./newcomer-coupons.ts").then(
    ({ claimNewcomerCoupons }) => claimNewcomerCoupons(inviteCode),
    () => 0,
  );
  if (count > 0) void toast(`${count} 张新人券已放入卡包`, { kind: "done" });
}

function faultOf(
  phone: string,
  code: string,
  challengeId: string | undefined,
): PhoneCodeErrors | undefined {
  if (!MOBILE.test(phone)) return { phone: "请输入 11 位手机号" };
  if (challengeId === undefined) return { code: "请先获取验证码" };
  return isWholeCode(code) ? undefined : { code: "请输入 6 位验证码" };
}

/** `agreed` asks for acceptance when the terms are not ticked; without it no login runs. */
export function useLogin(
  agreed: () => Promise<boolean>,
  onDone: (granted: { readonly isClosing: boolean }) => Promise<void>,
) {
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [challengeId, setChallengeId] = useState<string>();
  const [errors, setErrors] = useState<PhoneCodeErrors>({});
  const [isBusy, setBusy] = useState(false);
  const [waitSeconds, startWait] = useSecondsCountdown();
  useBusy("login", challengeId !== undefined);

  const typePhone = (typed: string) => {
    setPhone(phoneDigits(typed));
    setErrors({});
  };
  const typeCode = (typed: string) => {
    setCode(codeDigits(typed));
    setErrors(({ phone: phoneError }) => (phoneError === undefined ? {} : { phone: phoneError }));
  };

  const send = async (): Promise<void> => {
    if (!MOBILE.test(phone)) return setErrors({ phone: "请输入 11 位手机号" });
    const sent = loadApi().then(({ passport }) => passport.smsSend({ phone, scene: "login" }));
    await sent.then(
      async (challenge) => {
        setChallengeId(challenge.challengeId);
        startWait(challenge.resendAfterSeconds);
        await toast("验证码已发送，5 分钟内有效");
      },
      (failure: unknown) => setErrors({ phone: userMessageFor(failure) }),
    );
  };

  const login = async (): Promise<void> => {
    const found = faultOf(phone, code, challengeId);
    if (found) return setErrors(found);
    if (challengeId === undefined || !(await agreed())) return undefined;
    setBusy(true);
    return Promise.all([loadApi(), loadStoredInvite()])
      .then(async ([{ passport, home }, { inviteForLogin, clearInvite }]) => {
        const input = { challengeId, phone, code, ...(await home.agreements({})) };
        const invited = inviteForLogin();
        const granted = await passport.smsLogin({ ...input, ...invited });
        clearInvite();
        return { granted, invited };
      })
      .then(
        async ({ granted, invited }) => {
          saveToken(granted);
          await welcomeNewcomer(granted, invited.inviteCode);
          return onDone(granted);
        },
        (failure: unknown) => setErrors({ code: codeError(failure) }),
      )
      .finally(() => setBusy(false));
  };

  const fields = { phone, typePhone, code, typeCode };
  return { ...fields, errors, isBusy, waitSeconds, send, login };
}
