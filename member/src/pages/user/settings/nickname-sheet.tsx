/** Sheet to set the nickname: one field, checked with the server's rules before it is sent. */
import {
  NICKNAME_MAX,
  nicknameFault,
  nicknameFaultTexts,
  normalizeNickname,
} from "@yunjing/contract/nickname";
import type { Me } from "@yunjing/contract/schemas/member";
import { useState } from "react";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import styles from "./bind-phone.module.css";

/** Twenty characters of two UTF-16 units each, such as emoji. */
const UNITS_MAX = 2 * NICKNAME_MAX;

interface NicknameSheetProps {
  readonly nickname: string;
  readonly onSaved: (me: Me) => void;
  readonly onClose: () => void;
}

function useNickname({ nickname, onSaved, onClose }: NicknameSheetProps) {
  const [typed, setTyped] = useState(nickname);
  const [error, setError] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    setError(undefined);
  };
  const save = async (): Promise<void> => {
    const wanted = normalizeNickname(typed);
    if (wanted === nickname) return onClose();
    const fault = nicknameFault(wanted);
    if (fault) return setError(`昵称${nicknameFaultTexts[fault]}`);
    await api.member.update({ nickname: wanted }).then(
      (me) => {
        onSaved(me);
        onClose();
        return toast("昵称已保存", { kind: "done" });
      },
      (failure: unknown) => setError(userMessageFor(failure)),
    );
  };
  return { typed, type, error, save };
}

export function NicknameSheet(props: NicknameSheetProps) {
  const { typed, type, error, save } = useNickname(props);
  return (
    <FlowSheet
      reason="setting the nickname"
      title="设置昵称"
      onClose={props.onClose}
      foot={
        <Button appearance="main" block busyText="正在保存" onPress={save}>
          保存
        </Button>
      }
    >
      <div className={styles.fields}>
        <Field
          label="昵称"
          isLabelHidden
          name="nickname"
          autoComplete="nickname"
          value={typed}
          onInput={type}
          placeholder="给自己起个名字"
          hint={`1 到 ${NICKNAME_MAX} 个字，一天最多改 5 次`}
          error={error}
          lengthMax={UNITS_MAX}
          canClear
        />
      </div>
    </FlowSheet>
  );
}
