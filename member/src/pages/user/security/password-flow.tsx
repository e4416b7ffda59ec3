/** Sets the pay password: an SMS code, then six digits, then the same digits again. */
import type { Security } from "@yunjing/contract/schemas/security";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { SixDigits } from "../../../components/step-up/six-digits.tsx";
import { StepUpSheet } from "../../../components/step-up/step-up-sheet.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { passwordError } from "./pay-password.ts";
import styles from "./security.module.css";

interface PasswordFlowProps {
  readonly isFirst: boolean;
  readonly onSet: (security: Security) => void;
  readonly onClose: () => void;
}

function usePassword({ isFirst, onSet, onClose }: PasswordFlowProps) {
  const [stepUp, setStepUp] = useState<string>();
  const [first, setFirst] = useState<string>();
  const [digits, setDigits] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const begin = (text?: string) => {
    setFirst(undefined);
    setDigits("");
    setError(text);
  };
  const fail = (failure: unknown) => {
    begin(userMessageFor(failure));
    // The verification was used or has expired, so a new code is requested.
    if (failure instanceof ApiFailure && failure.code === "STEP_UP_NEEDED") setStepUp(undefined);
  };
  const save = async (password: string, proof: string): Promise<void> => {
    setBusy(true);
    await api.security
      .setPayPassword({ password, stepUp: proof })
      .then((security) => {
        onSet(security);
        onClose();
        return toast(isFirst ? "支付密码已设置" : "支付密码已修改", { kind: "done" });
      }, fail)
      .finally(() => setBusy(false));
  };
  const full = (typed: string) => {
    if (stepUp === undefined) return;
    if (first === undefined) {
      const fault = passwordError(typed);
      if (fault !== undefined) return begin(fault);
      setFirst(typed);
      setDigits("");
      return;
    }
    if (first !== typed) return begin("两次输入的不一样，请重新设置");
    void save(typed, stepUp);
  };
  const type = (typed: string) => {
    setDigits(typed);
    setError(undefined);
  };
  return { stepUp, setStepUp, isAgain: first !== undefined, digits, type, full, error, isBusy };
}

export function PasswordFlow(props: PasswordFlowProps) {
  const view = usePassword(props);
  const title = props.isFirst ? "设置支付密码" : "修改支付密码";
  if (view.stepUp === undefined) {
    return (
      <StepUpSheet
        purpose="pay_password"
        what={view.error ?? `${title}前，先用短信验证是你本人`}
        onlyCode
        onProof={view.setStepUp}
        onClose={props.onClose}
      />
    );
  }
  return (
    <FlowSheet reason="setting the pay password" title={title} onClose={props.onClose}>
      <div className={styles.typing}>
        <p className="text-14 ink-700 text-center balance">
          {view.isAgain ? "再输入一次，确认没有记错" : "6 位数字，不要用生日或连续数字"}
        </p>
        <SixDigits
          key={view.isAgain ? "again" : "first"}
          label={view.isAgain ? "再次输入新密码" : "输入新密码"}
          isSecret
          value={view.digits}
          isBusy={view.isBusy}
          error={view.error}
          hint={view.isBusy ? "正在保存" : undefined}
          hasFocus
          onInput={view.type}
          onFull={view.full}
        />
      </div>
    </FlowSheet>
  );
}
