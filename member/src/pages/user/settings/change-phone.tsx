/** Changes the bound phone in two steps: a code to the old phone, then a code to the new one. */
import type { Identities } from "@yunjing/contract/schemas/identity";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure } from "../../../device/failure.ts";
import { StepUpSheet } from "../../../components/step-up/step-up-sheet.tsx";
import { notice } from "../../../shell/facade/facade.ts";
import { NewPhone, type PhoneVerification } from "./new-phone.tsx";

const TITLE = "更换手机号";

interface ChangePhoneProps {
  readonly onChanged: (changed: Identities) => void;
  readonly onClose: () => void;
}

const isUnproved = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === "STEP_UP_NEEDED";

const showDone = ({ phone }: Identities): Promise<unknown> =>
  notice({
    title: "手机号已更换",
    content: [
      `以后用 ${phone} 登录`,
      "其他设备已退出登录",
      "24 小时内暂停需要验证的提现和余额支付",
    ].join("\n"),
  });

export function ChangePhone({ onChanged, onClose }: ChangePhoneProps) {
  const [stepUp, setStepUp] = useState<string>();
  const [what, setWhat] = useState("第 1 步，共 2 步：验证现在的手机号");
  /** The verification of the old phone has expired, so a new code is required. */
  const restart = (failure: unknown): boolean => {
    if (!isUnproved(failure)) return false;
    setStepUp(undefined);
    setWhat("验证已过期，请重新验证现在的手机号");
    return true;
  };
  if (stepUp === undefined) {
    return (
      <StepUpSheet
        purpose="phone"
        title={TITLE}
        what={what}
        onlyCode
        help={{ text: "手机号已停用？查看客服电话", url: "/pages/user/help" }}
        onProof={setStepUp}
        onClose={onClose}
      />
    );
  }
  const change = (shown: PhoneVerification): Promise<unknown> =>
    api.identity.phoneChange({ ...shown, stepUp }).then((changed) => {
      onChanged(changed);
      onClose();
      return showDone(changed);
    });
  return (
    <NewPhone
      reason="changing the phone"
      title={TITLE}
      note="第 2 步，共 2 步：填写新手机号。更换后其他设备会退出登录，24 小时内暂停需要验证的提现和余额支付。"
      act="确认更换"
      busyText="正在更换"
      ask={(phone) => api.identity.phoneChangeSend({ phone, stepUp })}
      finish={change}
      handlesFailure={restart}
      onClose={onClose}
    />
  );
}
