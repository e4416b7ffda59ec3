/**
 * The ribbon: who is logged in, the newest code by text message, and behind one button the other
 * accounts, unused codes, the next order's fault and the operators' pages.
 */
import { useState } from "react";
import { copyText } from "../device/clipboard.ts";
import { Icon } from "../components/icon.tsx";
import { chevronDown, close } from "../components/icons.ts";
import { fillCode } from "./fill-code.ts";
import type { TextMessage } from "./requests.ts";
import styles from "./ribbon.module.css";
import { Tools } from "./tools.tsx";
import { maskedPhone, type Who } from "./use-sandbox.ts";

/** A code is of interest while it can be used. */
const CODE_MS = 5 * 60_000;

function newestCode(messages: readonly TextMessage[]): string | undefined {
  const found = messages.find(({ code }) => code !== undefined);
  if (!found || Date.now() - new Date(found.at).getTime() > CODE_MS) return undefined;
  return found.code;
}

interface RibbonBarProps {
  readonly who: Who;
  readonly messages: readonly TextMessage[];
  readonly onClose: () => void;
}

export function RibbonBar({ who, messages, onClose }: RibbonBarProps) {
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState("");
  const code = newestCode(messages);
  const takeCode = async (text: string) => {
    if (fillCode(text)) return setNote("已填入验证码");
    setNote((await copyText(text)) ? "已复制验证码" : text);
  };
  const { own } = who;
  return (
    <section className={styles.ribbon} aria-label="沙箱演示">
      <div className={styles.row}>
        <span className={styles.mark}>沙箱</span>
        <span className={styles.who}>
          {own ? `${own.what.split("：")[0]} ${maskedPhone(own.phone)}` : "未登录"}
        </span>
        {code !== undefined && (
          <button
            type="button"
            className={styles.code}
            aria-label={`使用验证码 ${code}`}
            onClick={() => void takeCode(code)}
          >
            {code}
          </button>
        )}
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "收起" : "试一试"}
          <Icon of={chevronDown} size={16} />
        </button>
        <button type="button" className={styles.close} aria-label="关闭沙箱条" onClick={onClose}>
          <Icon of={close} size={18} />
        </button>
      </div>
      <p className="sr-only" role="status">
        {note}
      </p>
      {isOpen && <Tools who={who} />}
    </section>
  );
}
