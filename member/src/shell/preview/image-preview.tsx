/**
 * The image preview (D10): one image at a time over a dark ground, closed by a tap, a pull down,
 * Escape or going back.
 */
import { Dialog } from "radix-ui";
import { type CSSProperties, useEffect, useEffectEvent, useState } from "react";
import { useBackLayer } from "../facade/dialog-box.tsx";
import { useScrollLock } from "../scroll-lock.ts";
import { useLongPress } from "../use-long-press.ts";
import type { ImagesRequest } from "./preview-request.ts";
import { Controls } from "./controls.tsx";
import styles from "./image-preview.module.css";
import { actionForKey } from "./keys.ts";
import { Slide } from "./slide.tsx";
import { useGestures } from "./use-gestures.ts";
import { usePreviewState } from "./use-preview-state.ts";
import type { PreviewState } from "./preview-state.ts";

/** At this pull-down distance in px the ground is fully transparent. */
const FADE_PX = 400;

/** Images next to the visible one are rendered in advance for a swipe. */
const isNear = (place: number, now: PreviewState): boolean => Math.abs(place - now.index) <= 1;

const percent = (zoom: number): string => `${Math.round(zoom * 100)}%`;

type Props = { ask: ImagesRequest; settle: () => void };

/**
 * The portal renders its children a moment later than itself, so their event listeners are inside
 * the child component.
 */
export const ImagePreview = ({ ask, settle }: Props) => (
  <Dialog.Root open onOpenChange={(isOpen) => isOpen || settle()}>
    <Dialog.Portal>
      <Preview ask={ask} settle={settle} />
    </Dialog.Portal>
  </Dialog.Root>
);

function Preview({ ask, settle }: Props) {
  const { images, start, onLongPress } = ask;
  const held = () => {
    const seen = images[now.index];
    if (seen) onLongPress?.(seen);
  };
  const stage = useLongPress<HTMLDivElement>(onLongPress && held);
  const { now, send } = usePreviewState(stage, start, images.length);
  // The dialog has no Radix trigger to which the focus could return.
  const [opener] = useState(() => document.activeElement);
  const close = useEffectEvent(settle);
  useBackLayer(settle);
  useScrollLock();
  useGestures(stage, now, send);
  useEffect(() => {
    if (now.isClosed) close();
  }, [now.isClosed]);

  const image = images[now.index];
  const label = `第 ${now.index + 1} 张，共 ${images.length} 张：${image?.alt ?? ""}`;
  const ground: CSSProperties = { opacity: Math.max(0, 1 - now.dragOffset.y / FADE_PX) };
  return (
    <Dialog.Content
      className={styles.preview}
      aria-modal="true"
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        stage.current?.focus({ preventScroll: true });
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      }}
      onInteractOutside={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        const step = actionForKey(event);
        if (!step) return;
        event.preventDefault();
        send(step);
      }}
    >
      <Dialog.Title className="sr-only">图片预览</Dialog.Title>
      <div className="fill bg-sea-950" style={ground} />
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-label={label}
        tabIndex={0}
        data-held={now.viewAtGestureStart ? "" : undefined}
        data-close={now.view.zoom > 1 ? "" : undefined}
      >
        {images.map((each, place) =>
          isNear(place, now) ? (
            <Slide key={`${place} ${each.src}`} image={each} place={place} now={now} />
          ) : null,
        )}
      </div>
      <Controls now={now} send={send} />
      <p className="sr-only" role="status">
        {`${label}，${percent(now.view.zoom)}`}
      </p>
    </Dialog.Content>
  );
}
