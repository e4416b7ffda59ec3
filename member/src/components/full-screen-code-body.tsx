/**
 * A pickup code on a white screen with large digits, which a scanner reads in a dark shop too: a
 * page cannot set the brightness, and white is the brightest it can show. The screen stays on.
 */
import * as Dialog from "radix-ui/dialog";
import { useRef } from "react";
import { focusedElement, restoreFocus } from "../shell/facade/restore-focus.ts";
import { useScrollLock } from "../shell/scroll-lock.ts";
import { useWakeLock } from "../shell/use-wake-lock.ts";
import { Button } from "./button.tsx";
import styles from "./full-screen-code.module.css";
import { QrCode } from "./qr-code.tsx";

interface CodeScreenProps {
  readonly code: string;
  readonly qr: string;
  readonly onClose: () => void;
}

export function CodeScreen({ code, qr, onClose }: CodeScreenProps) {
  const holder = useRef<HTMLElement>(undefined);
  const isKeptOn = useWakeLock();
  useScrollLock(true);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.screen}
          onOpenAutoFocus={() => {
            holder.current = focusedElement();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(holder.current);
          }}
        >
          <Dialog.Title className="text-14 ink-500">取餐码</Dialog.Title>
          <p className={styles.code} data-long={code.length > 6 ? "" : undefined}>
            {code}
          </p>
          <QrCode text={qr} size={264} label={`取餐码 ${code} 的二维码`} />
          <Dialog.Description className="caption text-center">
            {isKeptOn ? "屏幕会一直亮着；太暗时请调高手机亮度" : "太暗时请调高手机亮度"}
          </Dialog.Description>
          <Button appearance="line" size={44} onPress={onClose}>
            关闭
          </Button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
