/** Sheet that merges this account into the account of a phone: preview, confirmation and result. */
import type { Output } from "@yunjing/contract/operations";
import { useState } from "react";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { saveToken } from "../../../device/token.ts";
import { Button } from "../../../components/button.tsx";
import { Facts } from "../../../components/facts.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { reLaunch } from "../../../shell/navigate.ts";
import styles from "./bind-phone.module.css";
import { moveFacts, reasonLines } from "./merge-text.ts";

export type VerifiedPhone = {
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
};

interface MergeSheetProps {
  readonly proved: VerifiedPhone;
  readonly preview: Output<"merging", "preview">;
  readonly onClose: () => void;
}

type Moved = Output<"merging", "run">["moved"];

function useMerge({ proved }: MergeSheetProps) {
  const [error, setError] = useState<string>();
  const [moved, setMoved] = useState<Moved>();
  const merge = async (): Promise<void> => {
    setError(undefined);
    await withIdempotencyKey(`merge:${proved.challengeId}`, (idempotencyKey) =>
      api.merging.run(proved, { idempotencyKey }),
    ).then(
      (granted) => {
        saveToken(granted);
        setMoved(granted.moved);
      },
      (failure: unknown) => setError(userMessageFor(failure)),
    );
  };
  return { error, moved, merge };
}

const logoutAndLogin = (): Promise<void> => reLaunch("/pages/user/index");

export function MergeSheet(props: MergeSheetProps) {
  const { preview, onClose } = props;
  const { error, moved, merge } = useMerge(props);
  if (moved) return <Merged moved={moved} phone={preview.into.phone} />;
  const facts = moveFacts(preview.moves);
  const isBlocked = preview.reasons.length > 0;
  return (
    <FlowSheet
      reason="merging two accounts"
      title="合并账号"
      onClose={onClose}
      note={isBlocked ? undefined : "合并后不能撤销"}
      foot={
        isBlocked ? (
          <Button appearance="main" block onPress={onClose}>
            知道了
          </Button>
        ) : (
          <Button appearance="main" block busyText="正在合并" onPress={merge}>
            确认合并
          </Button>
        )
      }
    >
      <div className={styles.fields}>
        {error && <NoticeBar kind="bad" text={error} />}
        {isBlocked ? (
          <>
            <p>{preview.into.phone} 已有账号，暂时还不能合并：</p>
            <ul className={styles.lines}>
              {reasonLines(preview.reasons).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>
              {preview.into.phone} 已有账号「{preview.into.nickname}
              」。合并后，你可以用微信或手机号登录这个账号，当前账号将停用。
            </p>
            {facts.length > 0 && (
              <>
                <p>以下将转入该账号：</p>
                <Facts boxed items={facts} />
              </>
            )}
          </>
        )}
      </div>
    </FlowSheet>
  );
}

/** The result of the merge; the pages of the ended account are no longer reachable. */
const Merged = ({ moved, phone }: { readonly moved: Moved; readonly phone: string }) => {
  const facts = moveFacts(moved);
  return (
    <FlowSheet
      reason="showing the merge result"
      title="账号已合并"
      onClose={logoutAndLogin}
      foot={
        <Button appearance="main" block onPress={logoutAndLogin}>
          完成
        </Button>
      }
    >
      <div className={styles.fields}>
        <p>现在使用的是 {phone} 的账号。</p>
        {facts.length > 0 && (
          <>
            <p>已转入：</p>
            <Facts boxed items={facts} />
          </>
        )}
      </div>
    </FlowSheet>
  );
};
