/** The list of keyboard shortcuts, and the switch for single letters. */
import Modal from "antd/es/modal";
import { useState } from "react";
import { areLettersOff, switchLetters } from "../keys.ts";
import { useReturnFocus } from "../return-focus.ts";
import { Key } from "../tag.tsx";
import styles from "./help-dialog.module.css";

const SHORTCUTS = [
  ["搜索", ["⌘K"]],
  ["订单 / 退款 / 客服处理 / 会员 / 审批", ["G", "O R D M A"]],
  ["筛选", ["/"]],
  ["下一行 / 上一行", ["J", "K"]],
  ["打开", ["Enter"]],
  ["选择", ["X"]],
  ["导出", ["E"]],
  ["批准 / 拒绝（打开确认，不会直接执行）", ["A", "R"]],
  ["关闭", ["Esc"]],
  ["快捷键列表", ["?"]],
] as const;

export default function HelpDialog(props: { readonly onClose: () => void }) {
  useReturnFocus();
  const [isOff, setOff] = useState(areLettersOff);
  return (
    <Modal open title="快捷键" footer={null} width={440} onCancel={props.onClose} destroyOnHidden>
      <dl className={styles.keys}>
        {SHORTCUTS.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOff}
          onChange={({ target }) => {
            switchLetters(target.checked);
            setOff(target.checked);
          }}
        />
        关闭单字母快捷键
      </label>
    </Modal>
  );
}
