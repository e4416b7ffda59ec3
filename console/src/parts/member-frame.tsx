/** A phone: the member app's own page in a frame of this origin, which draws what it is sent. */
import { PREVIEW_PATH, PREVIEW_READY, type Previewed } from "@yunjing/contract/member-preview";
import { useEffect, useRef, useState } from "react";
import styles from "./member-frame.module.css";

const DRAW_AFTER_MS = 500;

/** Returns a value that follows the given one half a second after its last change. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, DRAW_AFTER_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export function MemberFrame(props: {
  readonly title: string;
  /** What the phone draws; nothing while it is loaded. Kept by its caller between renders. */
  readonly shown: Previewed | undefined;
}) {
  const { title, shown } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      const isOurs = origin === location.origin && source === frame.current?.contentWindow;
      if (isOurs && data === PREVIEW_READY) setReady(true);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, []);
  useEffect(() => {
    if (isReady && shown) frame.current?.contentWindow?.postMessage(shown, location.origin);
  }, [isReady, shown]);
  return (
    <div className={styles.phone}>
      <iframe ref={frame} src={PREVIEW_PATH} title={title} />
    </div>
  );
}
