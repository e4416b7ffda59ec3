/**
 * Sheet with the saved accounts of earlier orders, masked: choose one, delete one, or enter
 * another.
 */
import { useQueryClient } from "@tanstack/react-query";
import type { SavedAccount } from "@yunjing/contract/schemas/accounts";
import { useState } from "react";
import { api, operationKey } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { formatDate } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { CheckMark } from "../../../components/checkbox.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import styles from "./confirm.module.css";
import type { PickedAccount } from "./use-choice.ts";

interface AccountPickerProps {
  readonly list: readonly SavedAccount[];
  readonly saved: PickedAccount | undefined;
  /** `undefined`: the member will enter another account. */
  readonly onPick: (saved: PickedAccount | undefined) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation and deletes a saved account. Returns true when it is deleted. */
async function forgetAccount({ savedAccountId, text }: SavedAccount): Promise<boolean> {
  const isSure = await confirm({
    title: "删除这个账号？",
    content: `${text} 将不再出现在这里，已下的订单不受影响。`,
    confirmText: "删除",
    cancelText: "再想想",
  });
  if (!isSure) return false;
  return api.accounts.remove({ savedAccountId }).then(
    () => true,
    async (failure: unknown) => {
      await toast(userMessageFor(failure), { kind: "failed" });
      return false;
    },
  );
}

export function AccountPicker({ list, saved, onPick, onClose }: AccountPickerProps) {
  const [id, setId] = useState(saved?.savedAccountId ?? list[0]?.savedAccountId);
  const queries = useQueryClient();
  const chosen = list.find(({ savedAccountId }) => savedAccountId === id);
  const remove = async (account: SavedAccount): Promise<void> => {
    const isGone = await forgetAccount(account);
    await queries.invalidateQueries({ queryKey: operationKey(api.accounts.list) });
    if (isGone && account.savedAccountId === saved?.savedAccountId) onPick(undefined);
  };
  return (
    <FlowSheet
      reason="choosing an account"
      title="选择账号"
      onClose={onClose}
      foot={
        <>
          {chosen && (
            <Button appearance="sea" block onPress={() => onPick(chosen)}>
              用这个账号
            </Button>
          )}
          <Button appearance="line" block onPress={() => onPick(undefined)}>
            填写其他账号
          </Button>
        </>
      }
    >
      {list.length === 0 && <EmptyState title="没有保存的账号" note="下单时勾选保存，下次直接选" />}
      <ul className={styles.picks} aria-label="保存的账号">
        {list.map((account) => (
          <li key={account.savedAccountId} className={styles.accountRow}>
            <label className={styles.pick}>
              <input
                className="touch-cover"
                type="radio"
                name="account"
                checked={id === account.savedAccountId}
                onChange={() => setId(account.savedAccountId)}
              />
              <CheckMark isOn={id === account.savedAccountId} />
              <span className="grid gap-half grow">
                <span className="text-16 ink-900 medium">{account.text}</span>
                <span className="caption">{formatDate(account.usedAt)} 用过</span>
              </span>
            </label>
            <Button
              appearance="line"
              size={32}
              label={`删除，${account.text}`}
              onPress={() => remove(account)}
            >
              删除
            </Button>
          </li>
        ))}
      </ul>
    </FlowSheet>
  );
}
