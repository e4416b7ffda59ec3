/**
 * Sheet to appeal a reward decision: one text, sent once. The draft stays until it is delivered.
 */
import type { InvitedFriend } from "@yunjing/contract/schemas/invite";
import { useState } from "react";
import { api } from "../../../api.ts";
import { isDefiniteFailure, userMessageFor } from "../../../device/failure.ts";
import { Button } from "../../../components/button.tsx";
import { Facts } from "../../../components/facts.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { TextControl } from "../../../shell/facade/text-control.tsx";
import { figureText } from "./friend-text.ts";
import styles from "./reward.module.css";

/** The server's maximum. */
const APPEAL_LENGTH_MAX = 200;

interface AppealSheetProps {
  readonly rewardId: string;
  readonly friend: InvitedFriend;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Called when the list is out of date: the appeal was sent, or is no longer possible. */
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

export function AppealSheet(props: AppealSheetProps) {
  const { rewardId, friend, text, onTextChange, onChanged, onClose } = props;
  const [error, setError] = useState<string>();
  const trimmed = text.trim();
  const send = async (): Promise<void> => {
    setError(undefined);
    await api.invite.appeal({ rewardId, words: trimmed }).then(
      () => {
        void onChanged();
        onClose();
        return toast("已提交申诉", { kind: "done" });
      },
      (failure: unknown) => {
        setError(userMessageFor(failure));
        if (isDefiniteFailure(failure)) void onChanged();
      },
    );
  };
  return (
    <FlowSheet
      reason="appealing for a reward"
      title="申诉"
      note="由人工复核，每笔奖励可申诉一次，结果会发到你的消息里。"
      onClose={onClose}
      foot={
        <Button
          appearance="main"
          block
          reason={trimmed === "" ? "请填写申诉理由" : undefined}
          busyText="正在提交"
          onPress={send}
        >
          提交申诉
        </Button>
      }
    >
      <div className={styles.sheet}>
        <Facts
          boxed
          items={[
            { name: "好友", value: friend.friend },
            { name: "奖励", value: figureText(friend) },
          ]}
        />
        <TextControl
          name="words"
          label="申诉理由"
          type="textarea"
          value={text}
          maxlength={APPEAL_LENGTH_MAX}
          hasCounter
          placeholder="例如：好友是我的同事，我们共用公司网络"
          onChange={onTextChange}
        />
        {error && <NoticeBar kind="bad" text={error} />}
      </div>
    </FlowSheet>
  );
}
