/** Sheet for a new phone: the number, the code sent to it, and one button. */
import { MOBILE } from "@yunjing/contract/phone";
import { useState } from "react";
import { ApiFailure } from "../../../device/failure.ts";
import { Button } from "../../../components/button.tsx";
import { codeError } from "../../../components/code-error.ts";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import {
  codeDigits,
  isWholeCode,
  PhoneCode,
  type PhoneCodeErrors,
  phoneDigits,
} from "../../../components/phone-code.tsx";
import { useSecondsCountdown } from "../../../components/use-seconds-countdown.ts";
import styles from "./bind-phone.module.css";

const PHONE_WRONG = "请输入 11 位手机号";

/** Proves that the member owns the phone. */
export type PhoneVerification = {
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
};

interface NewPhoneProps {
  /** What is in progress; explains to a developer why a reload is deferred. */
  readonly reason: string;
  readonly title: string;
  readonly note: string;
  readonly act: string;
  readonly busyText: string;
  /** Requests the code. */
  readonly ask: (phone: string) => Promise<{ challengeId: string; resendAfterSeconds: number }>;
  readonly finish: (shown: PhoneVerification) => Promise<unknown>;
  /** Returns true when it handles the failure; otherwise the failure is shown at its field. */
  readonly handlesFailure?: ((failure: unknown) => boolean) | undefined;
  readonly onClose: () => void;
}

const isOfPhone = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code.startsWith("PHONE_");

function useNewPhone({ ask, finish, handlesFailure }: NewPhoneProps) {
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [sent, setSent] = useState<{ challengeId: string; phone: string }>();
  const [errors, setErrors] = useState<PhoneCodeErrors>({});
  const [secondsLeft, startWait] = useSecondsCountdown();
  // A code sent to another number is not valid for this one, and its resend delay does not apply.
  const challengeId = sent?.phone === phone ? sent.challengeId : undefined;
  const waitSeconds = challengeId === undefined ? 0 : secondsLeft;
  const typePhone = (typed: string) => {
    setPhone(phoneDigits(typed));
    setErrors({});
  };
  const typeCode = (typed: string) => {
    setCode(codeDigits(typed));
    setErrors({});
  };
  const fail = (failure: unknown, field: keyof PhoneCodeErrors) => {
    if (handlesFailure?.(failure)) return;
    setErrors({ [isOfPhone(failure) ? "phone" : field]: codeError(failure) });
  };
  const send = async (): Promise<void> => {
    if (!MOBILE.test(phone)) return setErrors({ phone: PHONE_WRONG });
    await ask(phone).then(
      (challenge) => {
        setSent({ challengeId: challenge.challengeId, phone });
        startWait(challenge.resendAfterSeconds);
      },
      (failure: unknown) => fail(failure, "phone"),
    );
  };
  const run = async (): Promise<void> => {
    if (!MOBILE.test(phone)) return setErrors({ phone: PHONE_WRONG });
    if (challengeId === undefined) return setErrors({ code: "请先获取验证码" });
    if (!isWholeCode(code)) return setErrors({ code: "请输入 6 位验证码" });
    await finish({ challengeId, phone, code }).catch((failure: unknown) => fail(failure, "code"));
  };
  return { phone, typePhone, code, typeCode, errors, waitSeconds, challengeId, send, run };
}

export function NewPhone(props: NewPhoneProps) {
  const { reason, title, note, act, busyText, onClose } = props;
  const view = useNewPhone(props);
  return (
    <FlowSheet
      {...{ reason, title, note, onClose }}
      foot={
        <Button appearance="main" block busyText={busyText} onPress={view.run}>
          {act}
        </Button>
      }
    >
      <div className={styles.fields}>
        <PhoneCode
          {...view}
          send={
            <Button
              appearance="line"
              size={32}
              busyText="正在发送"
              reason={view.waitSeconds > 0 ? `${view.waitSeconds} 秒后重发` : undefined}
              onPress={view.send}
            >
              {view.challengeId === undefined ? "获取验证码" : "重新发送"}
            </Button>
          }
        />
      </div>
    </FlowSheet>
  );
}
