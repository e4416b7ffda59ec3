/** Binding a first phone: the number, the code that is sent to it, and one button. */
import { MOBILE } from "@yunjing/contract/phone";
import type { Output } from "@yunjing/contract/operations";
import type { Identities } from "@yunjing/contract/schemas/identity";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure } from "../../../device/failure.ts";
import { Button } from "../../../parts/button.tsx";
import { codeError } from "../../../parts/code-error.ts";
import { FlowSheet } from "../../../parts/flow-sheet.tsx";
import {
  codeDigits,
  isWholeCode,
  PhoneCode,
  type PhoneCodeErrors,
  phoneDigits,
} from "../../../parts/phone-code.tsx";
import { useWait } from "../../../parts/use-wait.ts";
import { toast } from "../../../shell/facade/facade.ts";
import styles from "./bind-phone.module.css";
import type { Proved } from "./merge-sheet.tsx";

const MergeSheet = lazy(() =>
  import("./merge-sheet.tsx").then((module) => ({ default: module.MergeSheet })),
);

const PHONE_WRONG = "请输入 11 位手机号";

interface BindPhoneProps {
  readonly onBound: (changed: Identities) => void;
  readonly onClose: () => void;
}

type Merging = { readonly proved: Proved; readonly preview: Output<"merging", "preview"> };

const isTaken = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === "PHONE_TAKEN";

function useBinding({ onBound, onClose }: BindPhoneProps) {
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [challengeId, setChallengeId] = useState<string>();
  const [errors, setErrors] = useState<PhoneCodeErrors>({});
  const [waitSeconds, startWait] = useWait();
  const [merging, setMerging] = useState<Merging>();
  const typePhone = (typed: string) => {
    setPhone(phoneDigits(typed));
    setErrors({});
  };
  const typeCode = (typed: string) => {
    setCode(codeDigits(typed));
    setErrors({});
  };
  const send = async (): Promise<void> => {
    if (!MOBILE.test(phone)) return setErrors({ phone: PHONE_WRONG });
    await api.identity.phoneSend({ phone }).then(
      (challenge) => {
        setChallengeId(challenge.challengeId);
        startWait(challenge.resendAfterSeconds);
      },
      (failure: unknown) => setErrors({ phone: codeError(failure) }),
    );
  };
  /** The phone has an account: what a merge would move is shown before anything is asked. */
  const look = (proved: Proved): Promise<void> =>
    api.merging.preview(proved).then(
      (preview) => setMerging({ proved, preview }),
      (failure: unknown) => setErrors({ code: codeError(failure) }),
    );
  const bind = async (): Promise<void> => {
    if (!MOBILE.test(phone)) return setErrors({ phone: PHONE_WRONG });
    if (challengeId === undefined) return setErrors({ code: "请先获取验证码" });
    if (!isWholeCode(code)) return setErrors({ code: "请输入 6 位验证码" });
    await api.identity.phoneBind({ challengeId, phone, code }).then(
      (changed) => {
        onBound(changed);
        onClose();
        return toast("手机号已绑定", { kind: "done" });
      },
      (failure: unknown) =>
        isTaken(failure)
          ? look({ challengeId, phone, code })
          : setErrors({ code: codeError(failure) }),
    );
  };
  const fields = { phone, typePhone, code, typeCode, errors };
  return { ...fields, merging, waitSeconds, challengeId, send, bind };
}

export function BindPhone(props: BindPhoneProps) {
  const view = useBinding(props);
  if (view.merging) {
    return (
      <Suspense fallback={null}>
        <MergeSheet {...view.merging} onClose={props.onClose} />
      </Suspense>
    );
  }
  return (
    <FlowSheet
      reason="binding a phone"
      title="绑定手机号"
      onClose={props.onClose}
      note="绑定后可用手机号登录，支付和提现也用它验证"
      foot={
        <Button look="main" block busyText="正在绑定" onPress={view.bind}>
          绑定
        </Button>
      }
    >
      <div className={styles.fields}>
        <PhoneCode
          {...view}
          send={
            <Button
              look="line"
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
