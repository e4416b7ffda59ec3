/** Sheet to tell the birthday: month and day, once. */
import { birthdayOf } from "@yunjing/contract/birthday";
import type { Me } from "@yunjing/contract/schemas/member";
import { useState } from "react";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import styles from "./bind-phone.module.css";

const LENGTH_MAX = 8;

export function BirthdaySheet(props: {
  readonly onSaved: (me: Me) => void;
  readonly onClose: () => void;
}) {
  const { onSaved, onClose } = props;
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    const birthday = birthdayOf(typed);
    if (birthday === undefined) return setError("请填写月和日，如 5月20日");
    await api.member.update({ birthday }).then(
      (me) => {
        onSaved(me);
        onClose();
        return toast("生日已保存", { kind: "done" });
      },
      (failure: unknown) => setError(userMessageFor(failure)),
    );
  };
  return (
    <FlowSheet
      reason="telling the birthday"
      title="填写生日"
      onClose={onClose}
      foot={
        <Button appearance="main" block busyText="正在保存" onPress={save}>
          保存
        </Button>
      }
    >
      <div className={styles.fields}>
        <Field
          label="生日"
          isLabelHidden
          name="birthday"
          autoComplete="off"
          value={typed}
          onInput={(text) => {
            setTyped(text);
            setError(undefined);
          }}
          placeholder="月和日，如 5月20日"
          hint="只用来发生日礼券，保存后不能修改"
          error={error}
          lengthMax={LENGTH_MAX}
          canClear
        />
      </div>
    </FlowSheet>
  );
}
