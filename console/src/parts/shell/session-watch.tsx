/** Ends an idle session after 30 minutes, with a countdown from the 28th; every tab follows. */
import Modal from "antd/es/modal";
import { useEffect, useState } from "react";
import { activeAt, noteActivity } from "../../api/activity.ts";
import { Button } from "../button.tsx";

export const IDLE_MS = 30 * 60_000;
export const WARN_MS = 28 * 60_000;
const NOTE_MS = 10_000;

export function SessionWatch(props: { readonly onEnd: () => void }) {
  const { onEnd } = props;
  const [idleMs, setIdleMs] = useState(0);
  useEffect(() => {
    noteActivity();
    const note = () => {
      const idle = Date.now() - activeAt();
      // In the last two minutes only the button continues the session.
      if (idle > NOTE_MS && idle < WARN_MS) noteActivity();
    };
    const timer = setInterval(() => {
      const idle = Date.now() - activeAt();
      setIdleMs(idle);
      if (idle < IDLE_MS) return;
      clearInterval(timer);
      onEnd();
    }, 1_000);
    addEventListener("pointerdown", note);
    addEventListener("keydown", note);
    return () => {
      clearInterval(timer);
      removeEventListener("pointerdown", note);
      removeEventListener("keydown", note);
    };
  }, [onEnd]);
  if (idleMs < WARN_MS) return null;
  const seconds = Math.max(0, Math.ceil((IDLE_MS - idleMs) / 1_000));
  const stay = () => {
    noteActivity();
    setIdleMs(0);
  };
  return (
    <Modal open title="还在吗？" footer={null} closable={false} keyboard={false} width={400}>
      <p role="timer">{seconds} 秒后自动退出。已填写的内容会保留。</p>
      <br />
      <Button look="solid" onClick={stay}>
        继续使用
      </Button>
    </Modal>
  );
}
