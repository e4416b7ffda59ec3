/** Sheet that binds the first phone. If the phone already has an account, it offers a merge. */
import type { Output } from "@yunjing/contract/operations";
import type { Identities } from "@yunjing/contract/schemas/identity";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure } from "../../../device/failure.ts";
import { toast } from "../../../shell/facade/facade.ts";
import type { VerifiedPhone } from "./merge-sheet.tsx";
import { NewPhone, type PhoneVerification } from "./new-phone.tsx";

const MergeSheet = lazy(() =>
  import("./merge-sheet.tsx").then((module) => ({ default: module.MergeSheet })),
);

interface BindPhoneProps {
  readonly onBound: (changed: Identities) => void;
  readonly onClose: () => void;
}

type Merging = { readonly proved: VerifiedPhone; readonly preview: Output<"merging", "preview"> };

const isTaken = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === "PHONE_TAKEN";

export function BindPhone({ onBound, onClose }: BindPhoneProps) {
  const [merging, setMerging] = useState<Merging>();
  /** The phone already has an account: shows a preview of the merge before any confirmation. */
  const showPreview = (proved: PhoneVerification): Promise<void> =>
    api.merging.preview(proved).then((preview) => setMerging({ proved, preview }));
  const bind = (shown: PhoneVerification): Promise<void> =>
    api.identity.phoneBind(shown).then(
      (changed) => {
        onBound(changed);
        onClose();
        return toast("手机号已绑定", { kind: "done" });
      },
      (failure: unknown) => {
        if (isTaken(failure)) return showPreview(shown);
        throw failure;
      },
    );
  if (merging) {
    return (
      <Suspense fallback={null}>
        <MergeSheet {...merging} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <NewPhone
      reason="binding a phone"
      title="绑定手机号"
      note="绑定后可用手机号登录，支付和提现也用它验证"
      act="绑定"
      busyText="正在绑定"
      ask={(phone) => api.identity.phoneSend({ phone })}
      finish={bind}
      onClose={onClose}
    />
  );
}
